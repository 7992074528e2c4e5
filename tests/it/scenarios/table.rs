//! The table of scenarios, in groups.

use std::time::Duration;

use retry_core::GiveUpReason::{
    Attempts, Breaker as BreakerIsOpen, Budget, Deadline, Permanent, RetryAfterTooLong, Stopped,
};
use retry_core::{Backoff, BreakerState, Jitter, RetryPolicy, RetryPolicyBuilder};

use super::here::ms;
use super::scenario::Answer::{Broken, Busy, NotReady, NotReadyUntil, Ready, RetryAfter, WaitExactly};
use super::scenario::{Before, End, Scenario, scenario};

pub const YEAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// 200, 400, 800 ms and so on, without jitter.
fn doubling() -> RetryPolicyBuilder {
    RetryPolicy::builder().base(ms(200)).jitter(Jitter::None)
}

fn every(delay: Duration) -> RetryPolicyBuilder {
    doubling().base(delay).backoff(Backoff::Constant)
}

pub fn outcomes() -> Vec<Scenario> {
    vec![
        scenario("success at once", doubling(), [Ready], End::Ready),
        scenario("success at the third attempt", doubling(), [Busy, Busy, Ready], End::Ready).waits([200, 400]),
        scenario("success at the last attempt", doubling().attempts(2), [Busy, Ready], End::Ready).waits([200]),
        scenario("permanent at once", doubling(), [Broken], End::Error(Permanent)),
        scenario("permanent later", doubling(), [Busy, Broken], End::Error(Permanent)).waits([200]),
        scenario("permanent at the last attempt", doubling().attempts(2), [Busy, Broken], End::Error(Permanent))
            .waits([200]),
        scenario("a single attempt", doubling().attempts(1), [Busy], End::Error(Attempts)),
        scenario("attempts spent", doubling().attempts(4), [Busy], End::Error(Attempts)).waits([200, 400, 800]),
        scenario("a cap", doubling().cap(ms(300)).attempts(4), [Busy], End::Error(Attempts)).waits([200, 300, 300]),
        scenario("delays of zero", every(Duration::ZERO).attempts(4), [Busy], End::Error(Attempts)).waits([0, 0, 0]),
    ]
}

pub fn hints() -> Vec<Scenario> {
    let second = ms(1_000);
    let patient = || doubling().retry_after_cap(YEAR * 5);
    vec![
        scenario("a hint is a floor", doubling(), [RetryAfter(second), Ready], End::Ready).obeys(second, 1),
        scenario("a hint below the delay", doubling(), [RetryAfter(ms(90)), Ready], End::Ready).waits([200]),
        scenario("a hint of zero", doubling(), [RetryAfter(Duration::ZERO), Ready], End::Ready).waits([200]),
        scenario("a hint above the cap of the curve", doubling().cap(ms(200)), [RetryAfter(second), Ready], End::Ready)
            .obeys(second, 1),
        scenario("a hint of years", doubling(), [RetryAfter(YEAR * 3), Ready], End::Error(RetryAfterTooLong)),
        scenario("a hint of years, and patience", patient(), [RetryAfter(YEAR * 3), Ready], End::Ready)
            .obeys(YEAR * 3, 1),
        scenario("the longest hint", doubling(), [RetryAfter(Duration::MAX)], End::Error(RetryAfterTooLong)),
        scenario("the longest hint that is obeyed", doubling(), [RetryAfter(second * 60), Ready], End::Ready)
            .obeys(second * 60, 1),
        scenario("a hint just too long", doubling(), [RetryAfter(ms(60_001))], End::Error(RetryAfterTooLong)),
        scenario("a second hint too long", doubling(), [Busy, RetryAfter(YEAR)], End::Error(RetryAfterTooLong))
            .waits([200]),
        scenario("the curve goes on after a hint", doubling(), [RetryAfter(second), Busy, Ready], End::Ready)
            .obeys(second, 1)
            .waits([400]),
        scenario("a server that always hints", doubling().attempts(4), [RetryAfter(second)], End::Error(Attempts))
            .obeys(second, 3),
        scenario(
            "a hint past the deadline",
            doubling().deadline(second),
            [RetryAfter(second * 2)],
            End::Error(Deadline),
        ),
    ]
}

pub fn exact_waits() -> Vec<Scenario> {
    let second = ms(1_000);
    let jittered = || doubling().jitter(Jitter::Full);
    vec![
        scenario("no wait at all", jittered(), [WaitExactly(Duration::ZERO), Ready], End::Ready)
            .waits_exactly(Duration::ZERO, 1),
        scenario("an exact wait below the delay", doubling(), [WaitExactly(ms(7)), Ready], End::Ready)
            .waits_exactly(ms(7), 1),
        scenario("an exact wait is not spread", jittered(), [WaitExactly(second), Ready], End::Ready)
            .waits_exactly(second, 1),
        scenario(
            "an exact wait above the cap of the curve",
            doubling().cap(ms(200)),
            [WaitExactly(second), Ready],
            End::Ready,
        )
        .waits_exactly(second, 1),
        scenario("the longest exact wait", doubling(), [WaitExactly(second * 60), Ready], End::Ready)
            .waits_exactly(second * 60, 1),
        scenario("an exact wait just too long", doubling(), [WaitExactly(ms(60_001))], End::Error(RetryAfterTooLong)),
        scenario("the curve goes on after an exact wait", doubling(), [WaitExactly(second), Busy, Ready], End::Ready)
            .waits_exactly(second, 1)
            .waits([400]),
        scenario(
            "exact waits spend the attempts",
            doubling().attempts(3),
            [WaitExactly(Duration::ZERO)],
            End::Error(Attempts),
        )
        .waits_exactly(Duration::ZERO, 2),
        scenario(
            "an exact wait past the deadline",
            doubling().deadline(second),
            [WaitExactly(ms(1_001))],
            End::Error(Deadline),
        ),
        scenario("an exact wait asks the budget too", doubling(), [WaitExactly(Duration::ZERO)], End::Error(Budget))
            .tokens(1)
            .waits_exactly(Duration::ZERO, 1),
    ]
}

pub fn deadlines() -> Vec<Scenario> {
    let within = |deadline| doubling().deadline(ms(deadline));
    let unlimited = |delay, deadline| every(ms(delay)).unlimited_attempts().deadline(ms(deadline));
    vec![
        // At 0, 0.2 and 0.6 s; the wait of 0.8 s is not begun.
        scenario("three calls within a second", within(1_000), [Busy], End::Error(Deadline)).waits([200, 400]),
        scenario("a wait that ends at the deadline", within(600), [Busy], End::Error(Deadline)).waits([200, 400]),
        scenario("a wait that ends just after it", within(599), [Busy], End::Error(Deadline)).waits([200]),
        scenario("attempts before deadline", within(10_000).attempts(3), [Busy], End::Error(Attempts))
            .waits([200, 400]),
        scenario("the attempts' own time counts", within(1_000), [Busy], End::Error(Deadline))
            .taking(ms(300))
            .waits([200]),
        scenario("a long attempt that fails", within(1_000), [Busy], End::Error(Deadline)).taking(ms(5_000)),
        scenario("a long attempt that succeeds", within(1_000), [Ready], End::Ready).taking(ms(5_000)),
        scenario("the second succeeds after the deadline", within(1_000), [Busy, Ready], End::Ready)
            .taking(ms(700))
            .waits([200]),
        scenario("as many as fit", unlimited(100, 1_000), [Busy], End::Error(Deadline)).waits([100; 10]),
        scenario("as many as fit of some length", unlimited(100, 1_000), [Busy], End::Error(Deadline))
            .taking(ms(150))
            .waits([100; 4]),
        scenario("unlimited until success", unlimited(1, 60_000), [Busy, Busy, Ready], End::Ready).waits([1, 1]),
        scenario("the longest deadline", doubling().deadline(Duration::MAX).attempts(3), [Busy], End::Error(Attempts))
            .waits([200, 400]),
    ]
}

pub fn budgets() -> Vec<Scenario> {
    vec![
        scenario("an empty budget", doubling(), [Busy], End::Error(Budget)).tokens(0),
        scenario("an empty budget and success", doubling(), [Ready], End::Ready).tokens(0),
        scenario("a budget for two", doubling(), [Busy], End::Error(Budget)).tokens(2).waits([200, 400]),
        scenario("a budget that suffices", doubling(), [Busy, Busy, Ready], End::Ready).tokens(2).waits([200, 400]),
        scenario("a hint asks the budget too", doubling(), [RetryAfter(ms(900))], End::Error(Budget))
            .tokens(1)
            .obeys(ms(900), 1),
    ]
}

pub fn breakers() -> Vec<Scenario> {
    let (closed, open, half_open) = (BreakerState::Closed, BreakerState::Open, BreakerState::HalfOpen);
    let long = ms(5_000);
    let due = Before::OpenFor(long);
    let hinted = || [RetryAfter(long), Busy];
    vec![
        scenario("a breaker that stays closed", doubling(), [Busy, Busy, Ready], End::Ready)
            .opens_after(3, long, closed)
            .waits([200, 400]),
        scenario("a success ends the failures in a row", doubling(), [Busy, Ready], End::Ready)
            .opens_after(2, long, closed)
            .waits([200]),
        scenario("it opens at the first attempt", doubling(), [Busy], End::Error(BreakerIsOpen))
            .opens_after(1, long, open),
        scenario("it opens in the middle", doubling(), [Busy], End::Error(BreakerIsOpen))
            .opens_after(2, long, open)
            .waits([200]),
        scenario("it opens at the last attempt", doubling().attempts(2), [Busy], End::Error(Attempts))
            .opens_after(2, long, open)
            .waits([200]),
        scenario("a value opens it", doubling(), [NotReady], End::NotReady(BreakerIsOpen))
            .opens_after(2, long, open)
            .waits([200]),
        scenario("a permanent error does not", doubling(), [Broken], End::Error(Permanent))
            .opens_after(1, long, closed),
        scenario("it would be open for a moment after the wait", doubling(), [Busy], End::Error(BreakerIsOpen))
            .opens_after(2, ms(401), open)
            .waits([200]),
        scenario("its probe is due after the wait, and succeeds", doubling(), [Busy, Busy, Ready], End::Ready)
            .opens_after(2, ms(400), closed)
            .waits([200, 400]),
        scenario("its probe has a permanent error", doubling(), [Busy, Busy, Broken], End::Error(Permanent))
            .opens_after(2, ms(400), closed)
            .waits([200, 400]),
        scenario("its probe fails, and so do all others", doubling().attempts(5), [Busy], End::Error(Attempts))
            .opens_after(2, ms(400), open)
            .waits([200, 400, 800, 1_600]),
        scenario("its probe fails, and the second succeeds", doubling(), [Busy, Busy, Busy, Ready], End::Ready)
            .opens_after(2, ms(400), closed)
            .waits([200, 400, 800]),
        scenario(
            "a hint reaches the probe, the delay after it does not",
            doubling(),
            hinted(),
            End::Error(BreakerIsOpen),
        )
        .opens_after(1, long, open)
        .obeys(long, 1),
        scenario(
            "an exact wait ends before the probe",
            doubling(),
            [WaitExactly(ms(4_999))],
            End::Error(BreakerIsOpen),
        )
        .opens_after(1, long, open),
        scenario("open from the start", doubling(), [Ready], End::Refused).finds(Before::OpenFor(ms(1)), open),
        scenario("open from the start, and no token", doubling(), [Ready], End::Refused)
            .finds(Before::OpenFor(ms(1)), open)
            .tokens(0),
        scenario("open from the start, for another moment", doubling(), [Ready], End::Refused)
            .finds(Before::OpenFor(ms(4_999)), open),
        scenario("its probe is due from the start, and succeeds", doubling(), [Ready], End::Ready).finds(due, closed),
        scenario("its probe is due from the start, and fails", doubling(), [Busy], End::Error(BreakerIsOpen))
            .finds(due, open),
        scenario("another call's probe is in flight", doubling(), [Ready], End::Refused)
            .finds(Before::Probing, half_open),
        scenario("others open it during the wait", doubling(), [Busy], End::Refused)
            .finds(Before::OpenedInTheWait, open)
            .waits([200]),
        scenario("deadline before breaker", doubling().deadline(ms(100)), [Busy], End::Error(Deadline))
            .opens_after(1, long, open),
        scenario("breaker before budget", doubling(), [Busy], End::Error(BreakerIsOpen))
            .opens_after(1, long, open)
            .tokens(0),
        scenario("breaker before stop", doubling(), [Busy], End::Error(BreakerIsOpen))
            .opens_after(1, long, open)
            .stops_at(0),
    ]
}

pub fn conditions() -> Vec<Scenario> {
    vec![
        scenario("accepted at once", doubling(), [Ready], End::Ready),
        scenario("accepted at the third", doubling(), [NotReady, NotReady, Ready], End::Ready).waits([200, 400]),
        scenario("never accepted", doubling().attempts(3), [NotReady], End::NotReady(Attempts)).waits([200, 400]),
        scenario("not accepted in time", doubling().deadline(ms(300)), [NotReady], End::NotReady(Deadline))
            .waits([200]),
        scenario("not accepted within the budget", doubling(), [NotReady], End::NotReady(Budget))
            .tokens(1)
            .waits([200]),
        scenario("a value with a hint", doubling(), [NotReadyUntil(ms(5_000)), Ready], End::Ready).obeys(ms(5_000), 1),
        scenario(
            "a value with a hint just too long",
            doubling(),
            [NotReadyUntil(ms(60_001))],
            End::NotReady(RetryAfterTooLong),
        ),
        scenario("values and errors in turns", doubling(), [NotReady, Busy, Ready], End::Ready).waits([200, 400]),
        scenario("an error after a value", doubling(), [NotReady, Broken], End::Error(Permanent)).waits([200]),
        scenario("a value after an error", doubling().attempts(2), [Busy, NotReady], End::NotReady(Attempts))
            .waits([200]),
    ]
}

pub fn stops() -> Vec<Scenario> {
    vec![
        scenario("told to stop from the start", doubling(), [Busy], End::Error(Stopped)).stops_at(0),
        scenario("told to stop from the start, and success", doubling(), [Ready], End::Ready).stops_at(0),
        scenario("told to stop at the first attempt", doubling(), [Busy, Ready], End::Error(Stopped)).stops_at(1),
        scenario("told to stop at the third", doubling(), [Busy], End::Error(Stopped)).stops_at(3).waits([200, 400]),
        scenario("told to stop at the one that succeeds", doubling(), [Busy, Ready], End::Ready)
            .stops_at(2)
            .waits([200]),
        scenario("a value when told to stop", doubling(), [NotReady], End::NotReady(Stopped)).stops_at(2).waits([200]),
        scenario("a hint when told to stop", doubling(), [RetryAfter(ms(900))], End::Error(Stopped))
            .stops_at(2)
            .obeys(ms(900), 1),
        scenario("no wait at all when told to stop", doubling(), [WaitExactly(Duration::ZERO)], End::Error(Stopped))
            .stops_at(2)
            .waits_exactly(Duration::ZERO, 1),
        scenario("within a deadline when told to stop", doubling().deadline(ms(5_000)), [Busy], End::Error(Stopped))
            .stops_at(2)
            .waits([200]),
        scenario("told to stop with one token left", doubling(), [Busy], End::Error(Stopped))
            .stops_at(2)
            .tokens(2)
            .waits([200]),
    ]
}

/// If several reasons hold, the first one is given, and only the last one asks for a token.
pub fn order_of_reasons() -> Vec<Scenario> {
    let mut scenarios = Vec::new();
    for (tokens, stops_at) in [(0, u32::MAX), (20, u32::MAX), (0, 0), (20, 0)] {
        let late = || doubling().deadline(ms(1_000));
        let spent = || late().attempts(1);
        let endless = RetryAfter(Duration::MAX);
        let all_at_once = [
            scenario("permanent before all", spent(), [Broken], End::Error(Permanent)),
            scenario("attempts before retry-after", spent(), [endless], End::Error(Attempts)),
            scenario("attempts before deadline", spent(), [Busy], End::Error(Attempts)),
            scenario("retry-after before deadline", late(), [endless], End::Error(RetryAfterTooLong)),
            scenario("deadline before budget", late(), [Busy], End::Error(Deadline)),
        ];
        scenarios.extend(all_at_once.map(|scenario| scenario.taking(ms(2_000)).tokens(tokens).stops_at(stops_at)));
    }
    scenarios.push(scenario("budget before stop", doubling(), [Busy], End::Error(Budget)).tokens(0).stops_at(0));
    scenarios
}
