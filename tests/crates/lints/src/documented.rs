//! Every kind of documentation, in front of what the attribute adds to it.

use retry_core::retry;

use crate::Failure;

type Outcome = Result<u32, Failure>;

/// One line.
#[retry]
pub(crate) async fn private() -> Outcome {
    Ok(1)
}

/// A first line.
///
/// And a [link](crate::Failure), `code`, and a sentence that is not short, so that there is a paragraph of two
/// lines.
///
/// # Errors
///
/// - a list
/// - that ends the text
#[retry(base = "1s")]
pub async fn list() -> Outcome {
    private().await
}

/// A first line.
///
/// # Errors
///
/// 1. A numbered list,
///    of two lines.
///     - And one within.
#[retry(backoff = ["1s", "2s"], name = "name_with_underscores::and_path")]
pub async fn lists_within_lists() -> Outcome {
    Ok(1)
}

/// A first line.
///
/// # Errors
///
/// ```text
/// code that ends the text
/// ```
#[retry(policy = retry_core::RetryPolicy::default(), transient = Failure::is_busy)]
pub async fn code() -> Outcome {
    Ok(1)
}

/// A first line.
///
/// # Errors
///
/// | a | table |
/// |---|---|
/// | that | ends the text |
#[retry(jitter = "decorrelated", attempts = 1)]
pub async fn table() -> Outcome {
    Ok(1)
}

/// A first line.
///
/// # Errors
///
/// > A quotation
#[retry(blocking)]
pub fn quotation() -> Outcome {
    Ok(1)
}

/** A block.

# Errors

That ends with its last line. */
#[retry]
pub async fn block() -> Outcome {
    Ok(1)
}

#[doc = "An attribute."]
#[doc = ""]
#[doc = concat!("# Errors\n\nAs the ", "call.")]
#[retry]
pub async fn attribute() -> Outcome {
    Ok(1)
}

#[doc = include_str!("included.md")]
#[retry]
pub async fn included() -> Outcome {
    Ok(1)
}

/// Above,
#[retry]
/// and below.
///
/// # Errors
///
/// As the call.
pub async fn above_and_below() -> Outcome {
    Ok(1)
}

#[retry]
pub async fn inside() -> Outcome {
    //! Inside.
    //!
    //! # Errors
    //!
    //! As the call.
    Ok(1)
}

#[doc(hidden)]
#[retry]
pub async fn hidden() -> Outcome {
    Ok(1)
}

/// An old one.
///
/// # Errors
///
/// As the call.
///
/// # Retries
///
/// A section of the same name.
#[deprecated(since = "0.1.0", note = "use the new one")]
#[retry]
pub async fn deprecated() -> Outcome {
    Ok(1)
}

/// Has a method.
#[derive(Clone, Copy, Debug)]
pub struct Client;

impl Client {
    /// An indented method.
    ///
    /// # Errors
    ///
    /// As the call.
    #[retry(base = "1s", cap = "1min", attempts = 3)]
    pub async fn method(&self) -> Outcome {
        Ok(1)
    }
}
