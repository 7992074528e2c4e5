//! Whether the pages are right: every message has an entry, every link leads somewhere, and the numbers are those that
//! were measured.

mod links;
mod messages;
mod readme;

use std::fs;
use std::path::{Path, PathBuf};

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path.as_ref()).unwrap_or_else(|error| panic!("{}: {error}", path.as_ref().display()))
}

/// All files below a folder that have this extension.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let (mut folders, mut files) = (vec![PathBuf::from(folder)], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
