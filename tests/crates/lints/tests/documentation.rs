//! The documentation of an annotated function renders and tests as that of the bare one, with the section "Retries" below
//! or without.
//!
//! rustdoc documents and tests the source in `documentation/fixture.rs` with and without its attributes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

mod support;

use support::Fixture;

#[test]
fn documentation_renders_and_tests_as_that_of_the_bare_function() {
    let fixture = Fixture::new("documentation", "documentation/fixture.rs");
    let (bare, annotated) = (rendered(&fixture, false), rendered(&fixture, true));
    assert!(bare.len() > 25, "{} texts", bare.len());
    assert_eq!(bare.keys().collect::<Vec<_>>(), annotated.keys().collect::<Vec<_>>());
    for (name, bare) in &bare {
        let section = annotated[name].strip_prefix(bare.as_str());
        let section = section.unwrap_or_else(|| panic!("{name}, without and with:\n{bare}\n{}", annotated[name]));
        let has_one = section.contains("id=\"retries\"");
        let wants_one = name.contains("with_section") || name.contains("stamped");
        assert!(has_one == wants_one && (has_one || section.is_empty()), "{name}: {section:?}");
    }
    let (bare, annotated) = (tests(&fixture, false), tests(&fixture, true));
    assert!(bare.len() > 25, "{} tests", bare.len());
    assert_eq!(bare, annotated);
}

/// The text of each function and method, by its name.
fn rendered(fixture: &Fixture, annotated: bool) -> BTreeMap<String, String> {
    let output = fixture.cargo(&["doc", "--quiet", "--no-deps"], annotated);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut texts = BTreeMap::new();
    read_folder(&fixture.folder.join("target/doc/documentation"), &mut texts);
    texts
}

fn read_folder(folder: &Path, texts: &mut BTreeMap<String, String>) {
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read_folder(&path, texts);
            continue;
        }
        let name = path.file_name().unwrap().to_str().unwrap();
        if !(name.starts_with("fn.") || name.starts_with("struct.")) {
            continue;
        }
        let html = fs::read_to_string(&path).unwrap();
        for (number, text) in html.split("<div class=\"docblock\">").skip(1).enumerate() {
            let (text, _) = text.split_once("</div></details>").unwrap();
            // Behind the text of a struct is that of its own method, and of others that all types have.
            let owner = if name.starts_with("struct.") && number == 1 { "with_section " } else { "" };
            texts.insert(format!("{owner}{} {number}", path.display()), text.to_owned());
        }
    }
}

/// The names of the examples that were run, all of which have to pass.
fn tests(fixture: &Fixture, annotated: bool) -> Vec<String> {
    let output = fixture.cargo(&["test", "--doc"], annotated);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stderr));
    let mut names: Vec<String> = told.lines().filter(|line| line.starts_with("test /")).map(str::to_owned).collect();
    names.sort();
    names
}
