//! The text of each documentation attribute, as rustdoc would read it without `#[retry]`.
//!
//! An attribute macro gets a comment as `#[doc = "…"]`, and rustdoc reads the two differently. From a block comment it
//! removes the stars in front of the lines. If there are comments and written `#[doc]` attributes, it removes one space
//! from the lines of the comments. This module does both, because rustdoc no longer sees the comments.

use proc_macro2::{Delimiter, Group, Literal, Span, TokenTree};
use quote::quote_spanned;
use syn::Lit;

use crate::model::Attribute;

/// The text of one documentation attribute.
pub(super) struct Fragment {
    pub text: String,
    /// Whether the text differs from that of the attribute.
    pub changed: bool,
    pub span: Span,
}

/// The fragment of each attribute, or `None` for one that is not documentation in a string literal. `others` says
/// whether there is documentation of another kind, such as `include_str!`.
pub(super) fn read(attributes: &[Attribute], others: bool) -> Vec<Option<Fragment>> {
    let mut fragments: Vec<Option<Fragment>> = attributes.iter().map(Fragment::of).collect();
    // Almost all documentation is line comments, and asking for their source takes longer than reading them.
    let is_plain = |fragment: &Fragment| {
        !fragment.text.contains('\n') && (fragment.text.is_empty() || fragment.text.starts_with(' '))
    };
    if others || !fragments.iter().flatten().all(is_plain) {
        read_comments(attributes, &mut fragments, others);
    }
    fragments
}

/// Changes the texts of comments to what rustdoc would have made of them.
fn read_comments(attributes: &[Attribute], fragments: &mut [Option<Fragment>], mut others: bool) {
    let mut comments = Vec::new();
    for (attribute, fragment) in attributes.iter().zip(fragments) {
        let Some(fragment) = fragment else { continue };
        let [hash, _] = &attribute.tokens;
        // Every token that was made of a comment has the span of the comment.
        let source = hash.span().source_text().unwrap_or_default();
        if source.starts_with("/*") {
            if let Some(text) = without_stars(&fragment.text) {
                (fragment.text, fragment.changed) = (text, true);
            }
        }
        if source.starts_with("//") || source.starts_with("/*") {
            comments.push(fragment);
        } else {
            others = true;
        }
    }
    // Beside other documentation, a comment loses the space that usually follows its slashes.
    if !others || comments.iter().any(|fragment| indentation(&fragment.text) == Some(0)) {
        return;
    }
    for fragment in comments {
        let outdented = fragment.text.lines().map(|line| line.strip_prefix([' ', '\t']).unwrap_or(line));
        fragment.text = outdented.collect::<Vec<_>>().join("\n");
        fragment.changed = true;
    }
}

impl Fragment {
    /// `None` for other attributes, and for a text that only the compiler knows.
    fn of(attribute: &Attribute) -> Option<Self> {
        let literal = attribute.literal.as_ref().filter(|_| attribute.is_documentation())?;
        Some(Self { text: text(literal)?, changed: false, span: literal.span() })
    }

    /// The attribute's tokens with this text.
    pub(super) fn rewrite(&self, attribute: &Attribute) -> [TokenTree; 2] {
        let [hash, brackets] = &attribute.tokens;
        let mut literal = Literal::string(&self.text);
        literal.set_span(self.span);
        let mut rewritten = Group::new(Delimiter::Bracket, quote_spanned!(self.span=> doc = #literal));
        rewritten.set_span(brackets.span());
        [hash.clone(), TokenTree::Group(rewritten)]
    }
}

/// The value of a string literal.
fn text(literal: &Literal) -> Option<String> {
    let written = literal.to_string();
    // Most literals have no escape and need no parser.
    match written.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(text) if !text.contains('\\') => Some(text.to_owned()),
        _ => match Lit::new(literal.clone()) {
            Lit::Str(text) => Some(text.value()),
            _ => None,
        },
    }
}

/// The indentation that all lines share, or `None` if there is only white space.
pub(super) fn indentation(text: &str) -> Option<usize> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| line.len() - line.trim_start_matches([' ', '\t']).len()).min()
}

/// The text of a block comment without a first and a last line of stars, and without a column of stars in front of the
/// other lines. `None` if the comment has no such stars.
fn without_stars(text: &str) -> Option<String> {
    let is_stars = |line: &str| line.chars().all(|character| character == '*');
    let mut lines: Vec<&str> = text.lines().collect();
    let before = lines.len();
    if before < 2 {
        return None;
    }
    if lines.last().is_some_and(|last| !last.is_empty() && is_stars(last)) {
        lines.pop();
    }
    if lines.first().is_some_and(|first| is_stars(first)) {
        lines.remove(0);
    }
    let margin = margin(&lines);
    if let Some(margin) = margin {
        for line in &mut lines {
            let Some(rest) = line.strip_prefix(margin) else { continue };
            let starred = rest == "*" || rest.starts_with("* ") || rest.starts_with("**");
            *line = rest.strip_prefix('*').filter(|_| starred).unwrap_or(rest);
        }
    }
    (margin.is_some() || lines.len() < before).then(|| lines.join("\n"))
}

/// The white space in front of a column of stars, if there is such a column.
fn margin<'a>(lines: &[&'a str]) -> Option<&'a str> {
    let is_blank = |line: &&&str| line.trim().is_empty();
    // The first line follows the beginning of the comment.
    let skipped = lines.first().is_some_and(|first| !first.trim_start().starts_with('*'));
    let starred = lines.get(usize::from(skipped)..)?;
    let starred = starred.get(starred.iter().take_while(is_blank).count()..)?;
    let starred = starred.get(..starred.len() - starred.iter().rev().take_while(is_blank).count())?;
    let before_star = |line: &&'a str| {
        let rest = line.trim_start_matches([' ', '\t']);
        rest.starts_with('*').then(|| line.get(..line.len() - rest.len()))?
    };
    let margin = before_star(starred.first()?)?;
    starred.iter().all(|line| before_star(line).is_some_and(|other| other.len() == margin.len())).then_some(margin)
}

#[cfg(test)]
mod tests {
    use super::without_stars;

    #[test]
    fn stars_are_removed_as_rustc_does() {
        for (comment, plain) in [
            ("\n * One.\n *\n * - two\n ", Some(" One.\n\n - two\n")),
            ("\n * One.\n *\n * - two\n **", Some(" One.\n\n - two\n*")),
            ("***\n * One.\n", Some(" One.")),
            ("\n * One.\n**", Some(" One.")),
            ("One.\n\n", None),
            ("\n    One.\n", Some("    One.")),
            (" One.\n  * Two.\n  * Three.", Some(" One.\n Two.\n Three.")),
            ("One.\nTwo.", None),
            ("One. ", None),
            ("\n * One.\n   two\n", Some(" * One.\n   two")),
            ("\n * One.\n  * two\n", Some(" * One.\n  * two")),
            ("", None),
        ] {
            assert_eq!(without_stars(comment).as_deref(), plain, "{comment:?}");
        }
    }
}
