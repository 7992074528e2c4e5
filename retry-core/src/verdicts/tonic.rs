//! The verdict on tonic's statuses.

use core::error::Error;

use tonic_0_14::{Code, Status, TimeoutExpired};

use super::{connection, grpc};
use crate::{Transient, Verdict};

/// The server's hint decides first, then the reason why the connection failed, and the code last. With the feature
/// `tonic-0_14`, which needs Rust 1.88 from tonic 0.14.6 on.
///
/// | status | verdict | why |
/// |---|---|---|
/// | `grpc-retry-pushback-ms` is negative or cannot be read | permanent | the server wants no further attempt ([gRFC A6]) |
/// | `grpc-retry-pushback-ms`, or a [`google.rpc.RetryInfo`] in the details, whatever the code | retry-after | the server says when; the longer one if there are both |
/// | the connection is refused, reset or closed, before the answer or in the middle of it; code `Unavailable`, `Cancelled` or `Unknown` | transient | the server restarts, or the network fails |
/// | the stream or the connection ends with an HTTP/2 error code, or the server speaks HTTP/1; any code | transient | a server or proxy that shuts down does this too |
/// | `Endpoint::timeout` or the `grpc-timeout` of the request has passed; code `Cancelled` | transient | no answer in time says nothing against another attempt |
/// | TLS refuses the certificate; code `Unavailable` | permanent | the certificates are the same the next time |
/// | `UNAVAILABLE` from the server, or HTTP's 429, 502, 503 or 504 from a proxy | transient | overload or maintenance |
/// | every other code from the server | permanent | see below |
///
/// A status from the server has no `source()`. A status that the client makes of a failed connection has one. That
/// distinguishes the `Cancelled` of a local timeout from the `Cancelled` of a server. A copy of the code and the
/// message loses the source, so pass on the status itself.
///
/// `RESOURCE_EXHAUSTED` may be a quota or a full disk. `ABORTED` asks the client to repeat an earlier step, such as the
/// start of a transaction. `DEADLINE_EXCEEDED` asks for more time. `UNKNOWN` and `INTERNAL` do not tell the cause.
/// These codes are transient only if the server says when to come back.
///
/// `Endpoint::connect` fails with `tonic::transport::Error`, which exists only with tonic's feature `channel`.
/// `Status::from_error(error.into())` makes a status of it. A channel from `connect_lazy` connects inside the attempt.
///
/// A verdict says that another attempt may succeed, not that it is harmless: a server whose answer is lost may have
/// acted.
///
/// ```
/// use std::time::Duration;
/// # use tonic_0_14 as tonic;
/// use retry_core::{Transient, Verdict};
/// use tonic::Status;
///
/// assert_eq!(Status::unavailable("restarting").verdict(), Verdict::Transient);
/// assert_eq!(Status::resource_exhausted("quota").verdict(), Verdict::Permanent);
///
/// let mut busy = Status::resource_exhausted("quota");
/// busy.metadata_mut().insert("grpc-retry-pushback-ms", "1500".parse()?);
/// assert_eq!(busy.verdict(), Verdict::RetryAfter(Duration::from_millis(1500)));
/// # Ok::<(), tonic::metadata::errors::InvalidMetadataValue>(())
/// ```
///
/// [gRFC A6]: https://github.com/grpc/proposal/blob/master/A6-client-retries.md#pushback
/// [`google.rpc.RetryInfo`]: https://github.com/googleapis/googleapis/blob/master/google/rpc/error_details.proto
#[diagnostic::do_not_recommend]
impl Transient for Status {
    fn verdict(&self) -> Verdict {
        let mut wait = grpc::retry_info(self.details());
        for value in self.metadata().get_all("grpc-retry-pushback-ms") {
            match grpc::pushback(value.as_encoded_bytes()) {
                Some(pushback) => wait = wait.max(Some(pushback)),
                None => return Verdict::Permanent,
            }
        }
        if let Some(wait) = wait {
            return Verdict::RetryAfter(wait);
        }
        let local = self.source().and_then(|source| timeout(source).or_else(|| connection::cause(source)));
        local.unwrap_or_else(|| Verdict::from(self.code() == Code::Unavailable))
    }
}

/// The verdict on tonic's own timeout, if one is in the chain.
fn timeout(error: &(dyn Error + 'static)) -> Option<Verdict> {
    let mut next = Some(error);
    while let Some(error) = next {
        if error.is::<TimeoutExpired>() {
            return Some(Verdict::Transient);
        }
        next = error.source();
    }
    None
}
