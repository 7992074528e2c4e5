use std::time::Duration;

use super::{HIGH_LOAD, MODERATE_LOAD, Outage, Outcome, Variant, run};
use crate::parallel_map;

/// The size of an experiment: its clients, its load and its runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// What is wrong with the server.
    pub outage: Outage,
    /// How many clients there are.
    pub clients: u32,
    /// The share of the capacity that they use in good times.
    pub load: f64,
    /// How often it is run, each time with another seed.
    pub repetitions: u32,
}

/// The mean of the runs of one variant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// What the clients did about failures.
    pub variant: Variant,
    /// How many there were, and how many runs.
    pub scale: Scale,
    /// [`Outcome::peak`].
    pub peak: f64,
    /// The share of the runs in which the server recovered.
    pub recovered: f64,
    /// The mean of [`Outcome::recovery`] over the runs in which it recovered.
    pub recovery: Duration,
    /// [`Outcome::attempts_in_outage`], for each client.
    pub attempts_in_outage: f64,
    /// [`Outcome::wait_for_error`].
    pub wait_for_error: Duration,
    /// [`Outcome::attempts_per_call`].
    pub attempts_per_call: f64,
    /// The share of the server's work after the outage whose client had gone.
    pub wasted: f64,
    /// The share of calls that succeeded before the outage.
    pub success_before: f64,
    /// The share of calls that succeeded since the outage began.
    pub success_since: f64,
}

/// Runs every variant at every scale.
///
/// ```
/// use herd::overload::{Outage, Scale, Variant, sweep};
///
/// let rows = sweep(&[Scale { outage: Outage::Down, clients: 100, load: 0.5, repetitions: 2 }]);
/// assert_eq!(rows.len(), Variant::ALL.len());
/// assert!(rows.iter().all(|row| row.success_before > 0.9));
/// ```
#[must_use]
pub fn sweep(scales: &[Scale]) -> Vec<Row> {
    let cases: Vec<_> = scales.iter().flat_map(|&scale| Variant::ALL.map(|variant| (variant, scale))).collect();
    let runs = |&(variant, scale): &(Variant, Scale)| (0..scale.repetitions).map(move |seed| (variant, scale, seed));
    let runs: Vec<_> = cases.iter().flat_map(runs).collect();
    let outcomes = parallel_map(&runs, |&(variant, scale, seed)| {
        run(variant, scale.outage, scale.clients, scale.load, seed.into())
    });
    let mut outcomes = outcomes.as_slice();
    let mut rows = Vec::with_capacity(cases.len());
    for (variant, scale) in cases {
        let (own, others) = outcomes.split_at(scale.repetitions as usize);
        rows.push(Row::mean(variant, scale, own));
        outcomes = others;
    }
    rows
}

impl Row {
    fn mean(variant: Variant, scale: Scale, outcomes: &[Outcome]) -> Self {
        let runs = f64::from(scale.repetitions);
        let mean = |figure: fn(&Outcome) -> f64| outcomes.iter().map(figure).sum::<f64>() / runs;
        let recovered = mean(|outcome| f64::from(u8::from(outcome.recovery().is_some())));
        let waited: Duration = outcomes.iter().filter_map(Outcome::recovery).sum();
        Self {
            variant,
            scale,
            peak: mean(Outcome::peak),
            recovered,
            recovery: if recovered > 0.0 { waited.div_f64(recovered * runs) } else { Duration::ZERO },
            attempts_in_outage: mean(|outcome| outcome.attempts_in_outage().into()) / f64::from(scale.clients),
            wait_for_error: outcomes.iter().map(Outcome::wait_for_error).sum::<Duration>() / scale.repetitions,
            attempts_per_call: mean(Outcome::attempts_per_call),
            wasted: 1.0 - mean(|outcome| outcome.after.share()),
            success_before: mean(|outcome| outcome.before.share()),
            success_since: mean(|outcome| outcome.since.share()),
        }
    }

    pub(super) fn recovery_text(&self) -> String {
        if self.recovered > 0.0 { format!("{:.1}", self.recovery.as_secs_f64()) } else { "never".to_owned() }
    }
}

impl Scale {
    /// All experiments, the largest first, so that no processor has the longest run at the end.
    #[must_use]
    pub fn full() -> Vec<Self> {
        let down = |load| move |(clients, repetitions)| Self { outage: Outage::Down, clients, load, repetitions };
        let sizes = [(10_000, 3), (1_000, 30), (100, 100)];
        let mut scales = vec![down(HIGH_LOAD)((100_000, 1))];
        scales.extend(sizes.into_iter().flat_map(|size| [down(MODERATE_LOAD)(size), down(HIGH_LOAD)(size)]));
        scales.extend([0.3, 0.4, 0.6, 0.8, 0.9].map(|load| down(load)((1_000, 10))));
        scales.extend(Outage::OTHERS.map(|outage| Self { outage, ..down(HIGH_LOAD)((1_000, 30)) }));
        scales
    }

    /// Small experiments, to check the claims quickly.
    #[must_use]
    pub fn quick() -> Vec<Self> {
        let down = |load| Self { outage: Outage::Down, clients: 100, load, repetitions: 20 };
        let mut scales: Vec<_> = [MODERATE_LOAD, HIGH_LOAD].map(down).into();
        scales.extend(Outage::OTHERS.map(|outage| Self { outage, ..down(HIGH_LOAD) }));
        scales
    }

    #[expect(clippy::float_cmp, reason = "the same constant, never computed")]
    pub(super) fn is(self, outage: Outage, clients: u32, load: f64) -> bool {
        self.outage == outage && self.clients == clients && self.load == load
    }
}
