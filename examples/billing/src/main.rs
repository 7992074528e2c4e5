//! A night of billing against a rate engine that fails in every way it can.
//!
//! Run it with `cargo run -p billing`, or `cargo run -p billing -- --reads 500 --workers 16 --seed 1`.

use std::num::ParseIntError;
use std::path::PathBuf;
use std::process::ExitCode;

use billing::{Config, Failure, settings};
use indicatif::{ProgressBar, ProgressStyle};
use retry_core::Retrier;
use tokio_util::sync::CancellationToken;

const USAGE: &str = "\
usage: billing [--reads NUMBER] [--workers NUMBER] [--seed NUMBER] [--data DIRECTORY] [--config FILE]

--data keeps the databases in this directory. A night that ctrl-c has stopped goes on with them.
--config reads the settings of the calls to the rate engine; billing.toml if there is one.
Environment variables such as BILLING_RATE_ENGINE_ATTEMPTS win over the file.";

/// The exit code of a program that a signal has ended.
const STOPPED: u8 = 130;

#[tokio::main]
async fn main() -> ExitCode {
    if std::env::args().any(|argument| argument == "--help") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    let (config, file) = match parse(std::env::args().skip(1)) {
        Ok(parsed) => parsed,
        Err(mistake) => {
            eprintln!("{mistake}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let retries = match settings::rate_engine(file.as_deref()) {
        Ok(retries) => retries,
        Err(mistakes) => {
            eprintln!("{}", mistakes.trim_end());
            return ExitCode::from(2);
        }
    };
    match bill(config, retries).await {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("the night could not be finished: {failure}");
            ExitCode::FAILURE
        }
    }
}

async fn bill(config: Config, retries: Retrier) -> Result<ExitCode, Failure> {
    // Hidden where standard error is not a terminal.
    let style = ProgressStyle::with_template("{msg:>9} {wide_bar} {pos}/{len}  {elapsed_precise}")?;
    let progress = ProgressBar::new(0).with_style(style);
    let stop = CancellationToken::new();
    tokio::spawn(cancel_on_ctrl_c(stop.clone(), progress.clone()));
    let summary = billing::run(config, retries, &progress, &stop).await?;
    println!("{summary}");
    Ok(match (summary.audit.passed(), summary.left) {
        (true, None) => ExitCode::SUCCESS,
        (true, Some(_)) => ExitCode::from(STOPPED),
        (false, _) => ExitCode::FAILURE,
    })
}

/// The first ctrl-c stops in good order, and the second at once. Even then nothing is lost or charged twice, but the
/// last receipts are known to the engine alone.
async fn cancel_on_ctrl_c(stop: CancellationToken, progress: ProgressBar) {
    if tokio::signal::ctrl_c().await.is_ok() {
        progress.suspend(|| eprintln!("stopping: the attempts under way may end; ctrl-c again ends them"));
        stop.cancel();
    }
    if tokio::signal::ctrl_c().await.is_ok() {
        std::process::exit(STOPPED.into());
    }
}

/// The parameters of the night, and the file with the settings.
fn parse(mut arguments: impl Iterator<Item = String>) -> Result<(Config, Option<PathBuf>), String> {
    let (mut config, mut file) = (Config::default(), None);
    while let Some(flag) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{flag} needs a value"))?;
        let wrong = |error: ParseIntError| format!("{flag} {value}: {error}");
        match flag.as_str() {
            "--reads" => config.reads = value.parse().map_err(wrong)?,
            "--workers" => config.workers = value.parse().map_err(wrong)?,
            "--seed" => config.seed = value.parse().map_err(wrong)?,
            "--data" => config.data = Some(value.into()),
            "--config" => file = Some(value.into()),
            _ => return Err(format!("there is no flag {flag}")),
        }
    }
    Ok((config, file))
}
