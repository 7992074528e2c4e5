//! The paths of functions that are generic or implement a trait.

use alloc::borrow::ToOwned as _;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use std::sync::{PoisonError, RwLock};

use super::{INSIDE, UNNAMED, is_user_path};

/// The path of the function that contains a type. It is put together once and kept for the rest of the program.
pub(super) fn name(type_name: &'static str) -> &'static str {
    static NAMES: RwLock<BTreeMap<&str, &str>> = RwLock::new(BTreeMap::new());
    if let Some(name) = NAMES.read().unwrap_or_else(PoisonError::into_inner).get(type_name) {
        return name;
    }
    let name = readable_path(type_name).unwrap_or_else(|| UNNAMED.to_owned());
    NAMES.write().unwrap_or_else(PoisonError::into_inner).entry(type_name).or_insert_with(|| Box::leak(name.into()))
}

/// The path of any function, without generic arguments and closures; `None` if it contains no function of the user.
///
/// ```text
/// input:  billing::client::Client<_>::post::{{closure}}
///         <billing::client::Client as billing::Post>::post::{{closure}}
///         billing::post::<impl billing::Post for billing::client::Client>::post::{{closure}}
/// output: billing::client::Client::post
///
/// input:  <&_ as billing::Post>::post::{{closure}}
/// output: <&_ as billing::Post>::post
/// ```
fn readable_path(type_name: &str) -> Option<String> {
    let mut path = String::new();
    for segment in split(type_name, "::") {
        if INSIDE.contains(&segment) {
            continue;
        }
        if let Some(block) = segment.strip_prefix('<').and_then(|segment| segment.strip_suffix('>')) {
            path = implementation(block);
            continue;
        }
        if !path.is_empty() {
            path.push_str("::");
        }
        path.push_str(&without_arguments(segment));
    }
    (path.starts_with('<') || is_user_path(&path)).then_some(path)
}

/// The type of an `impl` block. A type of the standard library is shown with the trait that the block implements.
fn implementation(block: &str) -> String {
    let (ty, of_trait) = match block.strip_prefix("impl ") {
        Some(block) => match split(block, " for ").as_slice() {
            [of_trait, ty] => (*ty, Some(*of_trait)),
            _ => (block, None),
        },
        None => match split(block, " as ").as_slice() {
            [ty, of_trait] => (*ty, Some(*of_trait)),
            _ => (block, None),
        },
    };
    let ty = without_arguments(ty);
    match of_trait.map(without_arguments) {
        Some(of_trait) if !is_user_path(&ty) => format!("<{ty} as {of_trait}>"),
        _ => ty,
    }
}

/// A type or a path without its generic arguments.
fn without_arguments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut depth = 0_usize;
    let mut last = ' ';
    for letter in text.chars() {
        match letter {
            '<' => depth += 1,
            // The `>` of `->` closes no bracket.
            '>' if last != '-' && depth > 0 => depth -= 1,
            _ if depth == 0 => kept.push(letter),
            _ => {}
        }
        last = letter;
    }
    kept
}

/// Splits a text at the separators that are outside of brackets.
fn split<'t>(text: &'t str, separator: &str) -> Vec<&'t str> {
    let (mut parts, mut begin, mut depth, mut last) = (Vec::new(), 0, 0_usize, ' ');
    for (index, letter) in text.char_indices() {
        match letter {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' if last == '-' => {}
            '>' | ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ if depth == 0 && index >= begin && text[index..].starts_with(separator) => {
                parts.push(&text[begin..index]);
                begin = index + separator.len();
            }
            _ => {}
        }
        last = letter;
    }
    parts.push(&text[begin..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::super::function_around;

    #[test]
    fn each_function_has_a_name_of_its_own() {
        let names = [
            ("shop::main::__RetryName", "shop::main"),
            ("shop::client::Client::post::{{closure}}::{{closure}}", "shop::client::Client::post"),
            ("shop::client::Client<_>::post::{{closure}}::__RetryName", "shop::client::Client::post"),
            ("shop::client::Client<alloc::vec::Vec<u8>>::post<u8, 3>::{{closure}}", "shop::client::Client::post"),
            ("shop::client::Client<_>::post::{{closure}}::inner::{{closure}}", "shop::client::Client::post::inner"),
            ("<shop::Client as shop::Post>::post", "shop::Client::post"),
            ("<shop::Client<_> as shop::Post<shop::Bill>>::post::{{closure}}", "shop::Client::post"),
            ("shop::other::<impl shop::Client>::post", "shop::Client::post"),
            ("shop::other::<impl shop::Client<alloc::vec::Vec<_>>>::post", "shop::Client::post"),
            ("shop::other::<impl shop::Post for shop::Client<u8>>::post", "shop::Client::post"),
            ("shop::_::<impl shop::Client>::post", "shop::Client::post"),
            ("<&_ as shop::Post>::post", "<&_ as shop::Post>::post"),
            ("<[u8] as shop::Post>::post", "<[u8] as shop::Post>::post"),
            ("<u32 as shop::Post>::post::{{closure}}", "<u32 as shop::Post>::post"),
            ("<alloc::boxed::Box<_> as shop::Post<u8>>::post", "<alloc::boxed::Box as shop::Post>::post"),
            ("<(u8, fn(u8) -> u16) as shop::Post>::post", "<(u8, fn(u8) -> u16) as shop::Post>::post"),
            ("<(alloc::vec::Vec<u8>, u16) as shop::Post>::post", "<(alloc::vec::Vec, u16) as shop::Post>::post"),
            (
                "<(alloc::vec::Vec<fn(u8) -> u8>, u16) as shop::Post>::post",
                "<(alloc::vec::Vec, u16) as shop::Post>::post",
            ),
            (
                "<dyn core::ops::Fn(u8) -> u16 as shop::Post>::post",
                "<dyn core::ops::Fn(u8) -> u16 as shop::Post>::post",
            ),
        ];
        for (type_name, name) in names {
            assert_eq!(function_around(type_name), name, "{type_name}");
            assert_eq!(function_around(type_name), name, "{type_name}, again");
        }
    }

    #[test]
    fn what_is_called_is_no_function_of_the_user() {
        let closures = [
            "alloc::boxed::Box<dyn core::ops::FnMut() -> shop::Attempt>",
            "&mut shop::main::{{closure}}",
            "fn() -> core::pin::Pin<shop::Attempt>",
            "core::future::ready::{{closure}}",
            "",
            "{{closure}}",
            "<",
            "::",
            ">>",
        ];
        for type_name in closures {
            assert_eq!(function_around(type_name), "retry", "{type_name}");
        }
    }
}
