//! A fixture as a package of its own, outside of the workspace and with its lockfile.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub(crate) struct Fixture {
    pub(crate) folder: PathBuf,
}

impl Fixture {
    /// `source` is the crate's root, and stands in this folder.
    pub(crate) fn new(name: &str, source: &str) -> Self {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let workspace = here.ancestors().nth(3).unwrap();
        let manifest = format!(
            r#"[package]
name = "{name}"
edition = "2024"

[workspace]

[features]
annotated = []

[dependencies]
async-trait = "0.1"
retry-core = {{ path = {:?} }}

[lib]
path = {:?}
"#,
            workspace.join("retry-core"),
            here.join("tests").join(source),
        );
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        fs::copy(workspace.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
        Self { folder }
    }

    /// Runs a command of cargo's, perhaps with the fixture's attributes.
    pub(crate) fn cargo(&self, command: &[&str], annotated: bool) -> Output {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| env!("CARGO").into());
        let features = if annotated { "annotated" } else { "" };
        Command::new(cargo)
            .args(command)
            .args(["--offline", "--features", features])
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            .env_remove("RUSTFLAGS")
            .env_remove("RUSTDOCFLAGS")
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .output()
            .unwrap()
    }
}
