//! The text of events: that of an error, and what its causes add.

use std::error::Error;
use std::fmt;
use std::future::ready;
use std::io;
use std::sync::{Arc, Mutex};

use retry_core::{Retrier, RetryPolicy};

use crate::support::endless::Endless;
use crate::support::ready_at_once;

type Source = Box<dyn Error + Send + Sync>;

/// An error with this text and this cause.
#[derive(Debug)]
struct Layer(String, Option<Source>);

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if f.alternate() { "in full" } else { &self.0 })
    }
}

impl Error for Layer {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.1.as_ref().map(|source| &**source as _)
    }
}

/// The errors of a chain, the outermost first.
fn chain(texts: &[&str]) -> Source {
    let errors = texts.iter().rev().fold(None, |cause, text| Some(Source::from(Layer((*text).to_owned(), cause))));
    errors.expect("a chain has an error")
}

/// The part of an event's line that describes a permanent error.
fn of_error(line: &str) -> &str {
    let (event, error) = line.split_once(": the error is permanent: ").expect("the event names the reason");
    assert!(event.starts_with("n: gave up after attempt 1 and "), "{event}");
    error
}

/// The description of the error of a call that gives up at once.
fn said(error: Source, alternate: bool) -> String {
    let (mut line, mut error) = (String::new(), Some(error));
    let attempt = || ready(Err::<(), _>(error.take().expect("one attempt is made")));
    let call = RetryPolicy::default().retry(attempt).transient(|_| false).name("n");
    let call = call.as_error(|error| &**error).on_give_up(|event| {
        line = if alternate { format!("{event:#}") } else { event.to_string() };
    });
    ready_at_once(call).unwrap_err();
    of_error(&line).to_owned()
}

#[test]
fn causes_follow_unless_they_are_said_already() {
    for (errors, expected) in [
        (&["reset"] as &[_], "reset"),
        (&["cannot fetch", "reset"], "cannot fetch: reset"),
        (&["cannot bill", "cannot fetch", "reset"], "cannot bill: cannot fetch: reset"),
        // Many errors have the text of their cause in their own text.
        (&["cannot fetch: reset", "reset"], "cannot fetch: reset"),
        (&["cannot fetch (reset)", "reset"], "cannot fetch (reset)"),
        (&["cannot bill: cannot fetch: reset", "cannot fetch: reset", "reset"], "cannot bill: cannot fetch: reset"),
        (&["cannot bill", "cannot fetch: reset", "reset"], "cannot bill: cannot fetch: reset"),
        (&["reset", "reset", "peer gone"], "reset: peer gone"),
        // A part of another word or number does not count as the text of the cause.
        (&["timed out after 15s", "5"], "timed out after 15s: 5"),
        (&["unreset", "reset"], "unreset: reset"),
        (&["resetting: reset", "reset"], "resetting: reset"),
        (&["outer", "", "inner"], "outer: inner"),
        (&["", "inner"], ": inner"),
    ] {
        assert_eq!(said(chain(errors), false), expected, "{errors:?}");
    }
    assert_eq!(said(io::Error::other(chain(&["cannot read", "reset"])).into(), false), "cannot read: reset");
}

#[test]
fn the_alternate_form_is_the_errors_own() {
    assert_eq!(said(chain(&["cannot fetch", "reset"]), true), "in full");
    assert_eq!(said("a text".into(), true), "a text");
}

/// What the hooks of a retrier get of this error, and whether it is a `dyn Error` there.
fn shared(error: Source, is_known: bool) -> ([String; 3], bool) {
    let seen = Arc::new(Mutex::new(None));
    let hook = Arc::clone(&seen);
    let retrier = Retrier::new(RetryPolicy::default()).on_give_up(move |event| {
        let error = event.failure.error().expect("the attempt has failed with an error");
        let texts = [format!("{error}"), format!("{error:#}"), format!("{error:?}")];
        *hook.lock().unwrap() = Some((texts, error.as_error().is_some()));
    });
    let mut error = Some(error);
    let call = retrier.retry_blocking(|| Err::<(), _>(error.take().expect("one attempt is made")));
    let call = call.transient(|_| false);
    if is_known {
        call.as_error(|error| &**error).run().unwrap_err()
    } else {
        call.run().unwrap_err()
    };
    seen.lock().unwrap().take().expect("the hook is called")
}

#[test]
fn the_hooks_of_a_retrier_get_the_text_and_the_error_itself() {
    let texts = |texts: [&str; 3]| texts.map(str::to_owned);
    let error = || chain(&["cannot fetch", "reset"]);
    assert_eq!(shared(error(), true), (texts(["cannot fetch: reset", "in full", "cannot fetch: reset"]), true));
    assert_eq!(shared(error(), false), (texts(["an error without a text"; 3]), false));
}

#[test]
fn the_debug_text_of_an_event_has_the_description() {
    let (mut retry, mut give_up) = (String::new(), String::new());
    let policy = RetryPolicy::builder().attempts(2).base(std::time::Duration::ZERO).build().unwrap();
    let call = policy.retry(|| ready(Err::<(), _>(chain(&["cannot fetch", "reset"])))).transient(|_| true);
    let call = call.as_error(|error| &**error).on_retry(|event| retry = format!("{event:?}"));
    ready_at_once(call.on_give_up(|event| give_up = format!("{event:?}"))).unwrap_err();
    for event in [retry, give_up] {
        assert!(event.ends_with("described: Some(cannot fetch: reset) }"), "{event}");
    }
}

#[test]
fn a_long_text_is_cut_between_two_characters() {
    let whole = "x".repeat(1_000);
    assert_eq!(said(chain(&[&whole]), false), whole);
    assert_eq!(said(chain(&[&format!("{whole}y")]), false), format!("{whole}…"));
    let shorter = "x".repeat(990);
    assert_eq!(said(chain(&[&shorter, "a cause", "a deeper one"]), false), format!("{shorter}: a cause:…"));
    // Characters of two bytes: the last one that fits ends at byte 999.
    let odd = format!("x{}", "é".repeat(600));
    assert_eq!(said(chain(&[&odd]), false), format!("x{}…", "é".repeat(499)));
    assert_eq!(said(chain(&[&odd, "a cause"]), false), format!("x{}…", "é".repeat(499)));
    let cause = said(chain(&["outer", &odd]), false);
    assert!(cause.starts_with("outer: xéé") && cause.ends_with("é…") && cause.len() <= 1_003, "{cause}");
}

#[test]
fn a_chain_without_an_end_is_described() {
    assert_eq!(said(Endless.into(), false), "endless");
}

/// An error that implements `Display` alone.
#[test]
fn an_error_that_is_no_error_has_its_text() {
    let mut lines = Vec::new();
    let policy = RetryPolicy::builder().attempts(2).base(std::time::Duration::ZERO).build().unwrap();
    let call = policy.retry(|| ready(Err::<(), _>("x".repeat(2_000)))).transient(|_| true).name("n");
    assert!(ready_at_once(call.on_retry(|event| lines.push(event.to_string()))).is_err());
    assert_eq!(lines, [format!("n: attempt 1 failed: {}…; next in 0ns (backoff)", "x".repeat(1_000))]);

    let mut lines = Vec::new();
    let call = RetryPolicy::default().retry(|| ready(Ok::<_, &str>(1))).until(|_| false).transient(|_| true);
    let call = call.sleep(|_| ready(())).on_retry(|event| lines.push(event.to_string()));
    assert_eq!(ready_at_once(call), Ok(1));
    let name = "it::described::an_error_that_is_no_error_has_its_text";
    assert!(
        lines[0].starts_with(&format!("{name}: attempt 1 failed: the value was not accepted; next in ")),
        "{}",
        lines[0]
    );
}

#[cfg(feature = "macros")]
mod annotated {
    use retry_core::retry;

    use super::{Error, Layer, Source, chain, fmt, of_error, ready_at_once};

    fn outer() -> Layer {
        Layer("outer".to_owned(), Some(chain(&["inner"])))
    }

    /// Functions that fail with an error of this type.
    macro_rules! described {
        ($(($error:ty, $value:expr) => $plain:literal, $alternate:literal;)*) => {$({
            #[retry(transient = |_| false, name = "n", on_give_up = |event| told.extend([format!("{event}"), format!("{event:#}")]))]
            async fn fail(told: &mut Vec<String>) -> Result<(), $error> {
                Err($value)
            }
            let mut told = Vec::new();
            assert!(ready_at_once(fail(&mut told)).is_err());
            assert_eq!([&told[0], &told[1]].map(|line| of_error(line)), [$plain, $alternate], stringify!($error));
        })*};
    }

    #[test]
    fn a_function_finds_out_what_its_error_can_tell() {
        described! {
            (Layer, outer()) => "outer: inner", "in full";
            (Box<Layer>, Box::new(outer())) => "outer: inner", "in full";
            (std::sync::Arc<Layer>, std::sync::Arc::new(outer())) => "outer: inner", "in full";
            (Source, outer().into()) => "outer: inner", "in full";
            (Box<dyn Error>, outer().into()) => "outer: inner", "in full";
            (Box<dyn Error + Send>, Box::new(outer())) => "outer: inner", "in full";
            (anyhow::Error, anyhow::anyhow!("inner").context("outer")) => "outer: inner", "outer: inner";
            (eyre::Report, eyre::eyre!("inner").wrap_err("outer")) => "outer: inner", "outer: inner";
            (&'static str, "text") => "text", "text";
            (String, "text".to_owned()) => "text", "text";
            (u32, 404) => "404", "404";
        }
    }

    /// The compiler chooses the description before it checks lifetimes.
    #[test]
    fn an_error_that_borrows() {
        #[derive(Debug)]
        struct Unread<'t>(&'t str);

        impl fmt::Display for Unread<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "cannot read {}", self.0)
            }
        }

        impl Error for Unread<'_> {}

        #[retry(transient = |_| false, name = "n", on_give_up = |event| *told = event.to_string())]
        async fn parse<'t>(text: &'t str, told: &mut String) -> Result<(), Unread<'t>> {
            Err(Unread(text))
        }
        #[retry(transient = |_| false, name = "n", on_give_up = |event| *told = event.to_string())]
        async fn parse_boxed<'t>(text: &'t str, told: &mut String) -> Result<(), Box<dyn Error + Send + 't>> {
            Err(Box::new(Unread(text)))
        }
        let (text, mut told) = ("7x".to_owned(), String::new());
        assert!(ready_at_once(parse(&text, &mut told)).is_err());
        assert_eq!(of_error(&told), "cannot read 7x");
        told.clear();
        assert!(ready_at_once(parse_boxed(&text, &mut told)).is_err());
        assert_eq!(of_error(&told), "cannot read 7x");
    }

    /// A generic error is described as its bounds allow.
    #[test]
    fn an_error_of_a_generic_parameter() {
        #[retry(transient = |_| false, name = "n", on_give_up = |event| *told = event.to_string())]
        async fn shown<E: fmt::Display>(error: impl Fn() -> E, told: &mut String) -> Result<(), E> {
            Err(error())
        }
        #[retry(transient = |_| false, name = "n", on_give_up = |event| *told = event.to_string())]
        async fn known<E: Error>(error: impl Fn() -> E, told: &mut String) -> Result<(), E> {
            Err(error())
        }
        let mut told = String::new();
        assert!(ready_at_once(shown(outer, &mut told)).is_err());
        assert_eq!(of_error(&told), "outer");
        assert!(ready_at_once(known(outer, &mut told)).is_err());
        assert_eq!(of_error(&told), "outer: inner");
    }

    /// Within the function, the hidden type of the opaque error counts.
    #[test]
    fn an_error_of_a_hidden_type() {
        #[retry(transient = |_| false, name = "n", on_give_up = |event| *told = event.to_string())]
        async fn fail(told: &mut String) -> Result<(), impl Error> {
            Err(outer())
        }
        let mut told = String::new();
        assert!(ready_at_once(fail(&mut told)).is_err());
        assert_eq!(of_error(&told), "outer: inner");
    }
}
