//! The command as it is run by hand: what it prints where, and how it exits.

use std::process::Output;

use tokio::process::Command;

use crate::server::{Answer, Server, status};

async fn fetch(arguments: &[&str]) -> Output {
    // A proxy of whoever runs the tests would not find the server.
    Command::new(env!("CARGO_BIN_EXE_fetch")).args(arguments).env("NO_PROXY", "127.0.0.1").output().await.unwrap()
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

    let output = fetch(&[server.url.as_str(), "--deadline", "20ms"]).await;
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
    for option in ["--attempts", "--base", "--cap", "--timeout", "--deadline"] {
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
        (&[url, "--base", "1"], "time unit needed"),
        (&[url, "--attempts", "0"], "`attempts` is 0"),
        (&[url, "--cap", "1ms"], "`base` is above `cap`"),
    ] {
        let output = fetch(arguments).await;
        assert!(!output.status.success());
        let log = text(&output.stderr);
        assert!(log.contains(message), "{log}");
    }
    assert_eq!(server.requests(), 0);
}
