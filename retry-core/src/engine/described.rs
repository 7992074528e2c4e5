//! The text of an error for logs: its own text, and what its causes add.

use alloc::string::String;
use core::error::Error;
use core::fmt::{self, Display, Write as _};
use core::iter::successors;
use core::marker::PhantomData;
use core::ops::Deref;

use crate::chain;

/// An error that has a text.
#[derive(Clone, Copy)]
pub enum Described<'e> {
    /// Its text and its causes.
    Error(&'e dyn Error),
    /// Its text alone.
    Text(&'e dyn Display),
}

/// Describes the error of an outcome, if the outcome is an error.
pub(crate) type Describe<O> = for<'o> fn(&'o O) -> Option<Described<'o>>;

/// The longest text in bytes. Log lines and most collectors of events accept that much.
const LONGEST: usize = 1_000;

impl Display for Described<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = Bounded::default();
        match *self {
            Self::Text(error) => line.add(error, f.alternate()),
            Self::Error(error) => {
                line.add(&error, false);
                add_causes(&mut line, error);
            }
        }
        f.write_str(&line.text)
    }
}

impl fmt::Debug for Described<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

/// Adds the causes whose text is not in the line already. Many errors write their cause into their own text.
fn add_causes(line: &mut Bounded, error: &dyn Error) {
    for cause in successors(error.source(), |cause| chain::source(*cause)).take(chain::LONGEST) {
        let mut text = Bounded::default();
        text.add(&cause, false);
        if !contains_whole(&line.text, &text.text) {
            line.add(&format_args!(": {}", text.text), false);
        }
    }
}

/// Whether a text contains `part` as whole words: `after 15s` does not contain `5`.
fn contains_whole(text: &str, part: &str) -> bool {
    let is_whole = |(start, part): (usize, &str)| {
        let (before, after) = (&text[..start], &text[start + part.len()..]);
        !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
    };
    part.is_empty() || text.match_indices(part).any(is_whole)
}

/// A text of at most [`LONGEST`] bytes. A longer text is cut and ends with `…`.
#[derive(Default)]
struct Bounded {
    text: String,
    is_cut: bool,
}

impl Bounded {
    fn add(&mut self, text: &dyn Display, alternate: bool) {
        // If a `Display` fails, the text up to there stays.
        let _ = if alternate { write!(self, "{text:#}") } else { write!(self, "{text}") };
    }
}

// Returns `Ok` for a text that does not fit too, because `to_string` in a `Display` panics on an error.
impl fmt::Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let left = LONGEST - self.text.len().min(LONGEST);
        if self.is_cut {
            return Ok(());
        }
        if text.len() <= left {
            self.text.push_str(text);
        } else {
            let end = (0..=left).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
            self.text.push_str(&text[..end]);
            self.text.push('…');
            self.is_cut = true;
        }
        Ok(())
    }
}

/// Finds out how the error of an outcome can be described, in an annotated function, which knows the type.
///
/// The expansion calls `(&&&&probe(&outcome)).__retry_describe()`. Method resolution takes the first implementation of
/// [`Probing`] that fits, from the one with the most references down
/// (<https://github.com/dtolnay/case-studies/blob/master/autoref-specialization/README.md>). No implementation requires
/// `'static`, because the compiler checks lifetimes only after it has chosen.
#[derive(Debug)]
pub struct Probe<O>(PhantomData<fn() -> O>);

/// A probe of the type of this outcome.
#[inline]
#[must_use]
pub fn probe<O>(_outcome: &O) -> Probe<O> {
    Probe(PhantomData)
}

/// Describes the error of an outcome; from [`probe`].
pub trait Probing {
    /// The type of the outcome.
    type Outcome;

    /// How its error can be described.
    fn __retry_describe(&self) -> Describe<Self::Outcome>;
}

impl<T, E: Error> Probing for &&&Probe<Result<T, E>> {
    type Outcome = Result<T, E>;

    fn __retry_describe(&self) -> Describe<Result<T, E>> {
        |outcome| outcome.as_ref().err().map(|error| Described::Error(error))
    }
}

/// `anyhow::Error` and `Box<dyn Error>` do not implement `Error`, but point to a `dyn Error`.
impl<T, P: Deref<Target: chain::Target>> Probing for &&Probe<Result<T, P>> {
    type Outcome = Result<T, P>;

    fn __retry_describe(&self) -> Describe<Result<T, P>> {
        |outcome| outcome.as_ref().err().map(|error| Described::Error(chain::Target::error(&**error)))
    }
}

impl<T, E: Display> Probing for &Probe<Result<T, E>> {
    type Outcome = Result<T, E>;

    fn __retry_describe(&self) -> Describe<Result<T, E>> {
        |outcome| outcome.as_ref().err().map(|error| Described::Text(error))
    }
}

impl<O> Probing for Probe<O> {
    type Outcome = O;

    fn __retry_describe(&self) -> Describe<O> {
        |_| None
    }
}
