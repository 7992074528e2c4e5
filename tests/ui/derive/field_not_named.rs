use std::time::Duration;

use retry_core::Transient;

#[derive(Transient)]
enum ApiError {
    #[transient(retry_after = "after")]
    Throttled { after: Duration },
    #[transient(retry_after = "30s")]
    Fixed { after: Duration },
    #[transient(retry_after = Duration::from_secs(*seconds))]
    Computed { seconds: u64 },
    #[transient(forward = self.source)]
    Io { source: std::io::Error },
}

fn main() {}
