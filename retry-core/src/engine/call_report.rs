use core::fmt;
use core::time::Duration;

use super::call::Call;
use super::clock::Clock;
use super::failed::HookAnswer;
use super::name::Name;
use crate::decision::GiveUpReason;
use crate::policy::Readable;

/// The report of a call that has ended, by success or by giving up.
///
/// The hook `report = …` of an annotated function gets it, and [`run_with_report`](crate::Retry::run_with_report)
/// returns it beside the outcome. Its text is one line.
///
/// ```
/// use retry_core::RetryPolicy;
///
/// let call = RetryPolicy::default().retry_blocking(|| Err::<(), _>("declined")).name("billing");
/// let (outcome, report) = call.transient(|_| false).run_with_report();
/// assert_eq!(outcome, Err("declined"));
/// assert_eq!(report.attempts, 1);
/// assert!(report.to_string().starts_with("billing: gave up after 1 attempt and "));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CallReport {
    /// The name of the call in events.
    pub name: &'static str,
    /// The number of attempts.
    pub attempts: u32,
    /// The time from the start of the call to its end.
    pub elapsed: Duration,
    /// Why no further attempt was made; `None` after a success.
    pub gave_up: Option<GiveUpReason>,
}

impl CallReport {
    #[cold]
    pub(super) fn of_success(name: Name, call: &Call, clock: Option<&dyn Clock>) -> Self {
        let elapsed = clock.and_then(Clock::elapsed).unwrap_or_default();
        Self { name: name.get(), attempts: call.failures + 1, elapsed, gave_up: None }
    }
}

impl fmt::Display for CallReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, attempts, elapsed, gave_up } = self;
        let how = if gave_up.is_none() { "success" } else { "gave up" };
        let plural = if *attempts == 1 { "" } else { "s" };
        write!(f, "{name}: {how} after {attempts} attempt{plural} and {}", Readable(*elapsed))?;
        gave_up.map_or(Ok(()), |reason| write!(f, ": {reason}"))
    }
}

/// Calls the hook `report = …`, if the function has ended.
pub fn tell_report<A: HookAnswer>(report: Option<CallReport>, hook: impl FnOnce(&CallReport) -> A) {
    if let Some(report) = report {
        hook(&report);
    }
}
