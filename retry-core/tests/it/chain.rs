//! The verdict on an error of unknown type.

use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use eyre::eyre;
use retry_core::chain::{verdict, verdict_with};
use retry_core::{RetryPolicy, TimedOut, Transient, Verdict};

use crate::support::endless::Endless;

type Source = Box<dyn Error + Send + Sync>;

macro_rules! errors {
    ($($name:ident $verdict:expr),*) => {$(
        /// An error with a verdict, whatever its source.
        #[derive(Debug)]
        struct $name(Option<Source>);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(stringify!($name))
            }
        }

        impl Error for $name {
            fn source(&self) -> Option<&(dyn Error + 'static)> {
                self.0.as_ref().map(|source| &**source as _)
            }
        }

        impl Transient for $name {
            fn verdict(&self) -> Verdict {
                $verdict
            }
        }
    )*};
}

errors!(Busy Verdict::RetryAfter(Duration::from_secs(7)), Gone Verdict::Permanent);

const BUSY: Verdict = Verdict::RetryAfter(Duration::from_secs(7));

fn reset() -> io::Error {
    ErrorKind::ConnectionReset.into()
}

fn missing() -> io::Error {
    ErrorKind::NotFound.into()
}

fn busy(source: impl Into<Source>) -> Busy {
    Busy(Some(source.into()))
}

/// The verdict on an error in a box.
fn boxed(error: impl Into<Source>) -> Verdict {
    verdict(&error.into())
}

#[test]
fn every_way_to_hide_a_type_can_be_asked() {
    for (error, expected) in [(reset as fn() -> io::Error, Verdict::Transient), (missing, Verdict::Permanent)] {
        let error = || busy(error());
        assert_eq!(verdict(&anyhow!(error())), expected);
        assert_eq!(verdict(&anyhow!(error()).context("outer").context("outermost")), expected);
        assert_eq!(verdict(&eyre!(error())), expected);
        assert_eq!(verdict(&eyre!(error()).wrap_err("outer")), expected);
        assert_eq!(verdict(&(Box::new(error()) as Box<dyn Error>)), expected);
        assert_eq!(verdict(&(Box::new(error()) as Box<dyn Error + Send>)), expected);
        assert_eq!(verdict(&(Box::new(error()) as Box<dyn Error + Sync>)), expected);
        assert_eq!(verdict(&(Box::new(error()) as Box<dyn Error + Send + Sync>)), expected);
        assert_eq!(verdict(&(Rc::new(error()) as Rc<dyn Error>)), expected);
        assert_eq!(verdict(&(Arc::new(error()) as Arc<dyn Error + Send + Sync>)), expected);
        assert_eq!(verdict(&(&error() as &dyn Error)), expected);
    }
}

#[test]
fn the_first_error_of_a_known_type_decides() {
    assert_eq!(boxed(reset()), Verdict::Transient);
    assert_eq!(boxed(missing()), Verdict::Permanent);
    assert_eq!(boxed(TimedOut::new(Duration::ZERO)), Verdict::Transient);
    // The type is unknown here, so the source is asked.
    assert_eq!(boxed(busy(missing())), Verdict::Permanent);
    assert_eq!(boxed(Gone(Some(reset().into()))), Verdict::Transient);
    assert_eq!(boxed(busy(Gone(Some(TimedOut::new(Duration::ZERO).into())))), Verdict::Transient);
}

#[test]
fn an_error_in_which_nothing_is_known_is_permanent() {
    assert_eq!(boxed("text"), Verdict::Permanent);
    assert_eq!(boxed(Busy(None)), Verdict::Permanent);
    assert_eq!(verdict(&anyhow!("text").context("more text")), Verdict::Permanent);
    assert_eq!(verdict(&eyre!("text")), Verdict::Permanent);
}

/// As the documentation says, only the `downcast_ref` of the errors themselves finds these.
#[test]
fn what_anyhow_and_eyre_hide_is_not_found() {
    assert_eq!(verdict(&anyhow!("text").context(reset())), Verdict::Permanent);
    assert_eq!(verdict(&anyhow!(Source::from(reset()))), Verdict::Permanent);
    assert_eq!(verdict(&anyhow!(Source::from(busy(reset())))), Verdict::Transient);
    assert_eq!(verdict(&eyre!(Source::from(reset()))), Verdict::Permanent);
    assert_eq!(verdict(&eyre!(Source::from(busy(reset())))), Verdict::Transient);
}

#[test]
fn types_that_the_call_names_are_known() {
    let boxed = |error: Busy| Source::from(error);
    assert_eq!(verdict_with::<Busy>(&boxed(Busy(None))), BUSY);
    assert_eq!(verdict_with::<(Busy,)>(&boxed(Busy(None))), BUSY);
    assert_eq!(verdict_with::<Gone>(&boxed(Busy(None))), Verdict::Permanent);
    // The outer one decides.
    assert_eq!(verdict_with::<Busy>(&boxed(busy(missing()))), BUSY);
    assert_eq!(verdict_with::<(Gone, Busy)>(&boxed(busy(Gone(None)))), BUSY);
    assert_eq!(verdict_with::<(Busy, Gone)>(&Source::from(Gone(Some(Busy(None).into())))), Verdict::Permanent);
    assert_eq!(verdict_with::<Busy>(&Source::from(Gone(Some(Busy(None).into())))), BUSY);
    // The types that are always known are still known.
    assert_eq!(verdict_with::<Busy>(&Source::from(Gone(Some(reset().into())))), Verdict::Transient);
    // A set of types may contain other sets.
    assert_eq!(verdict_with::<(TimedOut, (Busy, Gone))>(&boxed(Busy(None))), BUSY);
}

/// An API that returns `io::Error` passes an error of another type on as one of the kind `Other`.
#[test]
fn an_io_error_that_only_holds_another_error_leaves_the_answer_to_it() {
    assert_eq!(boxed(io::Error::other(reset())), Verdict::Transient);
    assert_eq!(boxed(io::Error::other(missing())), Verdict::Permanent);
    assert_eq!(boxed(io::Error::other(io::Error::other(TimedOut::new(Duration::ZERO)))), Verdict::Transient);
    assert_eq!(boxed(io::Error::other("text")), Verdict::Permanent);
    assert_eq!(verdict_with::<Busy>(&Source::from(io::Error::other(Busy(None)))), BUSY);
    // Another kind decides.
    assert_eq!(boxed(io::Error::new(ErrorKind::ConnectionReset, missing())), Verdict::Transient);
    assert_eq!(boxed(io::Error::new(ErrorKind::InvalidData, reset())), Verdict::Permanent);
}

#[test]
fn an_error_is_known_in_a_box_and_in_an_arc() {
    assert_eq!(boxed(busy(Box::new(reset()))), Verdict::Transient);
    assert_eq!(boxed(busy(Arc::new(reset()))), Verdict::Transient);
    assert_eq!(boxed(busy(Arc::new(io::Error::other(reset())))), Verdict::Transient);
    assert_eq!(verdict_with::<Busy>(&Source::from(Gone(Some(Arc::new(Busy(None)).into())))), BUSY);
}

/// Only tokio can make an `Elapsed`.
#[tokio::test(start_paused = true)]
async fn an_elapsed_timeout_of_tokio_is_transient() {
    let elapsed = tokio::time::timeout(Duration::from_secs(1), std::future::pending::<()>()).await.unwrap_err();
    assert_eq!(boxed(busy(elapsed)), Verdict::Transient);
}

#[test]
fn a_chain_without_an_end_is_permanent() {
    assert_eq!(boxed(Endless), Verdict::Permanent);
}

#[tokio::test(start_paused = true)]
async fn a_call_judges_by_the_chain() {
    let policy = RetryPolicy::builder().attempts(3).build().unwrap();
    for (error, expected) in [(reset as fn() -> io::Error, 3), (missing, 1)] {
        let mut calls = 0;
        let mut attempt = || {
            calls += 1;
            Err::<(), _>(anyhow::Error::from(error()).context("outer"))
        };
        let _ = policy.retry(|| std::future::ready(attempt())).transient(verdict).await;
        assert_eq!(calls, expected);
    }
}

#[cfg(feature = "macros")]
#[tokio::test(start_paused = true)]
async fn the_attribute_judges_by_the_chain() {
    use std::cell::Cell;

    use retry_core::{chain, retry};

    #[retry(attempts = 3, transient = chain::verdict)]
    async fn anyhow(error: fn() -> io::Error, calls: &Cell<u32>) -> anyhow::Result<()> {
        calls.set(calls.get() + 1);
        Err(error())?
    }
    #[retry(attempts = 3, transient = chain::verdict)]
    async fn eyre(error: fn() -> io::Error, calls: &Cell<u32>) -> eyre::Result<()> {
        calls.set(calls.get() + 1);
        Err(error())?
    }
    #[retry(attempts = 3, transient = chain::verdict)]
    async fn boxed(error: fn() -> io::Error, calls: &Cell<u32>) -> Result<(), Box<dyn Error>> {
        calls.set(calls.get() + 1);
        Err(error())?
    }
    #[retry(attempts = 3, transient = chain::verdict_with::<(Busy, Gone)>)]
    async fn named(error: fn() -> io::Error, calls: &Cell<u32>) -> Result<(), Source> {
        calls.set(calls.get() + 1);
        Err(Gone(Some(error().into())).into())
    }
    for (error, expected) in [(reset as fn() -> io::Error, 3), (missing, 1)] {
        let calls = Cell::new(0);
        assert!(anyhow(error, &calls).await.is_err());
        assert_eq!(calls.replace(0), expected);
        assert!(eyre(error, &calls).await.is_err());
        assert_eq!(calls.replace(0), expected);
        assert!(boxed(error, &calls).await.is_err());
        assert_eq!(calls.replace(0), expected);
        assert!(named(error, &calls).await.is_err());
        assert_eq!(calls.replace(0), 1);
    }
}
