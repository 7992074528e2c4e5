//! An error as operators read it: what it says, and what its causes add to that.

use alloc::string::String;
use core::error::Error;
use core::fmt::{self, Display, Write as _};
use core::iter::successors;
use core::marker::PhantomData;
use core::ops::Deref;

use crate::chain;

/// What is known of how an error can be described.
#[derive(Clone, Copy)]
pub enum Described<'e> {
    /// By its text and its causes.
    Error(&'e dyn Error),
    /// By its text alone.
    Text(&'e dyn Display),
}

/// Describes the error of an outcome, if it is one.
pub(crate) type Describe<O> = for<'o> fn(&'o O) -> Option<Described<'o>>;

/// Longer texts are cut there, in bytes. A line of a log holds it, and so does an event of most collectors.
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

/// Many errors write their cause into their own text, as this one does before it comes to the cause.
fn add_causes(line: &mut Bounded, error: &dyn Error) {
    for cause in successors(error.source(), |cause| chain::source(*cause)).take(chain::LONGEST) {
        let mut said = Bounded::default();
        said.add(&cause, false);
        if !says(&line.text, &said.text) {
            line.add(&format_args!(": {}", said.text), false);
        }
    }
}

/// Whether a text holds another one, as a whole: `5` is not in `after 15s`.
fn says(text: &str, part: &str) -> bool {
    let is_whole = |(start, part): (usize, &str)| {
        let (before, after) = (&text[..start], &text[start + part.len()..]);
        !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
    };
    part.is_empty() || text.match_indices(part).any(is_whole)
}

/// A text that ends with `…` where it would be too long.
#[derive(Default)]
struct Bounded {
    text: String,
    is_cut: bool,
}

impl Bounded {
    fn add(&mut self, text: &dyn Display, alternate: bool) {
        // A `Display` that fails has its text up to there.
        let _ = if alternate { write!(self, "{text:#}") } else { write!(self, "{text}") };
    }
}

// What does not fit is no failure: a `Display` may take one for a reason to panic.
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

/// Finds out in generated code, where the type of the outcome is known, how its error can be described:
/// `(&&&&probe(&outcome)).__retry_describe()`. The compiler takes the first implementation of [`Probing`] that fits, from
/// the most references to none.
///
/// Nothing asks for `'static`: the compiler looks at lifetimes only after it has chosen.
#[derive(Debug)]
pub struct Probe<O>(PhantomData<fn() -> O>);

/// Of an outcome that has been judged.
#[inline]
#[must_use]
pub fn probe<O>(_outcome: &O) -> Probe<O> {
    Probe(PhantomData)
}

/// What a probe finds out.
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

/// `anyhow::Error` and `Box<dyn Error>` are no errors, but they point to one.
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
