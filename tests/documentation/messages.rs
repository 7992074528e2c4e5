//! docs/messages.md has an entry for every message, and no entry for a message that no longer exists.

use std::collections::BTreeSet;

use crate::{files, read};

const PAGE: &str = "docs/messages.md";

/// Errors without a code that are the compiler's own and not the macros'.
const OF_RUSTC: [&str; 1] = ["future cannot be sent between threads safely"];

#[test]
fn every_message_has_an_entry() {
    let entries = entries();
    let missing: Vec<_> = messages()
        .into_iter()
        .filter(|message| message.is_ours && !entries.iter().any(|entry| matches(entry, &message.text)))
        .map(|message| format!("    {}", message.text))
        .collect();
    assert!(
        missing.is_empty(),
        "{PAGE} has no entry for these messages. Add each as a line of a ```text block, with `…` in place of what \
         differs, and say below it why it is and what to write:\n{}",
        missing.join("\n")
    );
}

#[test]
fn every_entry_is_of_a_message() {
    let messages = messages();
    let stale: Vec<_> = entries()
        .into_iter()
        .filter(|entry| !messages.iter().any(|message| matches(entry, &message.text)))
        .map(|entry| format!("    {entry}"))
        .collect();
    assert!(
        stale.is_empty(),
        "No snapshot in tests/ui has a message like these of {PAGE}. Correct the line, or remove it:\n{}",
        stale.join("\n")
    );
}

#[test]
fn what_differs_matches_anything_and_the_rest_only_itself() {
    assert!(matches("`…` is set twice: keep one", "`base` is set twice: keep one"));
    assert!(matches("`policy = …` and `…`", "`policy = …` and `cap`"));
    assert!(matches("write `a`", "write `a`"));
    for other in ["`base` is set twice: keep one of them", "a `base` is set twice: keep one", "set twice"] {
        assert!(!matches("`…` is set twice: keep one", other), "{other}");
    }
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Message {
    text: String,
    is_ours: bool,
}

/// The first line of every error in the snapshots, and the messages of the traits.
fn messages() -> BTreeSet<Message> {
    let mut messages = BTreeSet::new();
    for snapshot in files("tests/ui", "stderr") {
        for line in read(&snapshot).lines().filter(|line| line.starts_with("error")) {
            let (code, text) = line.split_once(": ").expect("an error has a text");
            let constant = text.strip_prefix("evaluation panicked: ");
            let is_ours = (code == "error" || constant.is_some()) && !OF_RUSTC.contains(&text);
            messages.insert(Message { text: constant.unwrap_or(text).to_owned(), is_ours });
        }
    }
    for source in files("retry-core/src", "rs") {
        let source = read(&source);
        for attribute in source.split("#[diagnostic::on_unimplemented(").skip(1) {
            let text = attribute.split_once("message = \"").and_then(|(_, rest)| rest.split('"').next());
            let text = text.expect("the trait has a message").replace("{Self}", "…").replace("{E}", "…");
            messages.insert(Message { text, is_ours: true });
        }
    }
    assert!(messages.len() > 100, "only {} messages found", messages.len());
    messages
}

/// The lines of the page's ```text blocks.
fn entries() -> Vec<String> {
    let page = read(PAGE);
    let blocks = page.split("\n```text\n").skip(1).filter_map(|block| block.split("\n```\n").next());
    let entries: Vec<_> = blocks.flat_map(str::lines).map(str::to_owned).collect();
    assert!(entries.len() > 50, "only {} entries found", entries.len());
    entries
}

/// Whether a message is the entry's, in which `…` stands for any text.
fn matches(entry: &str, message: &str) -> bool {
    let mut parts = entry.split('…');
    let Some(mut rest) = parts.next().and_then(|first| message.strip_prefix(first)) else { return false };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    true
}
