//! An option names its field by name or index.

use std::time::Duration;

use retry_core::Transient;

#[derive(Transient)]
enum NotNames {
    #[transient(retry_after = "after")]
    Throttled { after: Duration },
    #[transient(retry_after = "30s")]
    Fixed { after: Duration },
    #[transient(retry_after = Duration::from_secs(*seconds))]
    Computed { seconds: u64 },
    #[transient(forward = self.source)]
    Io { source: std::io::Error },
}

#[derive(Transient)]
enum NotThere {
    #[transient(retry_after = aftr)]
    Throttled { path: String, after: Duration },
    #[transient(retry_after = 2)]
    Slow(u8, Duration),
    #[transient(retry_after = after)]
    Tuple(Duration),
    #[transient(forward = cause)]
    Io { source: std::io::Error },
}

#[derive(Transient)]
enum NotOne {
    #[transient(forward)]
    Busy,
    #[transient(forward)]
    Io { path: String, source: std::io::Error },
    #[transient(forward)]
    Pair(u8, std::io::Error),
    #[transient(retry_after)]
    Slow,
}

fn main() {}
