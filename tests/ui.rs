//! What does not compile, and what the compiler says then.
//!
//! A message that rustc writes changes from version to version, so those cases (their snapshots have an error
//! code or a note, which the attribute's own messages never do) are compared only under the version the snapshots
//! were taken with. To take them anew: `TRYBUILD=overwrite cargo test --test ui`, then read the difference.

use std::path::Path;
use std::process::Command;

const SNAPSHOTS_TAKEN_WITH: &str = "rustc 1.95.";

#[test]
fn every_mistake_is_explained_at_its_token() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().expect("rustc runs");
    let same_compiler = String::from_utf8_lossy(&version.stdout).starts_with(SNAPSHOTS_TAKEN_WITH);
    let cases = trybuild::TestCases::new();
    for folder in ["attribute", "values", "signature", "body", "predicate", "interplay", "derive"] {
        let folder = Path::new("tests/ui").join(folder);
        for entry in folder.read_dir().expect("the folder of cases exists") {
            let path = entry.expect("the folder of cases can be listed").path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                let snapshot = std::fs::read_to_string(path.with_extension("stderr")).unwrap_or_default();
                let of_rustc = ["error[E", "note:"].iter().any(|sign| snapshot.contains(sign));
                if same_compiler || !of_rustc {
                    cases.compile_fail(&path);
                }
            }
        }
    }
}
