//! Prints the body at a URL. Each attempt is a line on standard error.
//!
//! `cargo run -p fetch -- http://example.com --attempts 6 --base 500ms --cap 30s --timeout 10s --deadline 1min`

use std::error::Error;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use fetch::{Fetcher, settings};
use reqwest::{Client, Url};
use retry_core::Retrier;
use tracing::Level;

/// Prints the body at a URL, and retries transient failures.
#[derive(Debug, Parser)]
#[command(
    arg_required_else_help = true,
    after_help = "What is not given is taken from variables such as FETCH_RETRY_ATTEMPTS, then from the file, then from the \
                  defaults."
)]
struct Arguments {
    /// The URL to fetch.
    #[arg(value_parser = url)]
    url: Url,
    /// The file with the settings; fetch.toml if there is one.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The greatest number of attempts, the first one included.
    #[arg(long)]
    attempts: Option<String>,
    /// The longest wait after the first attempt. It doubles with each attempt.
    #[arg(long, value_name = "DURATION")]
    base: Option<String>,
    /// The longest wait between two attempts, unless the server asks for a longer one.
    #[arg(long, value_name = "DURATION")]
    cap: Option<String>,
    /// The time that one attempt may take.
    #[arg(long, value_name = "DURATION")]
    timeout: Option<String>,
    /// The time that all attempts and waits together may take.
    #[arg(long, value_name = "DURATION")]
    deadline: Option<String>,
    /// Print nothing but the error, if the fetch fails.
    #[arg(long, short)]
    quiet: bool,
}

impl Arguments {
    fn retries(&self) -> Result<Retrier, String> {
        let Self { attempts, base, cap, timeout, deadline, .. } = self;
        let options =
            [("attempts", attempts), ("base", base), ("cap", cap), ("timeout", timeout), ("deadline", deadline)];
        let given = options.into_iter().filter_map(|(key, value)| Some((key, value.as_deref()?)));
        settings::load(given, self.config.as_deref())?.retrier().map_err(|mistakes| mistakes.to_string())
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
    let retries = match arguments.retries() {
        Ok(retries) => retries,
        Err(mistakes) => {
            eprintln!("error: {}", mistakes.trim_end());
            return ExitCode::from(2);
        }
    };
    match run(&arguments, retries).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The log has the error of a failed fetch already.
            if !error.is::<fetch::FetchError>() {
                tracing::error!("{error}");
            }
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: &Arguments, retries: Retrier) -> Result<(), Box<dyn Error>> {
    let fetcher = Fetcher::new(Client::builder(), retries)?;
    let body = fetcher.get(&arguments.url).await?;
    io::stdout().write_all(&body)?;
    Ok(())
}
