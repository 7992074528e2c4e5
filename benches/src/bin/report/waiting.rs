//! A million calls that wait at once.

use std::collections::HashMap;
use std::process::Command;

use crate::command::{Programs, instructions, output};
use crate::table::{Report, least};
use crate::{BARE, CANDIDATES, Result};

const CALLS: &str = "1000000";
/// The candidates take turns, so that a machine that slows down slows all of them; the quickest round counts.
const ROUNDS: u32 = 3;

pub(crate) fn measure(report: &mut Report) -> Result {
    let programs = Programs::build("waiting")?;
    let (mut bytes, mut milliseconds) = (HashMap::new(), HashMap::new());
    for round in 1..=ROUNDS {
        eprintln!("   round {round} of {ROUNDS}");
        for name in waiting() {
            let (text, _) = output(Command::new(programs.of(name)).args([name, CALLS]))?;
            let (allocated, taken) = text.trim().split_once('\t').ok_or("not two fields")?;
            bytes.insert(name, allocated.parse()?);
            least(&mut milliseconds, name, taken.parse()?);
        }
    }
    let one = |name| Ok((name, instructions(programs.of(name), &[name], 5000)?));
    let counted = waiting().map(one).collect::<Result<_>>()?;
    report.row("a million calls wait: bytes per call", 0, bytes);
    report.row("a million calls wait: processor time, ms", 0, milliseconds);
    report.row("a failure, a wait, a success: instructions", 0, counted);
    Ok(())
}

/// The bare function does not wait.
fn waiting() -> impl Iterator<Item = &'static str> {
    CANDIDATES.into_iter().filter(|name| *name != BARE)
}
