//! An annotated function gets the warnings of the bare one: the same, at the same places, and no other.
//!
//! The source in `warnings/fixture` is checked with and without its attributes, and what rustc and clippy print compared.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

mod support;

use support::Fixture;

#[test]
fn warnings_equal_those_of_the_bare_function() {
    let fixture = Fixture::new("warnings", "warnings/fixture/lib.rs");
    assert_equal(&fixture, "check", 45);
    // All that rustc found is among what clippy finds.
    assert_equal(&fixture, "clippy", 90);
}

fn assert_equal(fixture: &Fixture, command: &str, at_least: usize) {
    let (bare, annotated) = (warnings(fixture, command, false), warnings(fixture, command, true));
    assert!(bare.len() > at_least, "{command}: {} warnings", bare.len());
    let lost = bare.difference(&annotated).cloned().collect::<String>();
    let added = annotated.difference(&bare).cloned().collect::<String>();
    assert!(
        lost.is_empty() && added.is_empty(),
        "{command}: only without the attribute:\n\n{lost}\nonly with it:\n\n{added}"
    );
}

/// All that rustc, or clippy, has to say about the fixture.
fn warnings(fixture: &Fixture, command: &str, annotated: bool) -> BTreeSet<String> {
    let output = fixture.cargo(&[command, "--quiet", "--message-format=json"], annotated);
    let messages = String::from_utf8(output.stdout).unwrap();
    let messages = messages.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let ours =
        messages.filter(|message| message["reason"] == "compiler-message" && message["target"]["name"] == "warnings");
    let (mut warnings, mut errors) = (BTreeSet::new(), String::from_utf8(output.stderr).unwrap());
    for message in ours.map(|mut message| message["message"].take()) {
        match (message["level"].as_str(), &message["code"]["code"]) {
            // What belongs to no lint counts the warnings.
            (Some("warning"), Value::String(lint)) => drop(warnings.insert(format!("{lint}: {}", told(&message)))),
            (Some("warning"), _) => {}
            _ => errors += message["rendered"].as_str().unwrap(),
        }
    }
    assert!(output.status.success(), "{errors}");
    warnings
}

/// A message, all the places it points to, and what comes below it.
fn told(message: &Value) -> String {
    let mut told = format!("{}\n", message["message"].as_str().unwrap());
    for span in message["spans"].as_array().unwrap() {
        let [from, to] = [("line_start", "column_start"), ("line_end", "column_end")]
            .map(|(line, column)| format!("{}:{}", span[line], span[column]));
        let file = Path::new(span["file_name"].as_str().unwrap()).file_name().unwrap().display();
        told += &format!("    {file} {from} to {to}: {} {}\n", span["label"], span["suggested_replacement"]);
    }
    for child in message["children"].as_array().unwrap() {
        let note = child["message"].as_str().unwrap();
        // Why a lint is on is told at its first warning, whichever that is.
        if !note.starts_with("`#[warn(") && note != "the lint level is defined here" {
            told += &self::told(child);
        }
    }
    told
}
