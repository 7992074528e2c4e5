//! Links between the pages lead to a file, and to a heading if they name one.

use std::path::{Path, PathBuf};

use crate::{files, read};

#[test]
fn links_lead_somewhere() {
    let mut pages: Vec<PathBuf> =
        ["docs", "examples", "retry-core", "benches"].iter().flat_map(|folder| files(folder, "md")).collect();
    pages.extend(["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(PathBuf::from));
    let (mut followed, mut broken) = (0, Vec::new());
    for page in pages {
        let text = read(&page);
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            // The text of a link may have line breaks, but not its address.
            if link.contains("://")
                || link.contains("::")
                || !(link.contains(".md") || link.contains('/') || link.starts_with('#'))
            {
                continue;
            }
            followed += 1;
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.parent().unwrap_or(Path::new("")).join(file) };
            let has_heading = || heading.is_empty() || read(&target).lines().any(|line| anchor(line) == heading);
            if !target.exists() || !has_heading() {
                broken.push(format!("    {}: {link}", page.display()));
            }
        }
    }
    assert!(followed > 100, "only {followed} links found");
    assert!(broken.is_empty(), "these links lead nowhere:\n{}", broken.join("\n"));
}

/// The name of a heading in a link, as GitHub makes it.
fn anchor(line: &str) -> String {
    let heading = line.trim_start_matches('#');
    if heading.len() == line.len() {
        return String::new();
    }
    let words = heading.trim().to_lowercase();
    let kept = words.chars().filter(|character| character.is_alphanumeric() || [' ', '-', '_'].contains(character));
    kept.map(|character| if character == ' ' { '-' } else { character }).collect()
}

#[test]
fn headings_have_the_names_that_links_use() {
    assert_eq!(anchor("## Limits in time"), "limits-in-time");
    assert_eq!(anchor("## `#[derive(Transient)]`"), "derivetransient");
    assert_eq!(anchor("Limits in time"), "");
}
