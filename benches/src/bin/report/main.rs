//! Measures all candidates and prints one table, with the ratio to the hand-written loop first.
//!
//! `cargo run -p retry-benches` measures all sections and writes `benches/RESULTS.md`. With names of sections after
//! `--`, it measures only those and writes nothing.

mod calls;
mod checking;
mod command;
mod dependencies;
mod functions;
mod machine;
mod package;
mod styles;
mod table;
mod time;
mod waiting;

use std::env::args;
use std::error::Error;
use std::fs;
use std::process::ExitCode;

use self::table::Report;

/// The error of a measurement: a tool is missing, or its output is unexpected.
type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// The columns of the table, and the names of the candidates everywhere.
const BARE: &str = "bare";
const HAND: &str = "hand-written loop";
const CANDIDATES: [&str; 7] = [BARE, HAND, "#[retry]", "backon", "tokio-retry", "tokio-retry2", TRYHARD];
/// Measured in a build of its own, see `Cargo.toml`.
const TRYHARD: &str = "tryhard";

type Section = fn(&mut Report) -> Result;
/// In the order of the table.
const SECTIONS: [(&str, Section); 7] = [
    ("calls", calls::measure),
    ("time", time::measure),
    ("waiting", waiting::measure),
    ("functions", functions::measure),
    ("checking", checking::measure),
    ("dependencies", dependencies::measure),
    ("options", calls::measure_options),
];

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("report: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result {
    let wanted: Vec<String> = args().skip(1).collect();
    if let Some(name) = wanted.iter().find(|name| SECTIONS.iter().all(|(section, _)| section != name)) {
        let sections = SECTIONS.map(|(name, _)| name).join(", ");
        return Err(format!("there is no section {name}; there are {sections}").into());
    }
    let mut report = Report::default();
    let mut failed = Vec::new();
    for (name, measure) in SECTIONS {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            eprintln!("== {name}");
            // The other sections take long, so an error in one section does not end the run.
            if let Err(error) = measure(&mut report) {
                failed.push(format!("{name}: {error}"));
            }
        }
    }
    let text = format!("{report}\n{}", machine::describe()?);
    print!("{text}");
    if !failed.is_empty() {
        return Err(failed.join("\n").into());
    }
    if wanted.is_empty() {
        fs::write(command::package().join("RESULTS.md"), format!("# Results\n\n{text}"))?;
    }
    Ok(())
}
