//! The folder `golden/` has a few functions and types with what the macros make of them, so that a reviewer sees what a
//! change does. `GOLDEN=overwrite cargo test -p retry-macros golden` writes them anew. Read the difference.

use std::fs;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;

#[test]
fn expansions_are_as_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden");
    let mut compared = 0;
    for entry in folder.read_dir().unwrap() {
        let input_path = entry.unwrap().path();
        let Some(name) = input_path.file_name().and_then(|name| name.to_str()?.strip_suffix(".in.rs")) else {
            continue;
        };
        let output = expansion(&fs::read_to_string(&input_path).unwrap());
        let output_path = folder.join(format!("{name}.out.rs"));
        if std::env::var_os("GOLDEN").is_some_and(|value| value == "overwrite") {
            fs::write(&output_path, &output).unwrap();
        }
        assert_eq!(output, fs::read_to_string(&output_path).unwrap(), "the expansion of `{name}` changed");
        compared += 1;
    }
    assert!(compared >= 15, "only {compared} golden files found");
}

/// `docs/expansion.md` shows one of them, broken into other lines.
#[test]
fn the_documentation_shows_the_expansion_as_it_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("../docs/expansion.md")).unwrap();
    let attribute = page.split('`').nth(3).unwrap();
    let mut blocks = page.split("\n```rust,ignore\n").skip(1).map(|block| block.split("\n```\n").next().unwrap());
    let (written, expanded) = (blocks.next().unwrap(), blocks.next().unwrap());
    assert!(blocks.next().is_none(), "which block is the expansion?");
    let mut output: syn::ItemFn = syn::parse_str(&expansion(&format!("{attribute}\n{written}"))).unwrap();
    // The documentation that the attribute adds is a section of its own.
    output.attrs.clear();
    let shown: syn::ItemFn = syn::parse_str(expanded).unwrap();
    let tokens = |function: syn::ItemFn| function.into_token_stream().to_string();
    assert_eq!(tokens(output), tokens(shown), "docs/expansion.md shows another expansion");
}

/// The pretty-printed output for `#[retry(…)] <item>` or `#[derive(Transient)] <item>`. A method is printed within an
/// `impl`.
fn expansion(source: &str) -> String {
    if let Some(item) = source.strip_prefix("#[derive(Transient)]") {
        return prettyplease::unparse(&syn::parse2(crate::derive::derive(item.parse().unwrap())).unwrap());
    }
    let mut tokens = source.parse::<TokenStream>().unwrap().into_iter();
    assert_eq!(tokens.next().unwrap().to_string(), "#");
    let TokenTree::Group(brackets) = tokens.next().unwrap() else { panic!("expected `[retry(…)]`") };
    let Some(TokenTree::Group(options)) = brackets.stream().into_iter().nth(1) else { panic!("expected `(…)`") };
    let item: TokenStream = tokens.collect();
    let method = item.to_string().contains("self");
    let output = crate::attribute::attribute(options.stream(), item);
    let output = if method { quote::quote!(impl Client { #output }) } else { output.into_token_stream() };
    prettyplease::unparse(&syn::parse2(output).unwrap())
}
