//! Whether a code block is left open at the end of a documentation: it would take in what follows.

/// A line of backticks or tildes.
#[derive(Clone, Copy)]
struct Fence<'a> {
    column: usize,
    marker: char,
    length: usize,
    rest: &'a str,
}

/// When in doubt it is open. A fence may be indented otherwise than the one it closes, but only within limits that
/// depend on the list or quotation around it: here they have to stand in the same column.
pub(super) fn is_left_open<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    let mut open: Option<Fence<'_>> = None;
    for line in lines {
        open = match open {
            None => opening(line),
            Some(open) => (!closes(line, open)).then_some(open),
        };
    }
    open.is_some()
}

/// A fence behind what a list or a quotation may put in front of it.
fn opening(line: &str) -> Option<Fence<'_>> {
    let is_container = |character: char| " \t>-*+.)".contains(character) || character.is_ascii_digit();
    // What stands behind backticks may contain none: those are code within a line.
    fence(line, line.trim_start_matches(is_container))
        .filter(|fence| fence.marker == '~' || !fence.rest.contains(fence.marker))
}

fn closes(line: &str, open: Fence<'_>) -> bool {
    let closing = fence(line, line.trim_start_matches([' ', '\t', '>']));
    closing.is_some_and(|closing| {
        closing.marker == open.marker
            && closing.length >= open.length
            && closing.column == open.column
            && closing.rest.trim().is_empty()
    })
}

fn fence<'a>(line: &str, text: &'a str) -> Option<Fence<'a>> {
    let marker = text.chars().next().filter(|first| matches!(first, '`' | '~'))?;
    let rest = text.trim_start_matches(marker);
    let length = text.len() - rest.len();
    (length >= 3).then_some(Fence { column: line.len() - text.len(), marker, length, rest })
}

#[cfg(test)]
mod tests {
    use super::is_left_open;

    #[test]
    fn a_code_block_is_closed_by_a_fence_of_its_kind_and_length() {
        for closed in [
            "",
            "text",
            "```\ncode\n```",
            "```rust\ncode\n```\ntext\n~~~ text\n```\n~~~",
            "````\n```\n`````  ",
            "~~~ a ` b\n~~~",
            "```code``` in a line, and ``` too",
            "```code```",
            "- ```\n  code\n  ```",
            "> ```\n> code\n> ```",
            "1. ~~~\n   code\n   ~~~",
        ] {
            assert!(!is_left_open(closed.lines()), "{closed}");
        }
        for open in [
            "```",
            "```\ncode",
            "````\n```",
            "```\n~~~",
            "```\n```rust",
            "```\n```\n~~~text",
            "- ```\n  code",
            "> text\n> ```\n> code",
            "```\n        ```",
            "- ```\n```",
        ] {
            assert!(is_left_open(open.lines()), "{open}");
        }
    }
}
