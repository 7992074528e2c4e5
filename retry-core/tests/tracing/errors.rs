//! The field `error` of events: as much as the type of the error can tell, and nothing if it is switched off.

use std::future::ready;
use std::io;

use retry_core::{RetryPolicy, retry};

use crate::events::told;
use crate::support::ready_at_once;

/// The events of a call that gives up at once.
fn error_of(call: impl FnOnce()) -> Option<String> {
    let lines = told(call);
    let [line] = &lines[..] else { panic!("{lines:?}") };
    line.split_once(" error=").map(|(_, error)| error.to_owned())
}

/// The error of an annotated function with these options.
macro_rules! error_of {
    ($error:ty, $value:expr $(, $key:ident = $option:expr)*) => {
        error_of(|| {
            #[retry(transient = |_| false $(, $key = $option)*)]
            async fn fail() -> Result<(), $error> {
                Err($value)
            }
            assert!(ready_at_once(fail()).is_err());
        })
    };
}

struct Opaque;

fn refused() -> io::Error {
    io::Error::new(io::ErrorKind::ConnectionRefused, "refused")
}

#[test]
fn an_annotated_function_tells_what_the_type_of_its_error_can_tell() {
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(error_of!(io::Error, refused()), some("refused"));
    assert_eq!(
        error_of!(anyhow::Error, anyhow::Error::from(refused()).context("cannot pay")),
        some("cannot pay: refused")
    );
    assert_eq!(error_of!(Box<dyn std::error::Error>, refused().into()), some("refused"));
    assert_eq!(error_of!(&'static str, "busy"), some("busy"));
    assert_eq!(error_of!(Opaque, Opaque), None);
    assert_eq!(error_of!(io::Error, refused(), on_give_up = |_| ()), Some("refused".to_owned()));
}

#[test]
fn an_error_that_holds_a_secret_is_not_told() {
    assert_eq!(error_of!(&'static str, "hunter2", trace_error = false), None);
    assert_eq!(error_of!(&'static str, "hunter2", trace_error = false, on_give_up = |_| ()), None);
    assert_eq!(error_of!(&'static str, "busy", trace_error = true), Some("busy".to_owned()));
}

#[test]
fn a_closure_call_tells_the_error_that_it_is_shown() {
    let call = || RetryPolicy::default().retry(|| ready(Err::<(), _>(refused()))).transient(|_| false);
    assert_eq!(error_of(|| assert!(ready_at_once(call()).is_err())), None);
    let shown = || assert!(ready_at_once(call().as_error(|error| error)).is_err());
    assert_eq!(error_of(shown), Some("refused".to_owned()));
}

#[test]
fn a_value_that_is_not_accepted_is_no_error() {
    #[retry(transient = |_| false, until = |_| false, attempts = 1)]
    async fn poll() -> io::Result<u32> {
        Ok(7)
    }
    assert_eq!(error_of(|| assert_eq!(ready_at_once(poll()).unwrap(), 7)), None);
}
