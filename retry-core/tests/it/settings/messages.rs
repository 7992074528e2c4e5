//! The messages about wrong settings. `messages.txt` has the settings, and below them the message.

use std::{env, fs};

use super::support::layers;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/settings/messages.txt");

/// `MESSAGES=overwrite` writes the messages anew: read the difference.
#[test]
fn each_mistake_has_this_message() {
    let document = include_str!("messages.txt").replace("\r\n", "\n");
    let (introduction, cases) = document.split_once("\n\n=== ").expect("a case");
    let mut written = introduction.to_owned();
    let mut count = 0;
    for case in cases.split("\n\n=== ") {
        let (case, _) = case.split_once("\n---\n").unwrap_or((case.trim_end(), ""));
        let (_, input) = case.split_once('\n').expect("a title and settings");
        let message = layers(input).expect_err(case);
        written.extend(["\n\n=== ", case, "\n---\n", message.trim_end()]);
        count += 1;
    }
    written.push('\n');
    assert!(count >= 40, "{count} cases");
    if env::var_os("MESSAGES").is_some_and(|value| value == "overwrite") {
        fs::write(PATH, written).unwrap();
    } else {
        assert_eq!(document, written);
    }
}
