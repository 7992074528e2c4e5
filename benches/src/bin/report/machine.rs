//! The machine and the versions of a measurement.

use std::fs::read_to_string;
use std::process::Command;
use std::thread::available_parallelism;

use crate::Result;
use crate::command::{cargo, output};

pub(crate) fn describe() -> Result<String> {
    let processors = read_to_string("/proc/cpuinfo")?;
    let model = processors.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or("unknown");
    let model = model.trim_start_matches([' ', '\t', ':']);
    let cores = available_parallelism()?;
    let (rustc, _) = output(Command::new("rustc").arg("--version"))?;
    let (valgrind, _) = output(Command::new("valgrind").arg("--version"))?;
    let (tree, _) = output(cargo().args(["tree", "--features", "tryhard", "--depth", "1", "--prefix", "none"]))?;
    let versions: Vec<String> = tree
        .lines()
        .skip(1)
        .filter_map(|line| line.split(" (").next())
        .map(|package| package.replacen(" v", " ", 1))
        .collect();
    Ok(format!(
        "Machine: {cores} cores of {model}. {}, {}; {}. How each number is taken is in [README.md](README.md).\n",
        rustc.trim(),
        valgrind.trim(),
        versions.join(", "),
    ))
}
