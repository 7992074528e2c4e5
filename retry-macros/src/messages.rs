//! The messages of the cases in `tests/ui`, compared without the compiler. `cargo test --test ui` also compares the
//! tokens that they point at, and takes a minute.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

#[test]
fn every_mistake_has_the_message_that_its_snapshot_shows() {
    let mut compared = 0;
    for case in cases() {
        let tokens = fs::read_to_string(&case).unwrap().parse().unwrap();
        let snapshot = fs::read_to_string(case.with_extension("stderr")).unwrap();
        let mut expected: Vec<String> =
            snapshot.lines().filter_map(|line| line.strip_prefix("error: ").map(str::to_owned)).collect();
        let mut actual = Vec::new();
        messages(tokens, &mut actual);
        expected.sort();
        actual.sort();
        if snapshot.contains("\nerror[E") || snapshot.starts_with("error[E") || snapshot.contains("note:") {
            // The compiler adds messages of its own to this snapshot.
            assert!(actual.iter().all(|message| expected.contains(message)), "{}: {actual:#?}", case.display());
        } else {
            assert_eq!(actual, expected, "{}", case.display());
            compared += actual.len();
        }
    }
    assert!(compared > 200, "only {compared} messages compared");
}

fn cases() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/ui");
    let folders = root.read_dir().unwrap().map(|folder| folder.unwrap().path());
    let files = folders.flat_map(|folder| folder.read_dir().unwrap()).map(|file| file.unwrap().path());
    files.filter(|file| file.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// The messages for each `#[retry]` and each `#[derive(Transient)]`, at any depth.
fn messages(source: TokenStream, found: &mut Vec<String>) {
    let mut tokens = source.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match (&token, tokens.peek()) {
            (TokenTree::Punct(hash), Some(TokenTree::Group(brackets))) if hash.as_char() == '#' => {
                let Some(attribute) = Attribute::read(brackets.stream()) else { continue };
                tokens.next();
                let item = item(&mut tokens);
                let output = match attribute {
                    Attribute::Retry(options) => crate::attribute::attribute(options, item),
                    Attribute::Derive => crate::derive::derive(item),
                };
                errors(output, found);
            }
            (TokenTree::Group(group), _) => messages(group.stream(), found),
            _ => {}
        }
    }
}

enum Attribute {
    Retry(TokenStream),
    Derive,
}

impl Attribute {
    fn read(attribute: TokenStream) -> Option<Self> {
        let mut tokens = attribute.into_iter();
        let name = tokens.next()?.to_string();
        let arguments = match tokens.next() {
            Some(TokenTree::Group(group)) => group.stream(),
            _ => TokenStream::new(),
        };
        match name.as_str() {
            "retry" => Some(Self::Retry(arguments)),
            "derive" if arguments.to_string().contains("Transient") => Some(Self::Derive),
            _ => None,
        }
    }
}

/// The tokens up to the braces or the semicolon that end the item.
fn item(tokens: &mut impl Iterator<Item = TokenTree>) -> TokenStream {
    let mut item = TokenStream::new();
    for token in tokens {
        let last = match &token {
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
            TokenTree::Punct(punct) => punct.as_char() == ';',
            _ => false,
        };
        item.extend([token]);
        if last {
            break;
        }
    }
    item
}

/// The text of each `compile_error!`.
fn errors(output: TokenStream, found: &mut Vec<String>) {
    let mut tokens = output.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(name) if name == "compile_error" => {
                let Some(TokenTree::Group(text)) = tokens.nth(1) else { panic!("no text") };
                found.push(syn::parse2::<syn::LitStr>(text.stream()).unwrap().value());
            }
            TokenTree::Group(group) => errors(group.stream(), found),
            _ => {}
        }
    }
}
