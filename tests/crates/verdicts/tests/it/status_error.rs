//! The part of a body that a `StatusError` keeps and prints.

use http::{HeaderMap, StatusCode};
use retry_core::http::StatusError;

fn error(body: impl AsRef<[u8]>) -> StatusError {
    StatusError::new(StatusCode::BAD_GATEWAY, &HeaderMap::new(), body)
}

#[test]
fn the_text_is_one_line_that_moves_no_cursor() {
    assert_eq!(error("").to_string(), "502 Bad Gateway");
    assert_eq!(error(" \r\n").to_string(), "502 Bad Gateway");
    assert_eq!(error("no\tupstream:\r\n  \"a\"").to_string(), "502 Bad Gateway: no upstream: \"a\"");
    assert_eq!(error("\x1b[2J\x07").to_string(), "502 Bad Gateway: \u{fffd}[2J\u{fffd}");
}

#[test]
fn the_text_is_short() {
    let whole = "é".repeat(256);
    assert_eq!(error(&whole).to_string(), format!("502 Bad Gateway: {whole}"));
    assert_eq!(error(format!("{whole}é")).to_string(), format!("502 Bad Gateway: {whole}…"));
    let words = error("ab ".repeat(1_000)).to_string();
    assert_eq!(words, format!("502 Bad Gateway: {}a…", "ab ".repeat(85)));
}

#[test]
fn a_body_is_kept_up_to_the_limit() {
    let limit = StatusError::BODY_LIMIT;
    assert_eq!(error("a".repeat(limit)).body().len(), limit);
    assert_eq!(error("a".repeat(limit + 1)).body().len(), limit);
    // The limit is in the middle of a character of three bytes.
    for before in [limit - 1, limit - 2] {
        assert_eq!(error("a".repeat(before) + "…").body(), "a".repeat(before));
    }
    assert_eq!(error("a".repeat(limit - 3) + "…b").body(), "a".repeat(limit - 3) + "…");
}

#[test]
fn what_is_no_text_is_replaced() {
    assert_eq!(error(b"a\xffb\xc3").body(), "a\u{fffd}b\u{fffd}");
}
