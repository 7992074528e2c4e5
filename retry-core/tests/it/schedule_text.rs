//! The text of a schedule.

use std::time::Duration;

use retry_core::{Backoff, Jitter, RetryPolicy, RetryPolicyBuilder};

fn builder() -> RetryPolicyBuilder {
    RetryPolicy::builder()
}

const fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

#[track_caller]
fn assert_text(builder: RetryPolicyBuilder, lines: &[&str]) {
    let text = builder.build().expect("a possible policy").schedule().to_string();
    assert_eq!(text.lines().collect::<Vec<_>>(), lines);
    assert!(!text.ends_with('\n'), "the last line is for the caller to end");
}

#[test]
fn of_the_default() {
    assert_text(
        builder(),
        &[
            "6 attempts, full jitter",
            "  after attempt 1: up to 500ms",
            "  after attempt 2: up to 1s",
            "  after attempt 3: up to 2s",
            "  after attempt 4: up to 4s",
            "  after attempt 5: up to 8s",
            "total wait: 7.75s on average, 15.5s at worst",
            "the cap of 30s is never reached",
        ],
    );
}

#[test]
fn with_equal_jitter() {
    assert_text(
        builder().jitter(Jitter::Equal).attempts(3),
        &[
            "3 attempts, equal jitter",
            "  after attempt 1: 250ms to 500ms",
            "  after attempt 2: 500ms to 1s",
            "total wait: 1.125s on average, 1.5s at worst",
            "the cap of 30s is never reached",
        ],
    );
}

#[test]
fn without_jitter() {
    assert_text(
        builder().jitter(Jitter::None).attempts(3).cap(ms(1_000)),
        &["3 attempts, no jitter", "  after attempt 1: 500ms", "  after attempt 2: 1s", "total wait: 1.5s"],
    );
}

#[test]
fn with_decorrelated_jitter() {
    let schedule = builder().jitter(Jitter::Decorrelated).build().unwrap().schedule();
    let text = schedule.to_string();
    let (ceilings, total) = text.split_once("total wait: ").expect("a total");
    assert_eq!(
        ceilings.lines().collect::<Vec<_>>(),
        [
            "6 attempts, decorrelated jitter",
            "  after attempt 1: 500ms to 1.5s",
            "  after attempt 2: 500ms to 4.5s",
            "  after attempt 3: 500ms to 13.5s",
            "  after attempts 4 and 5: 500ms to 30s",
        ]
    );
    // The average is an estimate: `schedule.rs` says how good it must be.
    assert!(total.starts_with("about 16.") && total.ends_with("s on average, 1min 19s at worst"), "{total}");
}

#[test]
fn of_a_list_that_is_shorter_than_the_attempts() {
    assert_text(
        builder().backoff(Backoff::Delays(const { &[ms(100), ms(1_000)] })).attempts(6),
        &[
            "6 attempts, full jitter",
            "  after attempt 1: up to 100ms",
            "  after attempts 2 to 5: up to 1s",
            "total wait: 2.05s on average, 4.1s at worst",
        ],
    );
}

#[test]
fn of_a_list_that_is_waited_to_its_end() {
    assert_text(
        builder().backoff(Backoff::Delays(const { &[ms(100), ms(1_000), ms(300)] })),
        &[
            "4 attempts, full jitter",
            "  after attempt 1: up to 100ms",
            "  after attempt 2: up to 1s",
            "  after attempt 3: up to 300ms",
            "total wait: 700ms on average, 1.4s at worst",
        ],
    );
}

/// Only waits are printed.
#[test]
fn of_a_list_that_is_longer_than_the_attempts() {
    for attempts in [2, 3] {
        let list = Backoff::Delays(const { &[ms(100), ms(1_000), ms(9_000)] });
        let text = builder().backoff(list).attempts(attempts).build().unwrap().schedule().to_string();
        let lines: Vec<_> = text.lines().filter(|line| line.contains("after attempt")).collect();
        let expected = ["  after attempt 1: up to 100ms", "  after attempt 2: up to 1s"];
        assert_eq!(lines, expected[..attempts as usize - 1]);
        assert!(text.contains("the end of the list of delays is never reached"), "{text}");
    }
}

#[test]
fn of_a_single_attempt() {
    assert_text(builder().attempts(1), &["1 attempt, never a wait"]);
}

#[test]
fn of_two_attempts() {
    assert_text(
        builder().attempts(2).cap(ms(500)),
        &["2 attempts, full jitter", "  after attempt 1: up to 500ms", "total wait: 250ms on average, 500ms at worst"],
    );
}

#[test]
fn of_equal_ceilings() {
    assert_text(
        builder().backoff(Backoff::Fibonacci).base(ms(1)).cap(ms(3)).attempts(8),
        &[
            "8 attempts, full jitter",
            "  after attempts 1 and 2: up to 1ms",
            "  after attempt 3: up to 2ms",
            "  after attempts 4 to 7: up to 3ms",
            "total wait: 8ms on average, 16ms at worst",
        ],
    );
}

#[test]
fn of_two_thousand_attempts() {
    assert_text(
        builder().attempts(2_000),
        &[
            "2000 attempts, full jitter",
            "  after attempt 1: up to 500ms",
            "  after attempt 2: up to 1s",
            "  after attempt 3: up to 2s",
            "  after attempt 4: up to 4s",
            "  after attempt 5: up to 8s",
            "  after attempt 6: up to 16s",
            "  after attempts 7 to 1999: up to 30s",
            "total wait: 8h 18min on average, 16h 37min at worst",
        ],
    );
}

/// Up to thirteen lines are printed in full. Of more, one line stands for those between the eleventh and the last.
#[test]
fn of_more_ceilings_than_a_person_reads() {
    let linear = builder().backoff(Backoff::Linear).base(ms(1)).cap(ms(100));
    let ceilings = |attempts: u32| -> Vec<String> {
        let text = linear.attempts(attempts).build().unwrap().schedule().to_string();
        text.lines().filter(|line| line.starts_with("  ")).map(str::to_owned).collect()
    };
    let line = |attempt: u32| format!("  after attempt {attempt}: up to {attempt}ms");
    for attempts in [13, 14] {
        assert_eq!(ceilings(attempts), (1..attempts).map(line).collect::<Vec<_>>());
    }
    let between = |last| format!("  after attempts 12 to {last}: between these");
    let shortened: Vec<_> = (1..=11).map(line).chain([between(13), line(14)]).collect();
    assert_eq!(ceilings(15), shortened);
    let at_the_cap = "  after attempts 100 to 1999: up to 100ms".to_owned();
    let to_the_cap: Vec<_> = (1..=11).map(line).chain([between(99), at_the_cap]).collect();
    assert_eq!(ceilings(2_000), to_the_cap);
}

/// Printing ends soon, although slow growth has tens of millions of different ceilings, or millions of attempts for
/// each.
#[test]
fn of_slow_growth_over_the_most_attempts() {
    let policy = builder().attempts(u32::MAX).factor(1.000_000_1).build().unwrap();
    let text = policy.schedule().to_string();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 15, "{text}");
    assert_eq!(lines[0], "4294967295 attempts, full jitter");
    assert!(lines[12].ends_with(": between these"), "{text}");
    assert!(lines[13].ends_with(" to 4294967294: up to 30s"), "{text}");

    let slowest = builder().attempts(u32::MAX).factor(1.0 + f64::EPSILON).build().unwrap();
    let text = slowest.schedule().to_string();
    assert!(text.contains("  after attempts 1 to ") && text.lines().count() <= 16, "{text}");
}

/// The first attempt with the last ceiling is found from the end, also for a list that repeats its last delay.
#[test]
fn of_a_long_list_that_ends_flat() {
    const LIST: [Duration; 15] = {
        let mut list = [ms(13); 15];
        let mut index = 0;
        while index < 12 {
            list[index] = ms(index as u64 + 1);
            index += 1;
        }
        list
    };
    let text = builder().backoff(Backoff::Delays(&LIST)).attempts(40).build().unwrap().schedule().to_string();
    assert!(text.contains("  after attempt 12: up to 12ms\n  after attempts 13 to 39: up to 13ms\n"), "{text}");
}

#[test]
fn of_a_function() {
    assert_text(
        builder().backoff(Backoff::Function(|attempt| ms(u64::from(attempt) / 2 * 10))).cap(ms(20)).attempts(8),
        &[
            "8 attempts, full jitter",
            "  after attempt 1: no wait",
            "  after attempts 2 and 3: up to 10ms",
            "  after attempts 4 to 7: up to 20ms",
            "total wait: 50ms on average, 100ms at worst",
        ],
    );
}

/// A function may fall, so its shortened text has the longest wait of the lines that it leaves out.
#[test]
fn of_a_function_that_falls() {
    let falling = Backoff::Function(|attempt| ms(u64::from(50 - attempt)));
    let text = builder().backoff(falling).attempts(40).build().unwrap().schedule().to_string();
    assert!(text.contains("\n  after attempts 12 to 38: other waits, the longest 38ms\n"), "{text}");
}

#[test]
fn without_a_limit_of_attempts() {
    assert_text(
        builder().unlimited_attempts().deadline(Duration::from_secs(60)).cap(Duration::from_secs(1)),
        &[
            "attempts until the deadline of 1min, full jitter",
            "  after attempt 1: up to 500ms",
            "  after attempt 2 and later: up to 1s",
            "total wait: at most 1min, the deadline",
        ],
    );
}

#[test]
fn with_a_limit_of_attempts_and_a_deadline() {
    assert_text(
        builder().attempts(3).deadline(Duration::from_secs(60)).jitter(Jitter::None),
        &[
            "3 attempts within 1min, no jitter",
            "  after attempt 1: 500ms",
            "  after attempt 2: 1s",
            "total wait: 1.5s",
            "the cap of 30s is never reached",
        ],
    );
}
