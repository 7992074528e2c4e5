//! Whether a function's documentation ends within a code block: a section after it would become a part of the code.

/// A line of backticks or tildes.
#[derive(Clone, Copy)]
struct Fence<'a> {
    column: usize,
    marker: char,
    length: usize,
    rest: &'a str,
}

/// In doubt the block is open. Markdown lets the closing fence have another indentation than the opening one, within
/// limits that depend on the list or quotation around both. Here both have to be in the same column.
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

/// An opening fence, which may have the marks of a list or a quotation in front of it.
fn opening(line: &str) -> Option<Fence<'_>> {
    let is_container = |character: char| " \t>-*+.)".contains(character) || character.is_ascii_digit();
    // After an opening fence of backticks there are no more backticks: with them the line is code within a text.
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
