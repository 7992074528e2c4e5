//! What a user's build gains by each candidate: crates, and the time that a clean build of them takes.

use std::collections::{BTreeSet, HashMap};

use crate::command::{output, processor_time};
use crate::package::Package;
use crate::table::{Report, least};
use crate::{BARE, CANDIDATES, HAND, Result};

/// The candidates take turns, so that a machine that slows down slows all of them; the quickest round counts.
const ROUNDS: u32 = 3;

pub(crate) fn measure(report: &mut Report) -> Result {
    let mut packages = Vec::new();
    let mut crates = HashMap::new();
    for name in CANDIDATES.into_iter().filter(|name| *name != BARE) {
        let package = Package::create("dependencies", name, "fn main() {}\n")?;
        let itself = u32::from(name != HAND);
        crates.insert(name, f64::from(built(&package)? - itself));
        packages.push((name, package));
    }
    let mut build = HashMap::new();
    for round in 1..=ROUNDS {
        eprintln!("   round {round} of {ROUNDS}");
        for (name, package) in &packages {
            package.clean()?;
            least(&mut build, name, processor_time(package.cargo().arg("build"))?);
        }
    }
    report.row("a user's build: crates, the library itself not counted", 0, crates);
    report.row("a user's build: clean, processor time, ms", 0, build);
    Ok(())
}

/// The crates that are built for this machine, the user's own not counted.
fn built(package: &Package) -> Result<u32> {
    let (tree, _) = output(package.cargo().args(["tree", "--edges", "normal,build", "--prefix", "none"]))?;
    let crates: BTreeSet<&str> = tree.lines().skip(1).filter_map(|line| line.split(" (").next()).collect();
    Ok(u32::try_from(crates.len())?)
}
