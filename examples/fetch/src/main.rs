//! Prints what is at a URL. Each attempt is a line on standard error.
//!
//! `cargo run -p fetch -- http://example.com --attempts 6 --base 500ms --cap 30s --timeout 10s --deadline 1min`

use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use fetch::Fetcher;
use reqwest::{Client, Url};
use retry_core::{PolicyError, RetryPolicy};
use tracing::Level;

/// Prints what is at a URL, and tries again while that may help.
#[derive(Debug, Parser)]
#[command(arg_required_else_help = true)]
struct Arguments {
    /// What to get.
    #[arg(value_parser = url)]
    url: Url,
    /// How many requests are made in all, the first one included.
    #[arg(long, default_value_t = 6)]
    attempts: u32,
    /// The longest wait after the first attempt; it doubles from one to the next.
    #[arg(long, default_value = "500ms", value_parser = humantime::parse_duration)]
    base: Duration,
    /// The longest wait there is, unless the server asks for a longer one, which may be a minute.
    #[arg(long, default_value = "30s", value_parser = humantime::parse_duration)]
    cap: Duration,
    /// The time that one attempt has.
    #[arg(long, default_value = "10s", value_parser = humantime::parse_duration)]
    timeout: Duration,
    /// The time that all of them have together, their waits included.
    #[arg(long, default_value = "1min", value_parser = humantime::parse_duration)]
    deadline: Duration,
    /// Only say why it failed, if it did.
    #[arg(long, short)]
    quiet: bool,
}

impl Arguments {
    fn policy(&self) -> Result<RetryPolicy, PolicyError> {
        let Self { attempts, base, cap, deadline, .. } = *self;
        RetryPolicy::builder().attempts(attempts).base(base).cap(cap).deadline(deadline).build()
    }
}

fn url(text: &str) -> Result<Url, Box<dyn Error + Send + Sync>> {
    let url = text.parse()?;
    fetch::supported(&url)?;
    Ok(url)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let level = if arguments.quiet { Level::ERROR } else { Level::INFO };
    tracing_subscriber::fmt()
        .with_writer(io::stderr)
        .with_ansi(io::IsTerminal::is_terminal(&io::stderr()))
        .with_max_level(level)
        .with_target(false)
        .without_time()
        .init();
    match run(&arguments).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // A failed fetch has told why already.
            if !error.is::<fetch::FetchError>() {
                tracing::error!("{error}");
            }
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let fetcher = Fetcher::new(Client::builder(), arguments.policy()?, arguments.timeout)?;
    let body = fetcher.get(&arguments.url).await?;
    io::stdout().write_all(&body)?;
    Ok(())
}
