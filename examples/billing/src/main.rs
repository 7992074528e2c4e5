//! A night of billing against a rate engine that fails in every way it can.
//!
//! Run it with `cargo run -p billing`, or `cargo run -p billing -- --reads 500 --workers 16 --seed 1`.

use std::num::ParseIntError;
use std::process::ExitCode;

use billing::{Config, Failure};
use indicatif::{ProgressBar, ProgressStyle};

const USAGE: &str = "usage: billing [--reads NUMBER] [--workers NUMBER] [--seed NUMBER]";

#[tokio::main]
async fn main() -> ExitCode {
    if std::env::args().any(|argument| argument == "--help") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    let config = match parse(std::env::args().skip(1)) {
        Ok(config) => config,
        Err(mistake) => {
            eprintln!("{mistake}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match bill(config).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(failure) => {
            eprintln!("the night could not be finished: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// Whether the audit has passed.
async fn bill(config: Config) -> Result<bool, Failure> {
    // Hidden where standard error is not a terminal.
    let style = ProgressStyle::with_template("{msg:>9} {wide_bar} {pos}/{len}  {elapsed_precise}")?;
    let progress = ProgressBar::new(0).with_style(style);
    let summary = billing::run(config, &progress).await?;
    println!("{summary}");
    Ok(summary.audit.passed())
}

fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Config, String> {
    let mut config = Config::default();
    while let Some(flag) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{flag} needs a value"))?;
        let wrong = |error: ParseIntError| format!("{flag} {value}: {error}");
        match flag.as_str() {
            "--reads" => config.reads = value.parse().map_err(wrong)?,
            "--workers" => config.workers = value.parse().map_err(wrong)?,
            "--seed" => config.seed = value.parse().map_err(wrong)?,
            _ => return Err(format!("there is no flag {flag}")),
        }
    }
    Ok(config)
}
