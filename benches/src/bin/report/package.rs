//! Packages that are written for a measurement. Each is the crate of a user who has chosen one candidate.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Result;
use crate::command::{cargo, package, target};
use crate::styles::style;

pub(crate) struct Package(PathBuf);

impl Package {
    /// Writes the package `name` of one candidate. Its dependencies have the versions of this workspace.
    pub(crate) fn create(name: &str, candidate: &str, source: &str) -> Result<Self> {
        let letters: String = candidate.chars().map(|char| if char.is_alphanumeric() { char } else { '-' }).collect();
        let folder = target()?.join("measured").join(name).join(letters.trim_matches('-'));
        fs::create_dir_all(folder.join("src"))?;
        let workspace = package().parent().ok_or("this package stands in no workspace")?;
        let core = workspace.join("retry-core").display().to_string();
        let dependencies = style(candidate)?.dependencies.replace("RETRY_CORE", &core);
        let manifest = format!(
            "[package]\nname = \"{name}\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n{dependencies}\n"
        );
        fs::write(folder.join("Cargo.toml"), manifest)?;
        fs::copy(workspace.join("Cargo.lock"), folder.join("Cargo.lock"))?;
        fs::write(folder.join("src/main.rs"), source)?;
        Ok(Self(folder))
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.0
    }

    /// Cargo in this package. The package is built anew, and its dependencies stay built.
    pub(crate) fn cargo(&self) -> Command {
        let mut cargo = cargo();
        cargo.current_dir(&self.0).env("CARGO_INCREMENTAL", "0").env("CARGO_TARGET_DIR", self.0.join("target"));
        cargo
    }

    /// Makes the next build build this package again.
    pub(crate) fn touch(&self) -> Result {
        let source = self.0.join("src/main.rs");
        Ok(fs::write(&source, fs::read(&source)?)?)
    }

    /// Makes the next build build everything again.
    pub(crate) fn clean(&self) -> Result {
        let built = self.0.join("target");
        if built.exists() {
            fs::remove_dir_all(built)?;
        }
        Ok(())
    }
}
