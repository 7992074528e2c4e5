use std::ops::Range;

use super::{HIGH_LOAD, MODERATE_LOAD, OPEN_FOR, Outage, Row, Scale, Variant};
use crate::Claim;

/// What the rows have to bear out; which claims are made depends on the outage and the load.
///
/// ```
/// use herd::overload::{MODERATE_LOAD, Outage, Scale, claims, sweep};
///
/// let mut rows = sweep(&[Scale { outage: Outage::Down, clients: 200, load: MODERATE_LOAD, repetitions: 5 }]);
/// assert!(claims(&rows).iter().all(|claim| claim.holds));
/// for row in &mut rows {
///     row.attempts_per_call *= 1.1;
/// }
/// assert!(claims(&rows).iter().any(|claim| !claim.holds));
/// ```
#[must_use]
pub fn claims(rows: &[Row]) -> Vec<Claim> {
    rows.chunk_by(|one, next| one.scale == next.scale).flat_map(claims_of_one_scale).collect()
}

fn claims_of_one_scale(rows: &[Row]) -> Vec<Claim> {
    let Some(scale) = rows.first().map(|row| row.scale) else { return Vec::new() };
    let mut claims = Claims { scale, rows, claims: Vec::new() };
    match scale.outage {
        Outage::Down => {
            claims.budget_is_cheap();
            if scale.load <= MODERATE_LOAD {
                claims.jitter_is_enough();
            }
            if scale.load >= HIGH_LOAD {
                claims.jitter_is_not_enough();
            }
            claims.breaker_spares_attempts(0.55);
            claims.breaker_closes_late(2.0..7.0);
        }
        Outage::Hangs => {
            claims.breaker_answers_sooner();
            claims.breaker_spares_attempts(0.75);
            claims.breaker_closes_late(3.0..12.0);
        }
        Outage::HalfFails => claims.breaker_is_worse_than_nothing(),
    }
    claims.claims
}

struct Claims<'a> {
    scale: Scale,
    /// One for each variant.
    rows: &'a [Row],
    claims: Vec<Claim>,
}

impl Claims<'_> {
    fn claim(&mut self, holds: bool, text: &str) {
        let Scale { outage, clients, load, .. } = self.scale;
        let (outage, load) = (outage.name(), load * 100.0);
        self.claims.push(Claim::new(holds, format!("{outage}, {clients} clients, {load:.0} % load: {text}")));
    }

    fn row(&self, variant: Variant) -> Row {
        *self.rows.iter().find(|row| row.variant == variant).expect("a sweep runs every variant")
    }

    /// At any load: with a budget the server is as well off as without retries, and in good times the calls are as
    /// well off as with them.
    fn budget_is_cheap(&mut self) {
        let (budget, without) = (self.row(Variant::FullWithBudget), self.row(Variant::NoRetry));
        let extra = (budget.attempts_per_call - 1.0) * 100.0;
        self.claim(extra <= 5.0, &format!("retries on a budget add at most 5 % to the load ({extra:.1} %)"));
        self.claim(
            budget.recovered >= 0.95 && budget.recovery.as_secs_f64() <= 1.0,
            &format!(
                "with a budget the server recovers within a second in at least 95 % of the runs ({:.2} s in {:.0} %)",
                budget.recovery.as_secs_f64(),
                budget.recovered * 100.0
            ),
        );
        self.claim(
            without.success_before <= 0.995 && budget.success_before >= 0.999,
            &format!(
                "the budget still mends the odd failure: {:.2} % of calls succeed before the outage, {:.2} % without \
                 retries",
                budget.success_before * 100.0,
                without.success_before * 100.0
            ),
        );
    }

    /// At moderate load: what jitter is for, and what a budget costs the callers.
    fn jitter_is_enough(&mut self) {
        let (none, full, budget) =
            (self.row(Variant::NoJitter), self.row(Variant::Full), self.row(Variant::FullWithBudget));
        let ratio = none.peak / full.peak;
        self.claim(ratio >= 10.0, &format!("no jitter peaks at 10 times the load of full jitter or more ({ratio:.1})"));
        let (slow, quick) = (none.recovery.as_secs_f64(), full.recovery.as_secs_f64());
        self.claim(
            full.recovered >= 0.95 && quick <= slow / 4.0,
            &format!("full jitter recovers at least 4 times sooner than no jitter ({quick:.1} s, {slow:.1} s)"),
        );
        let price = (full.success_since - budget.success_since) * 100.0;
        self.claim(
            (10.0..25.0).contains(&price),
            &format!("the budget's price: 10 to 25 % fewer of the calls since the outage succeed ({price:.0} %)"),
        );
    }

    /// At high load: retries keep the server down after its outage, whatever the jitter, unless something limits
    /// them.
    fn jitter_is_not_enough(&mut self) {
        let (full, budget) = (self.row(Variant::Full), self.row(Variant::FullWithBudget));
        self.claim(
            full.recovered <= 0.25,
            &format!("full jitter alone recovers in at most a quarter of the runs ({:.0} %)", full.recovered * 100.0),
        );
        self.claim(
            full.wasted >= 0.75 && budget.wasted <= 0.01,
            &format!(
                "with full jitter alone at least 75 % of the server's work is for nobody, with a budget at most 1 % \
                 ({:.0} %, {:.1} %)",
                full.wasted * 100.0,
                budget.wasted * 100.0
            ),
        );
        let more = budget.success_since / full.success_since;
        self.claim(more >= 2.0, &format!("with a budget at least twice as many calls succeed ({more:.1} times)"));
    }

    /// What a breaker is for: a server that is down is left alone.
    fn breaker_spares_attempts(&mut self, most: f64) {
        let (budget, breaker) = (self.row(Variant::FullWithBudget), self.row(Variant::FullWithBreaker));
        let share = breaker.attempts_in_outage / budget.attempts_in_outage;
        self.claim(
            share <= most,
            &format!(
                "with a breaker at most {:.0} % of the attempts that a budget lets through during the outage ({:.0} %)",
                most * 100.0,
                share * 100.0
            ),
        );
    }

    /// What that costs: the server is back before anyone knows.
    fn breaker_closes_late(&mut self, points: Range<f64>) {
        let (budget, breaker) = (self.row(Variant::FullWithBudget), self.row(Variant::FullWithBreaker));
        let (late, open_for) = (breaker.recovery.as_secs_f64(), OPEN_FOR.as_secs_f64());
        self.claim(
            breaker.recovered >= 0.95 && (open_for / 2.0..open_for * 2.0).contains(&late),
            &format!("the last breaker closes half of `open_for` to twice `open_for` after the outage ({late:.1} s)"),
        );
        let price = (budget.success_since - breaker.success_since) * 100.0;
        self.claim(
            points.contains(&price),
            &format!(
                "the breaker's price: {:.0} to {:.0} % fewer of the calls since the outage succeed than with a budget \
                 ({price:.1} %)",
                points.start, points.end
            ),
        );
    }

    /// What else a breaker is for: a caller learns at once that there will be no answer.
    fn breaker_answers_sooner(&mut self) {
        let (budget, breaker) = (self.row(Variant::FullWithBudget), self.row(Variant::FullWithBreaker));
        let (late, soon) = (budget.wait_for_error.as_secs_f64(), breaker.wait_for_error.as_secs_f64());
        self.claim(
            soon <= late * 0.65,
            &format!("with a breaker a call that fails does so in at most 65 % of the time ({soon:.2} s, {late:.2} s)"),
        );
    }

    /// Where half of the requests fail a breaker keeps the other half away too.
    fn breaker_is_worse_than_nothing(&mut self) {
        let since = |variant| self.row(variant).success_since * 100.0;
        let (without, full) = (since(Variant::NoRetry), since(Variant::Full));
        let (budget, breaker, both) =
            (since(Variant::FullWithBudget), since(Variant::FullWithBreaker), since(Variant::FullWithBoth));
        self.claim(
            full >= 99.0 && full - breaker >= 5.0,
            &format!(
                "full jitter mends nearly every call, and with a breaker at least 5 % fewer succeed ({full:.1} %, \
                 {breaker:.1} %)"
            ),
        );
        self.claim(
            budget > breaker && budget > without,
            &format!("with a budget more calls succeed than with a breaker, or without retries ({budget:.1} %, {breaker:.1} %, {without:.1} %)"),
        );
        self.claim(
            both < without,
            &format!("with a budget and a breaker fewer calls succeed than without retries ({both:.1} %)"),
        );
    }
}
