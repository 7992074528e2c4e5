use std::iter;
use std::time::Duration;

use super::{HIGH_LOAD, MODERATE_LOAD, Outcome, Variant, run};
use crate::{Table, parallel_map};

/// How large an experiment is: so many clients, so many runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
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
    /// In which share of the runs the server recovered.
    pub recovered: f64,
    /// How long that took, where it did: [`Outcome::recovery`].
    pub recovery: Duration,
    /// [`Outcome::attempts_per_call`].
    pub attempts_per_call: f64,
    /// The share of the server's work after the outage that nobody waited for any more.
    pub wasted: f64,
    /// The share of calls that succeeded before the outage.
    pub success_before: f64,
    /// The share of calls that succeeded since the outage began.
    pub success_since: f64,
}

/// Runs every variant at every scale.
///
/// ```
/// use herd::overload::{Scale, Variant, sweep};
///
/// let rows = sweep(&[Scale { clients: 100, load: 0.5, repetitions: 2 }]);
/// assert_eq!(rows.len(), Variant::ALL.len());
/// assert!(rows.iter().all(|row| row.success_before > 0.9));
/// ```
#[must_use]
pub fn sweep(scales: &[Scale]) -> Vec<Row> {
    let cases: Vec<_> = scales.iter().flat_map(|&scale| Variant::ALL.map(|variant| (variant, scale))).collect();
    let runs = |&(variant, scale): &(Variant, Scale)| (0..scale.repetitions).map(move |seed| (variant, scale, seed));
    let runs: Vec<_> = cases.iter().flat_map(runs).collect();
    let outcomes = parallel_map(&runs, |&(variant, scale, seed)| run(variant, scale.clients, scale.load, seed.into()));
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
            attempts_per_call: mean(Outcome::attempts_per_call),
            wasted: 1.0 - mean(|outcome| outcome.after.share()),
            success_before: mean(|outcome| outcome.before.share()),
            success_since: mean(|outcome| outcome.since.share()),
        }
    }

    fn recovery_text(&self) -> String {
        if self.recovered > 0.0 { format!("{:.1}", self.recovery.as_secs_f64()) } else { "never".to_owned() }
    }
}

/// All rows, for files.
#[must_use]
pub fn csv(rows: &[Row]) -> String {
    let mut table = Table::new([
        "variant",
        "clients",
        "load",
        "repetitions",
        "peak_load",
        "recovered",
        "recovery_s",
        "attempts_per_call",
        "wasted",
        "success_before",
        "success_since",
    ]);
    for row in rows {
        table.row([
            row.variant.name().to_owned(),
            row.scale.clients.to_string(),
            row.scale.load.to_string(),
            row.scale.repetitions.to_string(),
            format!("{:.3}", row.peak),
            format!("{:.3}", row.recovered),
            row.recovery_text(),
            format!("{:.4}", row.attempts_per_call),
            format!("{:.4}", row.wasted),
            format!("{:.5}", row.success_before),
            format!("{:.5}", row.success_since),
        ]);
    }
    table.csv()
}

/// The rows of one scale, for people.
#[must_use]
pub fn table(rows: &[Row], scale: Scale) -> Table {
    let mut table = Table::new([
        "",
        "peak load",
        "recovered",
        "after, s",
        "attempts/call",
        "wasted work",
        "success before",
        "and since",
    ]);
    for row in rows.iter().filter(|row| row.scale == scale) {
        table.row([
            row.variant.name().to_owned(),
            format!("{:.1}", row.peak),
            format!("{:.0} %", row.recovered * 100.0),
            row.recovery_text(),
            format!("{:.2}", row.attempts_per_call),
            format!("{:.0} %", row.wasted * 100.0),
            format!("{:.2} %", row.success_before * 100.0),
            format!("{:.1} %", row.success_since * 100.0),
        ]);
    }
    table
}

/// In which share of the runs the server recovered, over the load, for so many clients.
#[must_use]
pub fn recoveries(rows: &[Row], clients: u32) -> Table {
    let loads = [0.3, 0.4, MODERATE_LOAD, 0.6, HIGH_LOAD, 0.8, 0.9];
    let percent = |share: f64| format!("{:.0} %", share * 100.0);
    let mut table = Table::new(iter::once("load in good times".to_owned()).chain(loads.map(percent)));
    for variant in Variant::ALL {
        let cell = |load| {
            let here = |row: &&Row| row.variant == variant && row.scale.is(clients, load);
            rows.iter().find(here).map_or_else(String::new, |row| percent(row.recovered))
        };
        table.row(iter::once(variant.name().to_owned()).chain(loads.map(cell)));
    }
    table
}

impl Scale {
    /// The whole programme, the largest first, so that no processor is left with the longest run at the end.
    #[must_use]
    pub fn full() -> Vec<Self> {
        let at = |load| move |(clients, repetitions)| Self { clients, load, repetitions };
        let sizes = [(10_000, 3), (1_000, 30), (100, 100)];
        let mut scales = vec![at(HIGH_LOAD)((100_000, 1))];
        scales.extend(sizes.into_iter().flat_map(|size| [at(MODERATE_LOAD)(size), at(HIGH_LOAD)(size)]));
        scales.extend([0.3, 0.4, 0.6, 0.8, 0.9].map(|load| at(load)((1_000, 10))));
        scales
    }

    /// Enough to see in a moment whether the claims still hold.
    #[must_use]
    pub fn quick() -> Vec<Self> {
        [MODERATE_LOAD, HIGH_LOAD].map(|load| Self { clients: 100, load, repetitions: 20 }).into()
    }

    #[expect(clippy::float_cmp, reason = "the same constant, never computed")]
    fn is(self, clients: u32, load: f64) -> bool {
        self.clients == clients && self.load == load
    }
}
