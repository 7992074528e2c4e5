//! README's numbers, its length, its list of options, and the features.

use crate::read;

#[test]
fn the_readme_is_short() {
    let lines = read("README.md").lines().count();
    assert!(lines <= 160, "README.md has {lines} lines, and 160 is the most: move something to docs/");
}

/// Each cell of README's table of costs is a cell of the results.
#[test]
fn costs_are_as_measured() {
    let results = read("benches/RESULTS.md");
    let measured: Vec<_> = results.split('|').map(str::trim).collect();
    let readme = read("README.md");
    let section = readme.split_once("\n## What it costs\n").unwrap().1.split("\n## ").next().unwrap();
    let cells: Vec<_> = section.split('|').map(str::trim).filter(|cell| cell.starts_with("**")).collect();
    assert_eq!(cells.len(), 6 * 6);
    for cell in cells {
        assert!(measured.contains(&cell), "README.md says {cell:?}, and benches/RESULTS.md does not");
    }
}

/// Each option of the macro's list is in the reference and in README's table of groups.
#[test]
fn every_option_is_in_a_group() {
    let source = read("retry-macros/src/options.rs");
    let list = source.split_once("\noptions! {\n").unwrap().1.split("\n}").next().unwrap();
    let options: Vec<_> =
        list.lines().filter_map(|line| line.split_once("\": ")?.0.split_once(" \"")).map(|(_, key)| key).collect();
    assert!(options.len() > 20, "{options:?}");
    let readme = read("README.md");
    let groups = readme.split_once("\n## Options\n").unwrap().1.split("\n## ").next().unwrap();
    let table: String = groups.lines().filter(|line| line.starts_with('|')).collect();
    let reference = read("retry-core/src/attribute.md");
    for option in options {
        assert!(reference.contains(&format!("\n| `{option}` |")), "attribute.md has no row for `{option}`: add one");
        assert!(
            table.contains(&format!("`{option}`")),
            "README.md's table of options has no `{option}`: add it to its group"
        );
    }
}

/// The queries use only metrics that exist.
#[test]
fn dashboards_name_the_metrics_that_exist() {
    let page = read("docs/cookbook/dashboards-and-alerts.md");
    let source = read("retry-core/src/lib.rs");
    let names: Vec<_> = page
        .split(|character: char| !(character.is_ascii_alphanumeric() || character == '_'))
        .filter(|word| word.starts_with("retry_") && *word != "retry_after" && *word != "retry_after_too_long")
        .map(|word| ["_bucket", "_sum", "_count"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word))
        .collect();
    assert!(names.len() > 10, "{names:?}");
    for name in names {
        assert!(source.contains(&format!("`{name}`")), "there is no metric `{name}`");
    }
}

/// Every feature has a row in docs/README.md and in the documentation of the crate.
#[test]
fn every_feature_is_in_the_tables() {
    let manifest = read("retry-core/Cargo.toml");
    let section = manifest.split_once("\n[features]\n").unwrap().1.split("\n[").next().unwrap();
    let features: Vec<_> = section.lines().filter_map(|line| line.split_once(" = [").map(|(name, _)| name)).collect();
    assert!(features.len() > 10, "{features:?}");
    for page in ["docs/README.md", "retry-core/src/lib.rs"] {
        let text = read(page);
        for feature in features.iter().filter(|feature| **feature != "default") {
            assert!(text.contains(&format!("`{feature}`")), "{page} has no row for the feature `{feature}`");
        }
    }
}

/// The page of a crate shows a whole program that fits on a screen.
#[test]
fn the_program_on_the_page_of_a_crate_has_less_than_30_lines() {
    for page in ["grpc", "hyper", "redis", "reqwest", "rusqlite", "sqlx", "tokio-postgres"] {
        let text = read(format!("docs/cookbook/{page}.md"));
        let (_, program) = text.split_once("```rust,no_run\n").unwrap_or_else(|| panic!("{page} shows no program"));
        let (program, _) = program.split_once("```").unwrap();
        assert!(program.contains("fn main()"), "the program of {page} is not whole");
        assert!(program.lines().count() < 30, "the program of {page} has {} lines", program.lines().count());
    }
}
