//! The errors that implement `Transient`, and their verdicts.

use std::convert::Infallible;
use std::io::{self, ErrorKind};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use retry_core::{Transient, Verdict};

#[test]
fn io_kinds_that_say_that_the_other_side_is_not_available_now_are_transient() {
    for kind in [
        ErrorKind::ConnectionRefused,
        ErrorKind::ConnectionReset,
        ErrorKind::ConnectionAborted,
        ErrorKind::BrokenPipe,
        ErrorKind::HostUnreachable,
        ErrorKind::NetworkUnreachable,
        ErrorKind::NetworkDown,
        ErrorKind::TimedOut,
        ErrorKind::Interrupted,
        ErrorKind::WouldBlock,
        ErrorKind::ResourceBusy,
    ] {
        assert_eq!(io::Error::from(kind).verdict(), Verdict::Transient, "{kind:?}");
        assert_eq!(io::Error::new(kind, "with a text").verdict(), Verdict::Transient, "{kind:?}");
    }
}

#[test]
fn every_other_io_kind_is_permanent() {
    for kind in [
        ErrorKind::NotFound,
        ErrorKind::PermissionDenied,
        ErrorKind::NotConnected,
        ErrorKind::AddrInUse,
        ErrorKind::AddrNotAvailable,
        ErrorKind::AlreadyExists,
        ErrorKind::NotADirectory,
        ErrorKind::IsADirectory,
        ErrorKind::DirectoryNotEmpty,
        ErrorKind::ReadOnlyFilesystem,
        ErrorKind::StaleNetworkFileHandle,
        ErrorKind::InvalidInput,
        ErrorKind::InvalidData,
        ErrorKind::WriteZero,
        ErrorKind::StorageFull,
        ErrorKind::NotSeekable,
        ErrorKind::QuotaExceeded,
        ErrorKind::FileTooLarge,
        ErrorKind::ExecutableFileBusy,
        ErrorKind::Deadlock,
        ErrorKind::TooManyLinks,
        ErrorKind::ArgumentListTooLong,
        ErrorKind::Unsupported,
        ErrorKind::UnexpectedEof,
        ErrorKind::OutOfMemory,
        ErrorKind::Other,
    ] {
        assert_eq!(io::Error::from(kind).verdict(), Verdict::Permanent, "{kind:?}");
    }
    assert_eq!(io::Error::other("says nothing").verdict(), Verdict::Permanent);
}

/// The kinds of the operating system's error numbers.
#[cfg(target_os = "linux")]
#[test]
fn io_errors_of_the_system_are_judged_by_their_kind() {
    const ECONNREFUSED: i32 = 111;
    const ENOENT: i32 = 2;
    assert_eq!(io::Error::from_raw_os_error(ECONNREFUSED).verdict(), Verdict::Transient);
    assert_eq!(io::Error::from_raw_os_error(ENOENT).verdict(), Verdict::Permanent);
}

struct Hinted(u64);

impl Transient for Hinted {
    fn verdict(&self) -> Verdict {
        Verdict::RetryAfter(Duration::from_secs(self.0))
    }
}

fn verdict_of(error: impl Transient) -> Verdict {
    error.verdict()
}

#[expect(clippy::needless_borrows_for_generic_args, reason = "the borrows are what is tested")]
#[test]
fn a_pointer_has_the_verdict_of_what_it_points_to() {
    let expected = Verdict::RetryAfter(Duration::from_secs(7));
    assert_eq!(verdict_of(Hinted(7)), expected);
    assert_eq!(verdict_of(&Hinted(7)), expected);
    assert_eq!(verdict_of(&mut Hinted(7)), expected);
    assert_eq!(verdict_of(Box::new(Hinted(7))), expected);
    assert_eq!(verdict_of(Rc::new(Hinted(7))), expected);
    assert_eq!(verdict_of(Arc::new(Hinted(7))), expected);
    assert_eq!(verdict_of(&&Box::new(Arc::new(Hinted(7)))), expected);
}

#[test]
fn an_error_of_unknown_type_has_a_verdict() {
    let errors: [Box<dyn Transient>; 3] = [
        Box::new(Hinted(1)),
        Box::new(io::Error::from(ErrorKind::TimedOut)),
        Box::new(io::Error::from(ErrorKind::NotFound)),
    ];
    let expected = [Verdict::RetryAfter(Duration::from_secs(1)), Verdict::Transient, Verdict::Permanent];
    assert_eq!(errors.map(verdict_of), expected);
    let shared: Arc<dyn Transient + Send + Sync> = Arc::new(Hinted(2));
    assert_eq!(verdict_of(shared.clone()), verdict_of(&*shared));
}

#[test]
fn an_error_that_cannot_happen_can_be_named() {
    let outcome: Result<u8, Infallible> = Ok(1);
    assert_eq!(outcome.as_ref().map_err(Transient::verdict), Ok(&1));
}
