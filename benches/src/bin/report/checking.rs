//! The two hundred functions once more: the instructions that the compiler takes to check them, which unlike its time are
//! the same from one run to the next.

use std::collections::HashMap;
use std::fs;
use std::process::Command;

use crate::command::output;
use crate::functions::source;
use crate::package::Package;
use crate::table::Report;
use crate::{CANDIDATES, Result};

pub(crate) fn measure(report: &mut Report) -> Result {
    let mut millions = HashMap::new();
    for name in CANDIDATES {
        eprintln!("   checking the functions of {name}");
        let package = Package::create("checking", name, &source(name)?)?;
        millions.insert(name, instructions(&package)? / 1e6);
    }
    report.row("200 functions: check, instructions, millions", 0, millions);
    Ok(())
}

/// What cachegrind counts for the package itself; cargo runs it in the compiler's place.
fn instructions(package: &Package) -> Result<f64> {
    // Valgrind does not follow rustup's stand-in to the compiler.
    let (folder, _) = output(Command::new("rustc").args(["--print", "sysroot"]))?;
    let compiler = format!("{}/bin/rustc", folder.trim());
    output(package.cargo().arg("check").env("RUSTC", &compiler))?;
    package.touch()?;
    let counts = package.folder().join("target/counts");
    let options =
        format!("--tool=cachegrind --cache-sim=no --log-file=/dev/null --cachegrind-out-file={}", counts.display());
    let mut check = package.cargo();
    check.arg("check").env("RUSTC", &compiler);
    output(check.env("RUSTC_WORKSPACE_WRAPPER", "valgrind").env("VALGRIND_OPTS", options))?;
    let counts = fs::read_to_string(counts)?;
    let summary = counts.lines().find_map(|line| line.strip_prefix("summary: "));
    Ok(summary.ok_or("cachegrind gives no summary")?.trim().parse()?)
}
