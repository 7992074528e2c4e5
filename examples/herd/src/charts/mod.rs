//! The pictures: the same code draws them as SVG and as PNG.
//!
//! ```
//! use herd::charts::{CALLS, Chart};
//! use herd::contention::sweep;
//!
//! let rows = sweep(&[10, 20, 30], 2);
//! let picture = CALLS.of(&rows);
//! assert!(picture.svg().unwrap().contains("full jitter"));
//! assert!(picture.png().unwrap().starts_with(b"\x89PNG"));
//! ```

mod contention;
mod overload;
mod picture;
mod style;

pub use self::contention::{CALLS, Contention, ContentionKind, TIME};
pub use self::overload::{LOAD, OUTAGES, Overload, OverloadKind};
pub use self::picture::{Chart, PictureError};
