//! The "Retries" section in the documentation of an annotated function.

use crate::model::Model;

/// The section, for a function that is documented at all: on any other it would silence `missing_docs`.
pub(crate) fn retries_section(_model: &Model) -> Option<String> {
    None
}
