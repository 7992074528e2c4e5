//! Instructions, bytes of the future, allocations and timers of one call.

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

use crate::command::{Programs, instructions, output};
use crate::table::{Report, Table};
use crate::{BARE, CANDIDATES, Result};

pub(crate) fn measure(report: &mut Report) -> Result {
    let programs = Programs::build("calls")?;
    let count = |scenario: &str, times: u32| -> Result<HashMap<&'static str, f64>> {
        let one = |name| Ok((name, instructions(programs.of(name), &[scenario, name], times)?));
        CANDIDATES.into_iter().map(one).collect()
    };
    report.row("success: instructions, awaited", 0, count("awaited", 1000)?);
    report.row("success: instructions, polled as a task", 0, count("alone", 1000)?);

    let (mut beyond, mut allocations) = (HashMap::new(), HashMap::new());
    let (mut timers, mut for_waiting) = (HashMap::new(), HashMap::new());
    for (program, candidates) in programs.both() {
        let listed = list(program)?;
        let bare = listed.get("candidate", BARE)?.0;
        for name in candidates {
            let (size, on_success) = listed.get("candidate", name)?;
            beyond.insert(name, size - bare);
            allocations.insert(name, on_success);
            if name != BARE {
                timers.insert(name, FAILURES * (1.0 - listed.get("no-delay", name)?.1));
                for_waiting.insert(name, listed.get("delay", name)?.0 / FAILURES);
            }
        }
    }
    report.row("success: bytes of the future beyond the bare one's", 0, beyond);
    report.row("success: allocations", 0, allocations);
    report.row("three failures, no delay: timers", 0, timers);
    report.row("three failures with a delay: allocations per wait", 0, for_waiting);
    Ok(())
}

/// How many attempts fail in the scenarios that have failures.
const FAILURES: f64 = 3.0;

/// Every option against the plain attribute.
pub(crate) fn measure_options(report: &mut Report) -> Result {
    let programs = Programs::build("calls")?;
    let program = programs.of(BARE);
    let listed = list(program)?;
    let mut plain = None;
    let mut lines = Vec::new();
    for name in listed.names("option") {
        let size = listed.get("option", name)?.0;
        let success = instructions(program, &["option-awaited", name], 1000)?;
        let failing = instructions(program, &["option-failing", name], 1000)?;
        let (least, fewest, cheapest) = *plain.get_or_insert((size, success, failing));
        lines.push(vec![
            name.to_owned(),
            format!("{:+.0} · {size:.0}", size - least),
            format!("{:+.0} · {success:.0}", success - fewest),
            format!("{:+.0} · {failing:.0}", failing - cheapest),
        ]);
    }
    report.table(Table {
        title: "What an option adds to the plain attribute, and the value itself",
        head: vec!["option", "bytes of the future", "instructions, success", "instructions, three failures, no delay"],
        lines,
    });
    Ok(())
}

/// What `calls list` says: a kind, a name, and two numbers.
struct Listed(Vec<(String, String, f64, f64)>);

fn list(program: &Path) -> Result<Listed> {
    let (text, _) = output(Command::new(program).arg("list"))?;
    let parse = |line: &str| -> Result<_> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [kind, name, first, second] = fields[..] else { return Err(format!("not four fields: {line}").into()) };
        Ok((kind.to_owned(), name.to_owned(), first.parse()?, second.parse()?))
    };
    Ok(Listed(text.lines().map(parse).collect::<Result<_>>()?))
}

impl Listed {
    fn get(&self, kind: &str, name: &str) -> Result<(f64, f64)> {
        let found = self.0.iter().find(|line| line.0 == kind && line.1 == name);
        let (_, _, first, second) = found.ok_or_else(|| format!("no {kind} {name} is listed"))?;
        Ok((*first, *second))
    }

    fn names(&self, kind: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |line| line.0 == kind).map(|line| line.1.as_str())
    }
}
