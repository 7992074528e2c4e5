//! Each fault on its own: what the engine does, how often it is asked, and what is charged in the end. The waits are
//! skipped; the requests are real.

use std::sync::Arc;
use std::time::Duration;

use billing::client::{Client, PostError};
use billing::engine::Engine;
use billing::faults::{Fault, Faults, seeded};
use billing::journal::Journal;
use billing::ledger::{Ledger, Receipt};
use billing::reads::Read;
use billing::settings;
use retry_core::testing::{CallTrace, End, Scope};
use retry_core::{DelaySource, GiveUpReason};
use tokio_util::sync::CancellationToken;

/// What came of one call.
struct Posted {
    outcome: Result<Receipt, PostError>,
    /// None of a call that succeeds at once.
    trace: Option<CallTrace>,
    engine: Engine,
    journal: Arc<Journal>,
}

async fn post(usage: &str, faults: impl Faults) -> Posted {
    post_until(usage, faults, CancellationToken::new()).await
}

async fn post_until(usage: &str, faults: impl Faults, stop: CancellationToken) -> Posted {
    let engine = Engine::start(Ledger::open(None).unwrap(), faults).await.unwrap();
    let journal = Arc::new(Journal::open(None).unwrap());
    let client = Client::new(&engine, settings::rate_engine(None).unwrap(), Arc::clone(&journal), stop).unwrap();
    let scope = Scope::new().seed(7);
    let outcome = scope.run(client.post(&read(usage))).await;
    Posted { outcome, trace: scope.trace().calls().first().cloned(), engine, journal }
}

fn read(usage: &str) -> Read {
    Read { meter: "F00-00000".to_owned(), month: "2031-01".to_owned(), usage: usage.to_owned() }
}

/// This fault at the first attempt, and none later.
fn once(fault: Fault) -> impl Faults {
    move |_: &str, attempt: u32| (attempt == 1).then_some(fault)
}

impl Posted {
    fn requests(&self) -> u32 {
        self.engine.seen().unwrap().requests.values().sum()
    }

    fn charges(&self) -> Vec<String> {
        self.engine.charges().unwrap().iter().map(|(_, amount)| amount.to_string()).collect()
    }

    fn end(&self) -> Option<End> {
        self.trace.as_ref()?.end()
    }

    /// Charged once, at the second attempt or at the first with the second being told so.
    fn assert_recovered(&self, duplicates: u32) {
        let receipt = self.outcome.as_ref().unwrap();
        assert_eq!((receipt.number, receipt.amount.to_string()), (1, "65.70".to_owned()));
        assert_eq!((self.requests(), self.end()), (2, Some(End::Success)));
        assert_eq!(self.charges(), ["65.70"]);
        assert_eq!(self.engine.seen().unwrap().duplicates, duplicates);
        assert_eq!(self.journal.dead_letters().unwrap(), []);
    }

    /// In the dead letters, with the error that was returned.
    fn assert_buried(&self, attempts: u32, reason: GiveUpReason, error: &str) {
        assert_eq!(self.outcome.as_ref().unwrap_err().to_string(), error);
        assert_eq!((self.requests(), self.end()), (attempts, Some(End::GaveUp(reason))));
        let [letter] = &self.journal.dead_letters().unwrap()[..] else { panic!("one dead letter") };
        assert_eq!(
            (letter.attempts, letter.reason.as_str(), letter.error.as_str()),
            (attempts, reason.as_str(), error)
        );
        assert_eq!(letter.is_exhausted(), reason != GiveUpReason::Permanent);
    }
}

#[tokio::test]
async fn without_a_fault_one_request_is_enough() {
    let posted = post("320.500", |_: &str, _| None).await;
    assert_eq!(posted.outcome.as_ref().unwrap().amount.to_string(), "65.70");
    assert_eq!((posted.requests(), posted.trace.as_ref()), (1, None));
}

#[tokio::test]
async fn a_dropped_connection_is_tried_again() {
    let posted = post("320.500", once(Fault::Dropped)).await;
    posted.assert_recovered(0);
}

#[tokio::test]
async fn a_lost_acknowledgement_charges_once() {
    let posted = post("320.500", once(Fault::AcknowledgementLost)).await;
    posted.assert_recovered(1);
}

#[tokio::test]
async fn an_answer_that_is_late_charges_once() {
    let posted = post("320.500", once(Fault::Late)).await;
    posted.assert_recovered(1);
}

#[tokio::test]
async fn the_wait_is_as_long_as_the_engine_asks() {
    let posted = post("320.500", once(Fault::TooManyRequests { retry_after: 1 })).await;
    posted.assert_recovered(0);
    let wait = posted.trace.unwrap().waits()[0];
    assert_eq!(wait.source, DelaySource::RetryAfter);
    assert!((Duration::from_secs(1)..=Duration::from_millis(1_100)).contains(&wait.delay), "{wait:?}");
}

#[tokio::test]
async fn a_hint_of_zero_leaves_the_wait_to_backoff() {
    let posted = post("320.500", once(Fault::TooManyRequests { retry_after: 0 })).await;
    posted.assert_recovered(0);
    assert_eq!(posted.trace.unwrap().waits()[0].source, DelaySource::Backoff);
}

#[tokio::test]
async fn a_hint_past_the_deadline_ends_the_call() {
    let posted = post("320.500", once(Fault::TooManyRequests { retry_after: 20 })).await;
    posted.assert_buried(1, GiveUpReason::Deadline, "429 Too Many Requests: slow down");
    assert_eq!(posted.charges(), [""; 0]);
}

#[tokio::test]
async fn a_hint_of_an_hour_ends_the_call() {
    let posted = post("320.500", once(Fault::TooManyRequests { retry_after: 3_600 })).await;
    posted.assert_buried(1, GiveUpReason::RetryAfterTooLong, "429 Too Many Requests: slow down");
}

#[tokio::test]
async fn an_engine_that_is_down_is_asked_five_times() {
    let posted = post("320.500", |_: &str, _| Some(Fault::Unavailable)).await;
    posted.assert_buried(5, GiveUpReason::Attempts, "503 Service Unavailable: try again later");
    assert_eq!(posted.charges(), [""; 0]);
}

#[tokio::test]
async fn a_read_may_be_dead_and_charged() {
    // Only the replay can tell, for no acknowledgement ever came.
    let posted = post("320.500", |_: &str, _| Some(Fault::AcknowledgementLost)).await;
    assert_eq!((posted.requests(), posted.end()), (5, Some(End::GaveUp(GiveUpReason::Attempts))));
    assert_eq!((posted.charges(), posted.engine.seen().unwrap().duplicates), (vec!["65.70".to_owned()], 4));
    assert_eq!(posted.journal.dead_letters().unwrap().len(), 1);
}

#[tokio::test]
async fn a_malformed_read_is_asked_for_once() {
    // Faults do not matter: the engine looks at the read first.
    let posted = post("12,5", |_: &str, _| Some(Fault::Unavailable)).await;
    posted.assert_buried(1, GiveUpReason::Permanent, "422 Unprocessable Entity: \"12,5\" is no usage");
    assert_eq!(posted.charges(), [""; 0]);
}

#[tokio::test]
async fn a_call_that_is_stopped_is_no_dead_letter() {
    let stop = CancellationToken::new();
    let stopping = stop.clone();
    // The engine is told to stop while it answers.
    let faults = move |_: &str, _| {
        stopping.cancel();
        Some(Fault::Unavailable)
    };
    let posted = post_until("320.500", faults, stop).await;
    assert_eq!(posted.outcome.as_ref().unwrap_err().to_string(), "503 Service Unavailable: try again later");
    assert_eq!((posted.requests(), posted.end()), (1, Some(End::GaveUp(GiveUpReason::Stopped))));
    assert_eq!(posted.journal.dead_letters().unwrap(), []);
}

#[test]
fn faults_depend_on_the_seed_the_key_and_the_attempt_alone() {
    let fates = |seed| {
        let faults = seeded(seed);
        let keys = (0..500).map(|number| format!("F00-{number:05}/2031-01"));
        keys.flat_map(|key| [faults(&key, 1), faults(&key, 2)]).collect::<Vec<_>>()
    };
    assert_eq!(fates(1), fates(1));
    assert_ne!(fates(1), fates(2));
    let differing = fates(1).chunks(2).filter(|attempts| attempts[0] != attempts[1]).count();
    assert!(differing > 0, "the second attempt has a fate of its own");
}
