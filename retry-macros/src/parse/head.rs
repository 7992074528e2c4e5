//! Everything between the attributes of a function and its body. The words are read here, without syn. The types are
//! parsed only for a rule that needs them.

use proc_macro2::{Delimiter, Group, TokenTree};
use syn::parse::{Parse as _, ParseStream, Parser as _};
use syn::{Result, Signature, Token, Visibility};

use super::tokens::{is_punct, mentions};
use crate::model::Head;

/// `[pub(…)] [default] [const] [async] [unsafe] [extern "…"] fn name[<…>](…) [-> …] [where …]`, or `None` for anything
/// else.
pub(super) fn read(tokens: Vec<TokenTree>) -> Option<Head> {
    let (mut const_span, mut async_span) = (None, None);
    let mut rest = tokens.iter();
    let fn_span = loop {
        match rest.next()? {
            TokenTree::Ident(word) => match word.to_string().as_str() {
                "fn" => break word.span(),
                "async" => async_span = Some(word.span()),
                "const" => const_span = Some(word.span()),
                "pub" | "default" | "unsafe" | "safe" | "extern" => {}
                _ => return None,
            },
            TokenTree::Literal(_) => {}
            TokenTree::Group(group) if matches!(group.delimiter(), Delimiter::Parenthesis | Delimiter::None) => {}
            _ => return None,
        }
    };
    let TokenTree::Ident(name) = rest.next()? else { return None };
    let name = name.clone();
    let (parameters, output) = split_parameters(rest.as_slice())?;
    let mentions_mut = mentions(parameters, "mut");
    let (arrow, unit) = match output {
        [dash, angle, returned @ ..] if is_punct(dash, '-') && is_punct(angle, '>') => {
            (Some(dash.span()), returned.first().and_then(unit))
        }
        _ => (None, None),
    };
    Some(Head { tokens, const_span, async_span, fn_span, name, mentions_mut, arrow, unit })
}

/// The parameters, which may have generics in front of them, and the tokens after the parameters.
fn split_parameters(tokens: &[TokenTree]) -> Option<(&TokenTree, &[TokenTree])> {
    let mut open_angles = 0_usize;
    let mut after_dash = false;
    for (index, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) if open_angles == 0 && group.delimiter() == Delimiter::Parenthesis => {
                return Some((token, tokens.get(index + 1..)?));
            }
            TokenTree::Punct(punct) if punct.as_char() == '<' => open_angles += 1,
            TokenTree::Punct(punct) if punct.as_char() == '>' && !after_dash => {
                open_angles = open_angles.checked_sub(1)?;
            }
            _ => {}
        }
        after_dash = is_punct(token, '-');
    }
    None
}

fn unit(token: &TokenTree) -> Option<Group> {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis && group.stream().is_empty() => {
            Some(group.clone())
        }
        _ => None,
    }
}

/// The signature with its types.
pub(crate) fn signature(head: &Head) -> Result<Signature> {
    let parser = |input: ParseStream| {
        input.parse::<Visibility>()?;
        input.parse::<Option<Token![default]>>()?;
        Signature::parse(input)
    };
    parser.parse2(head.tokens.iter().cloned().collect())
}
