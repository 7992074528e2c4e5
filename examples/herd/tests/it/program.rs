//! The program as it is run, and the pictures it draws.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use herd::charts::{CALLS, Chart, LOAD, OUTAGES, Overload, TIME};
use herd::contention::{Strategy, sweep};

fn herd(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_herd")).args(arguments).current_dir(folder).output().unwrap()
}

fn empty_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_check_succeeds_and_says_the_same_every_time() {
    let folders = ["check_once", "check_again"].map(empty_folder);
    let outputs = folders.each_ref().map(|folder| herd(&["--check", "out"], folder));
    assert!(outputs[0].status.success(), "{}", String::from_utf8_lossy(&outputs[0].stdout));
    assert_eq!(outputs[0].stdout, outputs[1].stdout);
    for (name, lines) in [("contention.csv", 1 + 5), ("overload.csv", 1 + 4 * 9)] {
        let [once, again] = folders.each_ref().map(|folder| fs::read_to_string(folder.join("out").join(name)).unwrap());
        assert_eq!(once, again);
        assert_eq!(once.lines().count(), lines);
        let columns = once.lines().next().unwrap().split(',').count();
        assert!(once.lines().all(|line| line.split(',').count() == columns));
    }
}

#[test]
fn arguments_that_it_does_not_know_are_refused() {
    let folder = empty_folder("refused");
    for arguments in [&["--chekc"][..], &["one", "two"], &["--check", "-v"]] {
        let output = herd(arguments, &folder);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stderr.starts_with(b"usage: "), "{arguments:?}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error() {
    let folder = empty_folder("occupied");
    fs::write(folder.join("file"), "").unwrap();
    assert_eq!(herd(&["--check", "file"], &folder).status.code(), Some(1));
}

#[test]
fn every_line_is_named_in_the_charts_of_model_a() {
    let rows = sweep(&[10, 20], 2);
    for chart in [CALLS.of(&rows), TIME.of(&rows)] {
        let svg = chart.svg().unwrap();
        for strategy in Strategy::ALL {
            assert!(svg.contains(strategy.name()), "{strategy:?}");
        }
        assert!(svg.matches("<polyline").count() > Strategy::ALL.len());
        assert_eq!(svg, chart.svg().unwrap());
    }
}

#[test]
fn every_panel_is_named_in_the_charts_of_model_b() {
    let svg = OUTAGES.of(100).svg().unwrap();
    for variant in ["full jitter", "full jitter + budget", "full jitter + breaker"] {
        for outage in ["down", "hangs", "half fails"] {
            assert!(svg.contains(&format!("{variant}, {outage}")), "{variant}, {outage}");
        }
    }
}

#[test]
fn the_png_is_twice_as_large_coloured_and_always_the_same() {
    let chart = LOAD.of(100);
    let file = chart.png().unwrap();
    assert_eq!(file, chart.png().unwrap());
    let mut reader = png::Decoder::new(Cursor::new(file)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((frame.width, frame.height), (2 * Overload::SIZE.0, 2 * Overload::SIZE.1));
    // The lines of the three variants: vermilion, blue and green.
    for colour in [[0xd5, 0x5e, 0x00], [0x00, 0x72, 0xb2], [0x00, 0x9e, 0x73]] {
        let drawn = pixels.chunks(3).filter(|pixel| *pixel == colour).count();
        assert!(drawn > 1000, "{colour:?}: {drawn} pixels");
    }
}
