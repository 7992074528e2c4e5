//! What the page does: it fetches `/answer`, shows a line for each attempt that failed, and then the answer.

#![cfg(all(target_family = "wasm", target_os = "unknown"))]

use std::fmt;

use retry_core::{RetryEvent, TimedOut, Transient, Verdict, retry};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Document, Response, Window};

/// Why there is no answer.
#[derive(Clone, Copy, Debug)]
enum NoAnswer {
    /// The browser could not reach the server, or lost the connection.
    Unreachable,
    Status(u16),
    Slow,
}

impl Transient for NoAnswer {
    fn verdict(&self) -> Verdict {
        match self {
            Self::Unreachable | Self::Slow | Self::Status(429 | 500..) => Verdict::Transient,
            Self::Status(_) => Verdict::Permanent,
        }
    }
}

impl From<TimedOut> for NoAnswer {
    fn from(_: TimedOut) -> Self {
        Self::Slow
    }
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable => f.write_str("no connection"),
            Self::Status(status) => write!(f, "status {status}"),
            Self::Slow => f.write_str("no answer in time"),
        }
    }
}

/// Fetches the answer at `url`.
#[retry(base = "100ms", cap = "2s", timeout = "5s", deadline = "30s", on_retry = |event| show(page, event))]
async fn fetch(page: &Page, url: &str) -> Result<String, NoAnswer> {
    let response = JsFuture::from(page.window.fetch_with_str(url)).await.map_err(|_| NoAnswer::Unreachable)?;
    let response: Response = response.unchecked_into();
    if !response.ok() {
        return Err(NoAnswer::Status(response.status()));
    }
    let text = response.text().map_err(|_| NoAnswer::Unreachable)?;
    let text = JsFuture::from(text).await.map_err(|_| NoAnswer::Unreachable)?;
    Ok(text.as_string().unwrap_or_default())
}

struct Page {
    window: Window,
    document: Document,
}

impl Page {
    fn add(&self, element: &str, text: &str) -> Result<(), JsValue> {
        let line = self.document.create_element(element)?;
        line.set_text_content(Some(text));
        self.document.query_selector("main")?.ok_or("an empty page")?.append_child(&line)?;
        Ok(())
    }
}

fn show(page: &Page, event: &RetryEvent<'_, NoAnswer>) {
    // A line that cannot be shown must not end the call.
    let _ = page.add("p", &format!("attempt {} failed: {}", event.attempt, event.failure));
}

/// Runs when the page is loaded.
///
/// # Errors
///
/// If there is no page.
#[wasm_bindgen(start)]
pub async fn start() -> Result<(), JsValue> {
    let window = web_sys::window().ok_or("no window")?;
    let document = window.document().ok_or("no document")?;
    let page = Page { window, document };
    match fetch(&page, "/answer").await {
        Ok(answer) => page.add("h1", &answer),
        Err(error) => page.add("h1", &format!("gave up: {error}")),
    }
}
