//! Running cargo and what it builds.

use std::env::current_exe;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{CANDIDATES, Result, TRYHARD};

/// The folder of this package.
pub(crate) fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The target folder of cargo. This program is in a folder of it that has the name of the profile.
pub(crate) fn target() -> Result<PathBuf> {
    let program = current_exe()?;
    Ok(program.ancestors().nth(2).ok_or("this program stands in no target folder")?.to_owned())
}

pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(package()).env("CARGO_TERM_COLOR", "never");
    cargo
}

/// The output of a command on both streams, if it succeeds.
pub(crate) fn output(command: &mut Command) -> Result<(String, String)> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{}: {error}", name(command)))?;
    let (out, err) = (String::from_utf8(output.stdout)?, String::from_utf8(output.stderr)?);
    if output.status.success() { Ok((out, err)) } else { Err(format!("{}: {out}{err}", name(command)).into()) }
}

/// The milliseconds of processor time that a command and all that it runs use up. Linux counts them in hundredths of a
/// second, once they have ended.
pub(crate) fn processor_time(command: &mut Command) -> Result<f64> {
    let of_children = || -> Result<u32> {
        let statistics = fs::read_to_string("/proc/self/stat")?;
        // The second field is a name in parentheses, which may have spaces. The fields after it begin with the third.
        let (_, fields) = statistics.rsplit_once(") ").ok_or("no name in /proc/self/stat")?;
        let times: Vec<u32> =
            fields.split(' ').skip(13).take(2).map(str::parse).collect::<std::result::Result<_, _>>()?;
        Ok(times.iter().sum())
    };
    let before = of_children()?;
    output(command)?;
    Ok(f64::from(of_children()? - before) * 10.0)
}

/// Instructions of one call, from two runs of a program: the second run makes twice as many calls, and the difference
/// has nothing but calls in it.
pub(crate) fn instructions(program: &Path, arguments: &[&str], times: u32) -> Result<f64> {
    let count = |times: u32| -> Result<f64> {
        let mut valgrind = Command::new("valgrind");
        valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program);
        let (_, log) = output(valgrind.args(arguments).arg(times.to_string()))?;
        let collected = log.lines().find_map(|line| line.split_once("Collected : "));
        let (_, number) = collected.ok_or_else(|| format!("callgrind gives no count: {log}"))?;
        Ok(number.trim().parse()?)
    };
    Ok((count(2 * times)? - count(times)?) / f64::from(times))
}

fn name(command: &Command) -> String {
    let words = [command.get_program()].into_iter().chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

/// One of this package's programs, built as a program is built that users get: once with the candidates, and once, with
/// another name, with tryhard too.
pub(crate) struct Programs {
    usual: PathBuf,
    tryhard: PathBuf,
}

impl Programs {
    pub(crate) fn build(name: &str) -> Result<Self> {
        let folder = target()?.join("measured");
        fs::create_dir_all(&folder)?;
        let build = |feature: &str| -> Result<PathBuf> {
            eprintln!("   building {name} with {feature}");
            output(cargo().args(["build", "--profile", "bench", "--bin", name, "--features", feature]))?;
            let program = folder.join(format!("{name}-{feature}"));
            fs::copy(target()?.join("release").join(name), &program)?;
            Ok(program)
        };
        Ok(Self { usual: build("peers")?, tryhard: build("tryhard")? })
    }

    /// The program in which a candidate, or an option of the attribute, is measured.
    pub(crate) fn of(&self, candidate: &str) -> &Path {
        if candidate == TRYHARD { &self.tryhard } else { &self.usual }
    }

    /// Both programs, each with its candidates.
    pub(crate) fn both(&self) -> [(&Path, Vec<&'static str>); 2] {
        let (tryhard, usual) = CANDIDATES.into_iter().partition(|name| *name == TRYHARD);
        [(&self.usual, usual), (&self.tryhard, tryhard)]
    }
}
