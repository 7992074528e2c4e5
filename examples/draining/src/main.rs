//! Prints how a hundred orders have ended, and fails if one is lost.

use std::process::ExitCode;

use draining::drain;

#[tokio::main]
async fn main() -> std::io::Result<ExitCode> {
    let drained = drain(100).await?;
    println!("{} paid, {} refused, {} lost, in {:.1?}", drained.paid, drained.refused, drained.lost, drained.took);
    Ok(if drained.lost == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
