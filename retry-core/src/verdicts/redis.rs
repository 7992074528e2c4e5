//! The verdict on redis's errors.

use alloc::sync::Arc;
use core::error::Error;

use redis_1::{ErrorKind, RedisError, RetryMethod, ServerErrorKind};

use super::connection;
use crate::{Transient, Verdict};

/// Mostly follows the client's own `retry_method`: everything but `NoRetry` is transient. With the feature `redis-1`,
/// which needs Rust 1.88 from redis 1.2.3 on.
///
/// | failure | verdict | why |
/// |---|---|---|
/// | the connection is refused, reset or closed, or a timeout | transient | the server restarts, or the network fails |
/// | `LOADING` | transient | the server reads its data after a start |
/// | `MASTERDOWN`, `CLUSTERDOWN` | transient | a replica waits for its primary, a cluster for a failover |
/// | `TRYAGAIN` | transient | some of the keys are on their way to another node |
/// | `READONLY` | transient | the primary has become a replica in a failover; another attempt may find the new one |
/// | `MOVED`, `ASK` | transient | the cluster is being changed; the cluster client asks the right node the next time |
/// | a cluster or a sentinel knows no node | transient | a failover goes on |
/// | a pipeline or a transaction with several errors | transient if each of them is transient | a permanent one fails again |
/// | TLS refuses the certificate, or the operating system forbids the connection | permanent | the next attempt is refused too |
/// | a wrong password, or an answer that is not RESP | permanent | the client's `retry_method` only asks for another connection for the next command |
/// | every other, such as `WRONGTYPE`, `NOSCRIPT`, `NOPERM`, `OOM` or a type that does not match | permanent | the same command fails again |
///
/// # What may be repeated
///
/// A command whose connection is lost may have been executed. `SET` may be repeated. `INCR` counts twice. A pipeline
/// that is not `atomic()` also repeats the commands that have succeeded.
///
/// A plain connection that is lost stays lost, and never finds another node. Ask for the connection in the attempt, or
/// use `ConnectionManager` or the cluster client. Both of these retry by themselves, and their attempts multiply with
/// yours: set their number of retries to zero.
#[diagnostic::do_not_recommend]
impl Transient for RedisError {
    fn verdict(&self) -> Verdict {
        match self.kind() {
            ErrorKind::Server(kind) => match self.clone().into_server_errors() {
                Some(errors) => Verdict::from(errors.iter().all(|(_, error)| error.kind().is_some_and(is_transient))),
                None => Verdict::from(is_transient(kind)),
            },
            ErrorKind::Io => io_error(self).and_then(connection::cause).unwrap_or_else(|| by_method(self)),
            // Here `retry_method` only says that this connection cannot be used any more.
            ErrorKind::Parse | ErrorKind::AuthenticationFailed => Verdict::Permanent,
            _ => by_method(self),
        }
    }
}

/// The I/O error inside. The client shares it between clones of its error, so the source is an `Arc` of the I/O error.
fn io_error(error: &RedisError) -> Option<&(dyn Error + 'static)> {
    let shared: &Arc<dyn Error + Send + Sync> = error.source()?.downcast_ref()?;
    Some(&**shared)
}

fn by_method(error: &RedisError) -> Verdict {
    Verdict::from(!matches!(error.retry_method(), RetryMethod::NoRetry))
}

fn is_transient(kind: ServerErrorKind) -> bool {
    // Some versions of the client call `READONLY` an error that is not retried.
    kind == ServerErrorKind::ReadOnly || by_method(&(ErrorKind::Server(kind), "").into()) == Verdict::Transient
}
