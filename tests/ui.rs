//! Code that does not compile, and the compiler's messages. It is a test binary of its own, so that the command below
//! writes the snapshots and does nothing else.
//!
//! Every file in a folder of `tests/ui` is a case: it is about one rule, and breaks it in several functions or types.
//! The same phase of the compiler reports all mistakes of a file, because an earlier phase would hide those of a later
//! one.
//!
//! The words of rustc's own messages change from version to version. Snapshots with an error code or a note have such
//! messages, and the attribute's own messages never have either. These snapshots are compared only under the version of
//! rustc that wrote them. `TRYBUILD=overwrite cargo test --test ui` writes the snapshots anew. Read the difference.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const SNAPSHOTS_TAKEN_WITH: &str = "rustc 1.95.";

#[test]
fn every_mistake_is_explained_at_its_token() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().expect("rustc runs");
    let same_compiler = String::from_utf8_lossy(&version.stdout).starts_with(SNAPSHOTS_TAKEN_WITH);
    let overwrite = std::env::var_os("TRYBUILD").is_some_and(|mode| mode == "overwrite");
    let (cases, misplaced) = cases(Path::new("tests/ui"), !overwrite);
    assert!(misplaced.is_empty(), "{}", misplaced.join("\n"));
    let runner = trybuild::TestCases::new();
    for path in cases {
        let snapshot = fs::read_to_string(path.with_extension("stderr")).unwrap_or_default();
        let of_rustc = ["error[E", "note:"].iter().any(|sign| snapshot.contains(sign));
        if same_compiler || !of_rustc {
            runner.compile_fail(path);
        }
    }
}

/// All cases below a folder, and a sentence for each file in it that would not be run or compared.
fn cases(root: &Path, with_snapshots: bool) -> (Vec<PathBuf>, Vec<String>) {
    let (mut cases, mut misplaced) = (Vec::new(), Vec::new());
    for folder in entries(root) {
        let shown = folder.display();
        if !folder.is_dir() {
            misplaced.push(format!("{shown} is in no folder: move it into the one of its subject"));
            continue;
        }
        let before = cases.len();
        for path in entries(&folder) {
            let shown = path.display();
            let has = |extension| path.with_extension(extension).is_file();
            match path.extension().and_then(|extension| extension.to_str()) {
                Some("rs") if with_snapshots && !has("stderr") => misplaced.push(format!(
                    "{shown} has no .stderr to be compared with: write it with `TRYBUILD=overwrite cargo test --test ui`"
                )),
                Some("rs") => cases.push(path),
                Some("stderr") if has("rs") => {}
                Some("stderr") => misplaced.push(format!("{shown} has no .rs: remove it")),
                _ => misplaced.push(format!("{shown} is neither a case nor what the compiler says to one: remove it")),
            }
        }
        if cases.len() == before {
            misplaced.push(format!("{shown} has no case to be run: remove the folder"));
        }
    }
    (cases, misplaced)
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut entries: Vec<_> = entries.map(|entry| entry.expect("the folder can be listed").path()).collect();
    entries.sort();
    entries
}

#[test]
fn what_would_not_be_run_or_compared_is_told() {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ui_cases");
    let _ = fs::remove_dir_all(&root);
    for file in ["whole/case.rs", "whole/case.stderr", "new/case.rs", "old/case.stderr", "old/notes.md", "outside.rs"] {
        let path = root.join(file);
        fs::create_dir_all(path.parent().expect("a folder")).unwrap();
        fs::write(path, "").unwrap();
    }
    fs::create_dir_all(root.join("empty/deeper")).unwrap();
    let told = |with_snapshots| {
        let (cases, misplaced) = cases(&root, with_snapshots);
        let short = |text: String| text.replace(&format!("{}/", root.display()), "");
        let cases = cases.into_iter().map(|path| short(path.display().to_string())).collect::<Vec<_>>();
        (cases, misplaced.into_iter().map(short).collect::<Vec<_>>())
    };
    let (cases, misplaced) = told(true);
    assert_eq!(cases, ["whole/case.rs"]);
    let expected = [
        "empty/deeper is neither a case nor what the compiler says to one: remove it",
        "empty has no case to be run: remove the folder",
        "new/case.rs has no .stderr to be compared with: write it with `TRYBUILD=overwrite cargo test --test ui`",
        "new has no case to be run: remove the folder",
        "old/case.stderr has no .rs: remove it",
        "old/notes.md is neither a case nor what the compiler says to one: remove it",
        "old has no case to be run: remove the folder",
        "outside.rs is in no folder: move it into the one of its subject",
    ];
    assert_eq!(misplaced, expected);
    // While snapshots are written, no snapshot counts as missing.
    assert_eq!(told(false).0, ["new/case.rs", "whole/case.rs"]);
}
