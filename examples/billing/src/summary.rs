//! The summary that the program prints.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::Duration;

use comfy_table::{CellAlignment, ContentLineStyle, LineStyle, Table, TableStyle};
use retry_core::{GiveUpReason, Retrier, RetryBudget};

use crate::Config;
use crate::audit::Audit;
use crate::engine::Seen;
use crate::journal::{DeadLetter, by_reason};
use crate::tally::Tally;

/// A night and its replay.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The parameters of the night.
    pub config: Config,
    /// The night, which has faults, and the replay, which has none.
    pub passes: [Pass; 2],
    /// What the engine has seen.
    pub seen: Seen,
    /// The dead letters before the replay.
    pub after_night: Vec<DeadLetter>,
    /// The dead letters after it.
    pub after_replay: Vec<DeadLetter>,
    /// How many reads are neither charged nor permanently refused, if the night was stopped before it was done.
    pub left: Option<usize>,
    /// The retrier that the calls shared, which has the final level of the budget.
    pub retries: Retrier,
    /// How long all of it took.
    pub wall: Duration,
    /// The result of the audit.
    pub audit: Audit,
}

/// One pass over a list of reads.
#[derive(Clone, Debug)]
pub struct Pass {
    /// What was done.
    pub name: &'static str,
    /// How many reads there were, each a call of the annotated function.
    pub calls: usize,
    /// What the hooks have counted.
    pub tally: Tally,
    /// How long it took.
    pub wall: Duration,
}

impl Pass {
    /// How many attempts were made.
    #[must_use]
    pub fn attempts(&self) -> usize {
        self.calls + self.tally.further_attempts as usize
    }

    fn give_ups(&self) -> usize {
        self.tally.give_ups.values().sum::<u32>() as usize
    }

    fn at_once(&self) -> usize {
        self.calls - self.give_ups() - self.tally.recovered as usize
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Config { reads, workers, seed, .. } = self.config;
        writeln!(
            f,
            "{reads} reads, {workers} workers, seed {seed}\n\nWhat the engine did\n{}",
            self.engine_table().trim_fmt()
        )?;
        writeln!(f, "\nWhat the client did\n{}", self.client_table().trim_fmt())?;
        writeln!(f, "\nDead letters")?;
        for (when, letters) in [("after the night", &self.after_night), ("after the replay", &self.after_replay)] {
            let reasons: Vec<_> =
                by_reason(letters).iter().map(|(reason, count)| format!("{reason} {count}")).collect();
            writeln!(f, "  {when}: {}", if reasons.is_empty() { "none".to_owned() } else { reasons.join(", ") })?;
        }
        writeln!(f, "\nAudit")?;
        self.audit.checks.iter().try_for_each(|check| writeln!(f, "  {check}"))?;
        let verdict = if self.audit.passed() { "all as it should be" } else { "NOT as it should be" };
        write!(f, "\n{verdict}, in {:.1} s", self.wall.as_secs_f64())?;
        match (self.left, &self.config.data) {
            (Some(left), Some(_)) => write!(f, "\nstopped, with {left} reads left; the same command goes on"),
            (Some(left), None) => write!(f, "\nstopped, with {left} reads left; without --data nothing of it is kept"),
            (None, _) => Ok(()),
        }
    }
}

impl Summary {
    fn engine_table(&self) -> Table {
        let mut table = table(["", "requests"]);
        let in_all = if self.config.data.is_some() { "in all, earlier nights included" } else { "in all" };
        table.add_row([in_all.to_owned(), self.seen.requests.values().sum::<u32>().to_string()]);
        for (fault, count) in &self.seen.faults {
            table.add_row([fault.to_string(), count.to_string()]);
        }
        table.add_row(["charged already: same receipt again".to_owned(), self.seen.duplicates.to_string()]);
        table
    }

    fn client_table(&self) -> Table {
        let [night, replay] = &self.passes;
        let budget = self.retries.budget();
        let mut table = table(["", night.name, replay.name]);
        let mut row = |name: String, value: &dyn Fn(&Pass) -> String| {
            table.add_row([name, value(night), value(replay)]);
        };
        row("calls".to_owned(), &|pass| pass.calls.to_string());
        row("attempts".to_owned(), &|pass| pass.attempts().to_string());
        row("succeeded at once".to_owned(), &|pass| pass.at_once().to_string());
        row("recovered".to_owned(), &|pass| pass.tally.recovered.to_string());
        let causes: BTreeSet<_> = self.passes.iter().flat_map(|pass| pass.tally.retries.keys()).collect();
        for cause in causes {
            row(format!("retried after: {cause}"), &|pass| {
                pass.tally.retries.get(cause).copied().unwrap_or_default().to_string()
            });
        }
        let reasons: BTreeMap<&str, GiveUpReason> = self
            .passes
            .iter()
            .flat_map(|pass| pass.tally.give_ups.keys())
            .map(|reason| (reason.as_str(), *reason))
            .collect();
        for (name, reason) in reasons {
            row(format!("gave up: {name}"), &|pass| {
                pass.tally.give_ups.get(&reason).copied().unwrap_or_default().to_string()
            });
        }
        row("time waited, all calls".to_owned(), &|pass| format!("{:.1} s", pass.tally.waited.as_secs_f64()));
        row("lowest budget".to_owned(), &|pass| match (budget, pass.tally.lowest_budget) {
            (None, _) => "none".to_owned(),
            (Some(_), None) => "untouched".to_owned(),
            (Some(budget), Some(level)) => of_capacity(level, budget),
        });
        row("wall time".to_owned(), &|pass| format!("{:.1} s", pass.wall.as_secs_f64()));
        let in_the_end = budget.map_or_else(|| "none".to_owned(), |budget| of_capacity(budget.level(), budget));
        table.add_row(["budget in the end", "", &in_the_end]);
        table
    }
}

fn of_capacity(level: f64, budget: &RetryBudget) -> String {
    format!("{level:.1} of {}", budget.capacity())
}

/// A number, aligned to the right.
fn table<const N: usize>(header: [&str; N]) -> Table {
    const ONE_LINE: TableStyle = TableStyle::new()
        .header_lines(ContentLineStyle::none())
        .header_separator(LineStyle::none().fill('─').junction('─'))
        .content_lines(ContentLineStyle::none());
    let mut table = Table::new();
    table.load_style(ONE_LINE).set_header(header);
    table.column_iter_mut().skip(1).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    table
}
