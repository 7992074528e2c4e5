use super::{Row, Strategy, find};
use crate::Claim;

/// What an independent implementation of the model gave, in the order of [`Strategy::ALL`]: milliseconds and calls.
const REFERENCE: [(u32, [(f64, f64); 5]); 2] = [
    (100, [(2021.0, 2426.0), (63_657.0, 1854.0), (6638.0, 813.0), (4969.0, 796.0), (4622.0, 1004.0)]),
    (190, [(3546.0, 7998.0), (101_418.0, 5167.0), (9412.0, 1760.0), (7372.0, 1773.0), (7808.0, 2436.0)]),
];

/// What the rows have to bear out; only about numbers of clients that are among them.
///
/// ```
/// use herd::contention::{claims, sweep};
///
/// let mut rows = sweep(&[100], 10);
/// assert!(claims(&rows).iter().all(|claim| claim.holds));
/// rows[3].calls *= 2; // full jitter
/// assert!(claims(&rows).iter().any(|claim| !claim.holds));
/// ```
#[must_use]
pub fn claims(rows: &[Row]) -> Vec<Claim> {
    let mut claims = vec![Claim::new(
        !rows.is_empty() && rows.iter().all(|row| row.complete),
        "every client writes exactly once, whatever the strategy",
    )];
    for (clients, expected) in REFERENCE {
        for (strategy, expected) in Strategy::ALL.into_iter().zip(expected) {
            claims.extend(find(rows, strategy, clients).map(|row| agrees(row, expected)));
        }
    }
    let with = |strategy, clients| find(rows, strategy, clients);
    for (clients, _) in REFERENCE {
        if let (Some(none), Some(equal), Some(full)) =
            (with(Strategy::NoJitter, clients), with(Strategy::Equal, clients), with(Strategy::Full, clients))
        {
            claims.extend(jitter_pays(none, equal, full));
        }
    }
    claims
}

/// Within 5 % of the calls and 10 % of the time: several standard errors of a mean of 100 runs, and far less than a
/// different reading of the model would make (beginning at 5 ms gives full jitter a tenth more calls).
fn agrees(row: &Row, (time, calls): (f64, f64)) -> Claim {
    let calls = f64::from(row.calls) / calls - 1.0;
    let time = row.time.as_secs_f64() * 1000.0 / time - 1.0;
    Claim::new(
        calls.abs() <= 0.05 && time.abs() <= 0.1,
        format!(
            "{} clients, {}: calls {:+.1} % and time {:+.1} % from the reference",
            row.clients,
            row.strategy.name(),
            calls * 100.0,
            time * 100.0
        ),
    )
}

fn jitter_pays(none: &Row, equal: &Row, full: &Row) -> [Claim; 3] {
    let clients = full.clients;
    let calls = |other: &Row| f64::from(full.calls) / f64::from(other.calls);
    let quicker = none.time.as_secs_f64() / full.time.as_secs_f64();
    [
        Claim::new(
            calls(none) < 0.5,
            format!("{clients} clients: full jitter makes less than half the calls of no jitter ({:.2})", calls(none)),
        ),
        Claim::new(
            quicker >= 8.0,
            format!("{clients} clients: full jitter is done at least 8 times sooner than no jitter ({quicker:.1})"),
        ),
        Claim::new(
            calls(equal) <= 1.02,
            format!(
                "{clients} clients: full jitter makes at most 2 % more calls than equal jitter ({:.3})",
                calls(equal)
            ),
        ),
    ]
}
