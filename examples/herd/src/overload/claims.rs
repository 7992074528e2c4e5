use super::{HIGH_LOAD, MODERATE_LOAD, Row, Scale, Variant};
use crate::Claim;

/// What the rows have to bear out; which claims are made depends on the load.
///
/// ```
/// use herd::overload::{MODERATE_LOAD, Scale, claims, sweep};
///
/// let mut rows = sweep(&[Scale { clients: 200, load: MODERATE_LOAD, repetitions: 5 }]);
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
    claims.budget_is_cheap();
    if scale.load <= MODERATE_LOAD {
        claims.jitter_is_enough();
    }
    if scale.load >= HIGH_LOAD {
        claims.jitter_is_not_enough();
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
        let Scale { clients, load, .. } = self.scale;
        self.claims.push(Claim::new(holds, format!("{clients} clients, {:.0} % load: {text}", load * 100.0)));
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
}
