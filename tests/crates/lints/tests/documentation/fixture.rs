//! Documentation of every kind; `../documentation.rs` compares what rustdoc makes of it with that of bare functions.

#![allow(rustdoc::invalid_rust_codeblocks, unused_doc_comments)]

use std::io::Result;
use std::pin::Pin;

#[cfg(feature = "annotated")]
use retry_core::retry;

/// Each with the same documentation in several shapes.
macro_rules! shapes {
    ($(#[doc = $text:expr])* mod $name:ident) => {
        /// Stamped.
        pub mod $name {
            use super::*;

            $(#[doc = $text])*
            #[cfg_attr(feature = "annotated", retry)]
            pub async fn asynchronous() -> Result<u32> {
                Ok(1)
            }

            $(#[doc = $text])*
            #[cfg_attr(feature = "annotated", retry(blocking))]
            pub fn blocking() -> Result<u32> {
                Ok(1)
            }

            $(#[doc = $text])*
            #[cfg_attr(feature = "annotated", retry(attempts = 3))]
            pub fn boxed() -> Pin<Box<dyn Future<Output = Result<u32>> + Send>> {
                Box::pin(async move { Ok(1) })
            }
        }
    };
}

/// One line.
#[cfg_attr(feature = "annotated", retry)]
pub async fn with_section_line() -> Result<u32> {
    Ok(1)
}

/// Paragraphs, and a [link](with_section_line).
///
/// ```
/// assert_eq!(documentation::AND_CODE, 1);
/// ```
///
/// - A list,
///   - and one within.
///
/// # Errors
///
///     assert!(true, "code by indentation");
#[cfg_attr(feature = "annotated", retry)]
pub async fn with_section_markdown() -> Result<u32> {
    Ok(1)
}

/// What the examples name.
pub const AND_CODE: u32 = 1;

///     Five spaces.
///
///       ```
///       assert!(true);
///       ```
///
///     - A list
///         - within
#[cfg_attr(feature = "annotated", retry)]
pub async fn with_section_five_spaces() -> Result<u32> {
    Ok(1)
}

///No space.
///
///     assert!(true);
#[cfg_attr(feature = "annotated", retry)]
pub async fn with_section_no_space() -> Result<u32> {
    Ok(1)
}

/** A block on one line. */
#[cfg_attr(feature = "annotated", retry)]
pub async fn with_section_block_on_one_line() -> Result<u32> {
    Ok(1)
}

/**
 * Stars.
 *
 * - A list
 *
 * ```
 * assert!(true);
 * ```
 */
#[cfg_attr(feature = "annotated", retry)]
pub async fn with_section_stars() -> Result<u32> {
    Ok(1)
}

/** A first line, then stars.
  *
  * ```
  * assert!(true);
  * ```
  **/
#[cfg_attr(feature = "annotated", retry)]
pub async fn with_section_stars_below_a_line() -> Result<u32> {
    Ok(1)
}

/**
    Indentation.

    ```
    assert!(true);
    ```

    Text that is no code.
 */
#[cfg_attr(feature = "annotated", retry)]
pub async fn with_section_indented_block() -> Result<u32> {
    Ok(1)
}

/**
 * A star is all that is missing
   on this line, so that it is a list.

       assert!(true);
*/
#[cfg_attr(feature = "annotated", retry)]
pub async fn with_section_block_with_a_list() -> Result<u32> {
    Ok(1)
}

#[doc = "    An indented attribute."]
#[doc = "\n    ```\n    assert!(true);\n    ```\n"]
#[cfg_attr(feature = "annotated", retry)]
pub async fn with_section_indented_attribute() -> Result<u32> {
    Ok(1)
}

#[doc = "\n * An attribute with a list.\n * Of two.\n"]
#[cfg_attr(feature = "annotated", retry)]
pub async fn with_section_attribute_with_stars() -> Result<u32> {
    Ok(1)
}

#[doc = r"
    A raw string.

        assert!(true);
"]
#[cfg_attr(feature = "annotated", retry)]
pub async fn with_section_raw_string() -> Result<u32> {
    Ok(1)
}

/// A comment.
///
#[doc = "```"]
#[doc = "assert!(true); // among attributes"]
/// assert!(true); // within, by a comment
#[doc = "```"]
///
///     assert!(true);
///
#[doc = "    assert!(true);"]
#[cfg_attr(feature = "annotated", retry)]
pub async fn with_section_mixture() -> Result<u32> {
    Ok(1)
}

///No space.
#[doc = ""]
#[doc = "     assert!(true);"]
///
///     assert!(true);
#[cfg_attr(feature = "annotated", retry)]
pub async fn with_section_mixture_without_space() -> Result<u32> {
    Ok(1)
}

/// Above,
#[cfg_attr(feature = "annotated", retry)]
///
///     assert!(true); // and below.
pub async fn with_section_above_and_below() -> Result<u32> {
    Ok(1)
}

/// Names a feature.
#[cfg_attr(feature = "annotated", retry)]
#[cfg_attr(docsrs, doc(cfg(feature = "annotated")))]
pub async fn with_section_feature() -> Result<u32> {
    Ok(1)
}

/// A code block that is not closed.
///
/// ```
/// assert!(true);
#[cfg_attr(feature = "annotated", retry)]
pub async fn open_code_block() -> Result<u32> {
    Ok(1)
}

/// ~~~text
/// ```
/// assert!(true);
/// ```
#[cfg_attr(feature = "annotated", retry)]
pub async fn open_block_of_text() -> Result<u32> {
    Ok(1)
}

#[doc = include_str!("indented.md")]
#[cfg_attr(feature = "annotated", retry)]
pub async fn included() -> Result<u32> {
    Ok(1)
}

/// A comment above.
///
#[doc = include_str!("plain.md")]
///
///     assert!(true);
#[cfg_attr(feature = "annotated", retry)]
pub async fn included_among_comments() -> Result<u32> {
    Ok(1)
}

#[doc = concat!("    Put ", "together.\n\n    ```\n    assert!(true);\n    ```")]
#[cfg_attr(feature = "annotated", retry)]
pub async fn concatenated() -> Result<u32> {
    Ok(1)
}

/// On a condition:
#[cfg_attr(feature = "annotated", retry)]
#[cfg_attr(all(), doc = "\n    assert!(true);")]
pub async fn with_section_conditional() -> Result<u32> {
    Ok(1)
}

/// Above,
#[cfg_attr(feature = "annotated", retry)]
pub async fn inside() -> Result<u32> {
    //! and inside.
    //!
    //!     assert!(true);
    Ok(1)
}

/// Has methods.
#[derive(Debug)]
pub struct Client;

impl Client {
    /**
     * A method.
     *
     * ```
     * assert!(true);
     * ```
     */
    #[cfg_attr(feature = "annotated", retry)]
    pub async fn with_section_method(&self) -> Result<u32> {
        Ok(1)
    }
}

shapes! {
    #[doc = "   Indented.\n\n   ```\n   assert!(true);\n   ```"]
    mod stamped_by_literal
}

shapes! {
    ///    Indented.
    ///
    ///    ```
    ///    assert!(true);
    ///    ```
    mod stamped_by_comment
}
