//! The program itself: stopped by ctrl-c in the middle of the night and started again, and with wrong settings.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use billing::journal::Journal;
use billing::ledger::Ledger;
use billing::reads::{SeededRead, generate};
use billing::tariff::price;
use rusqlite::{Connection, OpenFlags};
use rust_decimal::Decimal;

/// An empty directory of one test.
fn directory(test: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    if directory.exists() {
        fs::remove_dir_all(&directory).unwrap();
    }
    fs::create_dir_all(&directory).unwrap();
    directory
}

/// The program in its directory, where it keeps its databases too.
fn program(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_billing"));
    command.current_dir(directory).args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

const NIGHT: [&str; 8] = ["--reads", "600", "--workers", "8", "--seed", "7", "--data", "data"];

/// Starts a night, sends it a signal once the engine has made so many charges, and waits for its end.
fn signalled(directory: &Path, signal: &str, charges: u32) -> Output {
    let night = program(directory, &NIGHT).spawn().unwrap();
    let began = Instant::now();
    while charges_so_far(directory) < charges {
        assert!(began.elapsed() < Duration::from_mins(1), "the night does not get to {charges} charges");
        thread::sleep(Duration::from_millis(2));
    }
    let sent = Command::new("sh").args(["-c", &format!("kill {signal} {}", night.id())]).status().unwrap();
    assert!(sent.success());
    night.wait_with_output().unwrap()
}

/// Read beside the program that writes them, which is possible once there is a write-ahead log.
fn charges_so_far(directory: &Path) -> u32 {
    if !directory.join("data/ledger.sqlite-wal").exists() {
        return 0;
    }
    let ledger =
        Connection::open_with_flags(directory.join("data/ledger.sqlite"), OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    // No table is there yet when the first night has just begun.
    ledger.query_row("SELECT count(*) FROM charges", [], |row| row.get(0)).unwrap_or_default()
}

fn ledger(directory: &Path) -> Ledger {
    Ledger::open(Some(&directory.join("data/ledger.sqlite"))).unwrap()
}

/// What the books of the engine say, by meter.
fn charged(directory: &Path) -> BTreeMap<String, Vec<Decimal>> {
    let mut charged = BTreeMap::<_, Vec<_>>::new();
    for (meter, amount) in ledger(directory).charges().unwrap() {
        charged.entry(meter).or_default().push(amount);
    }
    charged
}

/// What they have to say in the end: one charge for each well-formed read.
fn due(reads: &[SeededRead]) -> BTreeMap<String, Vec<Decimal>> {
    reads.iter().filter_map(|SeededRead { read, .. }| Some((read.meter.clone(), vec![price(&read.usage)?]))).collect()
}

/// What stands first in a row of the tables.
fn value<'a>(printed: &'a str, row: &str) -> Option<&'a str> {
    let line = printed.lines().find_map(|line| line.trim_start().strip_prefix(row))?;
    line.trim_start().split("  ").next()
}

#[test]
fn a_night_that_is_stopped_goes_on_and_charges_each_read_once() {
    let directory = directory("stopped");
    let reads = generate(7, 600);
    let due = due(&reads);

    for charges in [40, 150, 300] {
        let output = signalled(&directory, "-INT", charges);
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(130), "{printed}");
        assert!(printed.contains("all as it should be"), "{printed}");
        assert!(printed.ends_with(" reads left; the same command goes on\n"), "{printed}");

        // Nothing is charged twice, nor anything that should not be.
        let charged = charged(&directory);
        assert!((charges as usize..due.len()).contains(&charged.len()), "{printed}");
        for (meter, amounts) in &charged {
            assert_eq!(due.get(meter), Some(amounts), "{meter}");
        }
        // What the client takes for charged is charged, and what it has posted is open only if its call was stopped.
        let journal = Journal::open(Some(&directory.join("data/journal.sqlite"))).unwrap();
        let receipts = journal.receipts().unwrap();
        let meter_of = |key: &String| key.split('/').next().unwrap().to_owned();
        assert!(receipts.iter().all(|key| charged.contains_key(&meter_of(key))), "{printed}");
        let mut open = journal.open_among(reads.iter().map(|seeded| &seeded.read)).unwrap();
        let posted = ledger(&directory).requests().unwrap();
        assert_eq!(open.len() + receipts.len() + journal.dead_letters().unwrap().len(), reads.len(), "{printed}");
        open.retain(|read| posted.contains_key(&read.idempotency_key()));
        let stopped = value(&printed, "gave up: stopped ").map_or(0, |stopped| stopped.parse().unwrap());
        assert_eq!(open.len(), stopped, "{printed}");
    }

    let output = program(&directory, &NIGHT).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{printed}");
    assert!(!printed.contains("stopped"), "{printed}");
    assert_eq!(charged(&directory), due);
    // The log of the engine goes through all nights: it was asked once for each malformed read.
    let requests = ledger(&directory).requests().unwrap();
    for seeded in reads.iter().filter(|seeded| seeded.watt_hours.is_none()) {
        assert_eq!(requests.get(&seeded.read.idempotency_key()), Some(&1));
    }
}

#[test]
fn a_night_that_is_killed_charges_each_read_once_too() {
    let directory = directory("killed");
    for charges in [100, 250] {
        let output = signalled(&directory, "-KILL", charges);
        assert_eq!(output.status.code(), None, "{output:?}");
    }
    // Reads that were charged without a receipt are posted again, with the key of the first time.
    let output = program(&directory, &NIGHT).output().unwrap();
    assert_eq!(charged(&directory), due(&generate(7, 600)), "{output:?}");
}

#[test]
fn a_wrong_file_is_told_as_it_is() {
    let directory = directory("wrong_file");
    let refused = |settings: &str, variable: Option<(&str, &str)>| {
        fs::write(directory.join("billing.toml"), settings).unwrap();
        let output = program(&directory, &[]).envs(variable).output().unwrap();
        assert_eq!((output.status.code(), &output.stdout[..]), (Some(2), &b""[..]));
        String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(
        refused("[rate_engine]\nbase = '10'\natempts = 3\n", None),
        "billing.toml: TOML parse error at line 1, column 1\n\
         \u{20} |\n\
         1 | [rate_engine]\n\
         \u{20} | ^^^^^^^^^^^^^\n\
         `base`: 10 has no unit: write 10ms or 10s\n\
         `atempts`: there is no such key: did you mean `attempts`?\n"
    );
    assert_eq!(
        refused("[rate_engin]\ntimeout = '5s'\n", None),
        "billing.toml: TOML parse error at line 1, column 2\n\
         \u{20} |\n\
         1 | [rate_engin]\n\
         \u{20} |  ^^^^^^^^^^\n\
         unknown field `rate_engin`, expected `rate_engine`\n"
    );
    assert_eq!(
        refused("[rate_engine]\ntimeout = '10s'\n", None),
        "`timeout` of rate_engine in billing.toml: 10s is above the deadline of 8s (`deadline` of the defaults), which \
         ends an attempt before it: lower the timeout, or raise the deadline\n"
    );
    assert_eq!(
        refused("", Some(("BILLING_RATE_ENGINE_ATTEMPTS", "0"))),
        "BILLING_RATE_ENGINE_ATTEMPTS: 0 attempts would make no call at all: write 1 for a single attempt\n"
    );
    let elsewhere = program(&directory, &["--config", "elsewhere.toml"]).output().unwrap();
    assert_eq!(elsewhere.status.code(), Some(2));
    assert!(elsewhere.stderr.starts_with(b"elsewhere.toml: "), "{elsewhere:?}");
}

#[test]
fn the_page_shows_the_file() {
    let file: Vec<_> = include_str!("../../billing.toml").lines().filter(|line| !line.starts_with('#')).collect();
    let file = file.join("\n").replace("\n\n", "\n");
    assert!(include_str!("../../README.md").contains(&format!("```toml\n{}\n```", file.trim())), "{file}");
}

#[test]
fn the_environment_wins_over_the_file_which_wins_over_the_defaults() {
    let directory = directory("layers");
    fs::write(directory.join("billing.toml"), "[rate_engine]\nattempts = 1\nbudget = { tokens = 40 }\n").unwrap();
    let night = |variable: Option<(&str, &str)>| {
        let output = program(&directory, &["--reads", "60", "--workers", "8"]).envs(variable).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{printed}");
        printed
    };

    let printed = night(None);
    assert_eq!(value(&printed, "attempts "), Some("60"), "{printed}");
    assert_eq!(value(&printed, "budget in the end "), Some("40.0 of 40"), "{printed}");

    let printed = night(Some(("BILLING_RATE_ENGINE_ATTEMPTS", "2")));
    assert!(value(&printed, "attempts ").unwrap().parse::<u32>().unwrap() > 60, "{printed}");
    assert_eq!(value(&printed, "budget in the end "), Some("40.0 of 40"), "{printed}");
}
