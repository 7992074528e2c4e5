//! `soak --seconds 600` runs the soak and prints the counts. It fails if a count is wrong.

use std::process::ExitCode;
use std::time::Duration;

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let seconds = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Some(10),
        ["--seconds", seconds] => seconds.parse().ok(),
        _ => None,
    };
    let Some(seconds) = seconds else {
        eprintln!("usage: soak [--seconds N]");
        return ExitCode::from(2);
    };
    match soak::run(Duration::from_secs(seconds)).await {
        Ok(report) => {
            println!("{report}");
            let violations = report.violations();
            violations.iter().for_each(|violation| eprintln!("violated: {violation}"));
            ExitCode::from(u8::from(!violations.is_empty()))
        }
        Err(error) => {
            eprintln!("soak: {error}");
            ExitCode::FAILURE
        }
    }
}
