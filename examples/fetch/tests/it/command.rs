//! The command as it is run by hand: what it prints where, and how it exits.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use tokio::process::Command;

use crate::server::{Answer, Server, status};

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fetch"));
    // A proxy in the environment would not find the server, and the folder of the sources has a file of settings.
    command.args(arguments).env("NO_PROXY", "127.0.0.1").current_dir(env!("CARGO_TARGET_TMPDIR"));
    command
}

async fn fetch(arguments: &[&str]) -> Output {
    command(arguments).output().await.unwrap()
}

/// A directory of one test with its settings.
fn directory(test: &str, settings: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    fs::create_dir_all(&directory).unwrap();
    fs::write(directory.join("fetch.toml"), settings).unwrap();
    directory
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[tokio::test]
async fn the_body_is_printed_alone_and_each_attempt_is_a_line_of_the_log() {
    let server = Server::start(|request| status(if request == 1 { 503 } else { 200 })).await;
    let output = fetch(&[server.url.as_str(), "--base", "1ms", "--cap", "1ms"]).await;
    assert!(output.status.success(), "{output:?}");
    assert_eq!(text(&output.stdout), "answer with 200");
    let log: Vec<&str> = text(&output.stderr).lines().collect();
    let [first, second] = log[..] else { panic!("{log:?}") };
    assert!(first.contains("WARN fetch: attempt 1 failed: 503 Service Unavailable; next in"), "{first}");
    assert!(second.contains("INFO fetch: attempt 2: 200 OK, 15 bytes"), "{second}");
}

#[tokio::test]
async fn a_failure_tells_the_last_error_and_why_there_was_no_other_attempt() {
    let server = Server::start(|request| status(if request == 1 { 503 } else { 404 })).await;
    let output = fetch(&[server.url.as_str(), "--base", "1ms", "--quiet"]).await;
    assert_eq!((output.status.code(), server.requests()), (Some(1), 2));
    assert_eq!(text(&output.stdout), "");
    let log: Vec<&str> = text(&output.stderr).lines().collect();
    let [line] = log[..] else { panic!("{log:?}") };
    assert!(line.contains("ERROR fetch: gave up after attempt 2"), "{line}");
    assert!(line.ends_with("the error is permanent: 404 Not Found"), "{line}");
}

#[tokio::test]
async fn every_option_has_its_effect() {
    let server = Server::start(|_| Answer::Never).await;
    let arguments = ["--attempts", "2", "--base", "1ms", "--cap", "1ms", "--timeout", "20ms", "--deadline", "1h"];
    let output = fetch(&[&[server.url.as_str()], &arguments[..]].concat()).await;
    assert_eq!(output.status.code(), Some(1));
    let log = text(&output.stderr);
    assert!(log.contains("attempt 1 failed: the attempt timed out after 20ms"), "{log}");
    assert!(log.contains("the attempts are spent"), "{log}");

    let output = fetch(&[server.url.as_str(), "--timeout", "20ms", "--deadline", "20ms"]).await;
    assert_eq!(output.status.code(), Some(1));
    let log = text(&output.stderr);
    assert!(log.contains("the next wait would end after the deadline"), "{log}");
}

#[tokio::test]
async fn without_arguments_it_says_how_it_is_used() {
    let output = fetch(&[]).await;
    assert_eq!(output.status.code(), Some(2));
    let usage = text(&output.stderr);
    assert!(usage.contains("Usage: fetch [OPTIONS] <URL>"), "{usage}");
    for option in ["--config", "--attempts", "--base", "--cap", "--timeout", "--deadline"] {
        assert!(usage.contains(option), "{option}: {usage}");
    }
}

#[tokio::test]
async fn mistakes_are_told_before_any_request() {
    let server = Server::start(|_| status(200)).await;
    let url = server.url.as_str();
    for (arguments, message) in [
        (&["ftp://127.0.0.1/"][..], "only http and https can be fetched"),
        (&["127.0.0.1"], "relative URL without a base"),
        (&[url, "--base", "1"], "error: the command line: `base`: 1 has no unit: write 1ms or 1s\n"),
        (&[url, "--attempts", "0"], "`attempts`: 0 attempts would make no call at all: write 1 for a single attempt\n"),
        (
            &[url, "--cap", "1ms"],
            "error: `cap` of the command line: 1ms is below the base of 500ms (`base` of the defaults), and no delay \
             exceeds the cap: raise the cap, or lower the base\n",
        ),
        (&[url, "--config", "elsewhere.toml"], "error: elsewhere.toml: No such file or directory"),
    ] {
        let output = fetch(arguments).await;
        assert_eq!(output.status.code(), Some(2));
        let log = text(&output.stderr);
        assert!(log.contains(message), "{log}");
    }
    assert_eq!(server.requests(), 0);
}

#[tokio::test]
async fn options_win_over_the_environment_which_wins_over_the_file() {
    let server = Server::start(|_| status(503)).await;
    let settings = directory("layers", "attempts = 2\nbase = '1ms'\ncap = '1ms'");
    let url = server.url.as_str();

    // The file in the directory, and the same file by its name.
    let mut fetch = command(&[url]);
    assert_eq!(fetch.current_dir(&settings).output().await.unwrap().status.code(), Some(1));
    assert_eq!(server.requests(), 2);
    let file = settings.join("fetch.toml");
    let from_file = [url, "--config", file.to_str().unwrap()];
    assert_eq!(command(&from_file).output().await.unwrap().status.code(), Some(1));
    assert_eq!(server.requests(), 2 + 2);

    let mut fetch = command(&from_file);
    assert_eq!(fetch.env("FETCH_RETRY_ATTEMPTS", "3").output().await.unwrap().status.code(), Some(1));
    assert_eq!(server.requests(), 2 + 2 + 3);

    let mut fetch = command(&[&from_file[..], &["--attempts", "1"]].concat());
    assert_eq!(fetch.env("FETCH_RETRY_ATTEMPTS", "3").output().await.unwrap().status.code(), Some(1));
    assert_eq!(server.requests(), 2 + 2 + 3 + 1);
}

#[tokio::test]
async fn a_wrong_file_is_told_as_it_is() {
    let server = Server::start(|_| status(200)).await;
    for (test, settings, message) in [
        (
            "unknown_key",
            "base = '1ms'\natempts = 3",
            "error: fetch.toml: `atempts`: there is no such key: did you mean `attempts`?\n",
        ),
        (
            "contradiction",
            "timeout = '2min'",
            "error: `timeout` of fetch.toml: 2min is above the deadline of 1min (`deadline` of the defaults), which ends \
             an attempt before it: lower the timeout, or raise the deadline\n",
        ),
    ] {
        let output = command(&[server.url.as_str()]).current_dir(directory(test, settings)).output().await.unwrap();
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(2), message));
    }

    let output = command(&[server.url.as_str()]).env("FETCH_RETRY_BASE", "500").output().await.unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stderr), "error: FETCH_RETRY_BASE: 500 has no unit: write 500ms or 500s\n");
    assert_eq!(server.requests(), 0);
}

#[test]
fn the_page_shows_the_file() {
    let file: Vec<_> = include_str!("../../fetch.toml").lines().filter(|line| !line.starts_with('#')).collect();
    let file = file.join("\n");
    assert!(include_str!("../../README.md").contains(&format!("```toml\n{}\n```", file.trim())), "{file}");
}
