//! Wall-clock time, by criterion.

use std::collections::HashMap;
use std::fs::read_to_string;

use crate::command::{cargo, output, target};
use crate::table::Report;
use crate::{BARE, CANDIDATES, Result, TRYHARD};

pub(crate) fn measure(report: &mut Report) -> Result {
    output(cargo().args(["bench", "--bench", "time", "--features", "time"]))?;
    output(cargo().args(["bench", "--bench", "time", "--features", "time,tryhard", "--", TRYHARD]))?;
    report.row("success: time, ns", 1, medians("success", &CANDIDATES, 1.0)?);
    // The bare function has only one attempt.
    let retried: Vec<_> = CANDIDATES.into_iter().filter(|name| *name != BARE).collect();
    report.row("three failures, no delay: time, µs", 3, medians("three failures", &retried, 1000.0)?);
    Ok(())
}

/// The result that criterion has written to its folder.
fn medians(group: &str, candidates: &[&'static str], nanoseconds: f64) -> Result<HashMap<&'static str, f64>> {
    let one = |name: &&'static str| {
        let file = target()?.join("criterion").join(group).join(name).join("new/estimates.json");
        let text = read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let median = text.split_once("\"median\":").and_then(|(_, rest)| rest.split_once("\"point_estimate\":"));
        let number = median.and_then(|(_, rest)| rest.split([',', '}']).next()).ok_or("criterion gives no median")?;
        Ok((*name, number.parse::<f64>()? / nanoseconds))
    };
    candidates.iter().map(one).collect()
}
