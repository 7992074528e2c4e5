//! A whole night, smaller than the program's own.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use billing::faults::Fault;
use billing::journal::by_reason;
use billing::{Config, settings};
use indicatif::ProgressBar;
use retry_core::GiveUpReason;
use tokio_util::sync::CancellationToken;

#[tokio::test(flavor = "multi_thread")]
async fn every_read_is_charged_once_whatever_goes_wrong() {
    let config = Config { reads: 400, workers: NonZeroUsize::new(32).unwrap(), seed: 7, data: None };
    let retries = settings::rate_engine(None).unwrap();
    let summary = billing::run(config, retries, &ProgressBar::hidden(), &CancellationToken::new()).await.unwrap();
    assert!(summary.audit.passed(), "{summary}");

    // Enough went wrong for that to mean something.
    for fault in [Fault::Unavailable, Fault::Dropped, Fault::AcknowledgementLost, Fault::Late] {
        assert!(summary.seen.faults.contains_key(&fault), "no {fault}: {summary}");
    }
    assert!(summary.seen.duplicates > 0, "{summary}");

    let [night, replay] = &summary.passes;
    assert_eq!(night.calls, 400);
    assert!(night.tally.recovered > 0, "{summary}");

    // What the hooks counted is what the table of dead letters holds.
    let counted: BTreeMap<_, _> =
        night.tally.give_ups.iter().map(|(reason, count)| (reason.as_str(), *count as usize)).collect();
    assert_eq!(counted, by_reason(&summary.after_night));
    assert!(counted.contains_key(GiveUpReason::Attempts.as_str()), "{summary}");
    for letter in &summary.after_night {
        match letter.reason.as_str() {
            "permanent" => assert_eq!(letter.attempts, 1, "{letter:?}"),
            "attempts" => assert_eq!(letter.attempts, 5, "{letter:?}"),
            _ => assert!(letter.attempts <= 5, "{letter:?}"),
        }
    }

    // Only what was not permanent is replayed, and then nothing is in the way.
    let permanent: Vec<_> = summary.after_night.iter().filter(|letter| !letter.is_exhausted()).cloned().collect();
    assert_eq!(replay.calls, summary.after_night.len() - permanent.len());
    assert_eq!((replay.attempts(), replay.tally.give_ups.len()), (replay.calls, 0));
    assert_eq!(summary.after_replay, permanent);
}
