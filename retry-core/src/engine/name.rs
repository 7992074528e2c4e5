//! The name of a call: a given name, or the path of the function that contains the call.

#[cfg(feature = "std")]
mod readable;

/// The name of a call.
#[derive(Clone, Copy, Debug)]
pub enum Name {
    /// A name that the user has set.
    Given(&'static str),
    /// The path of the function that contains a type or a closure. The function returns the type's name from
    /// `std::any::type_name`, and is called only when an event needs the name.
    Around(fn() -> &'static str),
}

impl Name {
    /// The name of a call that has none: `retry`.
    pub(crate) const NONE: Self = Self::Around(|| "");

    /// The name, if it was given.
    pub(crate) const fn given(self) -> Option<&'static str> {
        match self {
            Self::Given(name) => Some(name),
            Self::Around(_) => None,
        }
    }

    /// The name, for events, `tracing` and `metrics`.
    pub(crate) fn get(self) -> &'static str {
        match self {
            Self::Given(name) => name,
            Self::Around(type_name) => function_around(type_name()),
        }
    }
}

/// The path of the function that contains a type or a closure.
///
/// The path of a plain function is a part of `type_name`. The path of a function that is generic or implements a trait
/// is put together once, and kept for the rest of the program. Without the standard library it is `type_name` itself.
#[cold]
fn function_around(type_name: &'static str) -> &'static str {
    if let Some(name) = plain_path(type_name) {
        return name;
    }
    #[cfg(feature = "std")]
    return readable::name(type_name);
    #[cfg(not(feature = "std"))]
    if type_name.is_empty() { UNNAMED } else { type_name }
}

/// The name of a call that is in no function of the user.
const UNNAMED: &str = "retry";

/// The name of a closure in `type_name`, and the name of the type that the attribute writes into a function.
const INSIDE: [&str; 2] = ["{{closure}}", "__RetryName"];

/// The path of a plain function; `None` for a function that is generic or implements a trait.
///
/// ```text
/// input:  billing::client::Client::post::{{closure}}::{{closure}}
/// output: billing::client::Client::post
/// ```
fn plain_path(type_name: &str) -> Option<&str> {
    let mut path = type_name;
    while let Some(outer) = INSIDE.iter().find_map(|inside| path.strip_suffix(inside)?.strip_suffix("::")) {
        path = outer;
    }
    is_user_path(path).then_some(path)
}

/// Whether a text is a path outside of the standard library, without generic arguments.
///
/// Each event asks this, so it compares bytes. A byte outside of ASCII belongs to a letter.
fn is_user_path(path: &str) -> bool {
    let is_path =
        path.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b':' || !byte.is_ascii());
    match path.split_once(':') {
        Some((of_crate, _)) => is_path && !matches!(of_crate, "" | "core" | "alloc" | "std"),
        None => false,
    }
}
