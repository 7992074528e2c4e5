//! Simulates the thundering herd, prints and draws what it did, and fails when a claim about it does not hold.
//!
//! `cargo run --release -p herd [-- [--check] [FOLDER]]`: the files go to the folder, `target/herd` unless one is
//! given. With `--check` there is only a quick run with 100 clients, and no pictures.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use herd::charts::{CALLS, Chart, LOAD, OUTAGES, TIME};
use herd::overload::{HIGH_LOAD, MODERATE_LOAD, Scale};
use herd::{Claim, contention, overload};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let Some((check, folder)) = arguments() else {
        eprintln!("usage: herd [--check] [FOLDER]");
        return Ok(ExitCode::from(2));
    };
    fs::create_dir_all(&folder)?;
    let mut claims = model_a(check, &folder)?;
    claims.extend(model_b(check, &folder)?);
    let failed = claims.iter().filter(|claim| !claim.holds).count();
    println!("{} of {} claims hold; the files are in {}", claims.len() - failed, claims.len(), folder.display());
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn arguments() -> Option<(bool, PathBuf)> {
    let (mut check, mut folder) = (false, None);
    for argument in env::args_os().skip(1) {
        if argument == "--check" {
            check = true;
        } else if folder.is_some() || argument.to_string_lossy().starts_with('-') {
            return None;
        } else {
            folder = Some(PathBuf::from(argument));
        }
    }
    Some((check, folder.unwrap_or_else(|| PathBuf::from("target/herd"))))
}

fn model_a(check: bool, folder: &Path) -> Result<Vec<Claim>, Box<dyn Error>> {
    println!("Model A: clients contend for one row. Milliseconds / calls until each has written once.\n");
    let clients: Vec<u32> = if check { vec![100] } else { (1..20).map(|tens| tens * 10).collect() };
    let rows = contention::sweep(&clients, if check { 20 } else { 100 });
    println!("{}", contention::table(&rows));
    fs::write(folder.join("contention.csv"), contention::csv(&rows))?;
    if !check {
        draw(folder, "calls", &CALLS.of(&rows))?;
        draw(folder, "time", &TIME.of(&rows))?;
    }
    Ok(printed(contention::claims(&rows)))
}

fn model_b(check: bool, folder: &Path) -> Result<Vec<Claim>, Box<dyn Error>> {
    println!("Model B: a server of limited capacity comes back from an outage.\n");
    let scales = if check { Scale::quick() } else { Scale::full() };
    let rows = overload::sweep(&scales);
    for scale in scales.into_iter().filter(|scale| [MODERATE_LOAD, HIGH_LOAD].contains(&scale.load)) {
        let Scale { outage, clients, load, repetitions } = scale;
        let load = load * 100.0;
        println!("{}: {clients} clients, {load:.0} % load in good times; runs: {repetitions}", outage.name());
        println!("{}", overload::table(&rows, scale));
    }
    fs::write(folder.join("overload.csv"), overload::csv(&rows))?;
    if !check {
        println!(
            "In which share of the runs 1000 clients let the server recover\n{}",
            overload::recoveries(&rows, 1_000)
        );
        draw(folder, "load", &LOAD.of(10_000))?;
        draw(folder, "outages", &OUTAGES.of(10_000))?;
    }
    Ok(printed(overload::claims(&rows)))
}

fn draw(folder: &Path, name: &str, chart: &impl Chart) -> Result<(), Box<dyn Error>> {
    fs::write(folder.join(name).with_extension("svg"), chart.svg()?)?;
    fs::write(folder.join(name).with_extension("png"), chart.png()?)?;
    Ok(())
}

fn printed(claims: Vec<Claim>) -> Vec<Claim> {
    for claim in &claims {
        println!("{claim}");
    }
    println!();
    claims
}
