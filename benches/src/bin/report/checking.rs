//! The instructions that the compiler takes to check the two hundred functions. Unlike the time, their number is the
//! same in each run.

use std::collections::HashMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
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

/// What cachegrind counts for the package itself. Cargo runs a script in place of the compiler, because valgrind takes
/// its options from the command line only.
fn instructions(package: &Package) -> Result<f64> {
    // `rustc` may be rustup's proxy, which valgrind does not follow to the compiler.
    let (folder, _) = output(Command::new("rustc").args(["--print", "sysroot"]))?;
    let compiler = format!("{}/bin/rustc", folder.trim());
    output(package.cargo().arg("check").env("RUSTC", &compiler))?;
    package.touch()?;
    let counts = package.folder().join("target/counts");
    let counting = package.folder().join("target/counting");
    let options = "--tool=cachegrind --cache-sim=no --log-file=/dev/null";
    let script = format!("#!/bin/sh\nexec valgrind {options} --cachegrind-out-file='{}' \"$@\"\n", counts.display());
    fs::write(&counting, script)?;
    fs::set_permissions(&counting, Permissions::from_mode(0o755))?;
    output(package.cargo().arg("check").env("RUSTC", &compiler).env("RUSTC_WORKSPACE_WRAPPER", counting))?;
    let counts = fs::read_to_string(counts)?;
    let summary = counts.lines().find_map(|line| line.strip_prefix("summary: "));
    Ok(summary.ok_or("cachegrind gives no summary")?.trim().parse()?)
}
