//! The name of a call: the one it was given, or that of the function it is in.

#[cfg(feature = "std")]
mod readable;

/// The name of a call.
#[derive(Clone, Copy, Debug)]
pub enum Name {
    /// One that was given.
    Given(&'static str),
    /// That of the function around a type or a closure, which this tells. Asked only when someone is told.
    Around(fn() -> &'static str),
}

impl Name {
    /// The name of a call that has none.
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
            Self::Around(type_name) => around(type_name()),
        }
    }
}

/// The name of the function around a type or a closure. Nothing is allocated for a function of one type, and once for
/// each that is generic or implements a trait. Without the standard library such a one has the compiler's name for it.
#[cold]
fn around(type_name: &'static str) -> &'static str {
    if let Some(name) = path_around(type_name) {
        return name;
    }
    #[cfg(feature = "std")]
    return readable::name(type_name);
    #[cfg(not(feature = "std"))]
    if type_name.is_empty() { UNNAMED } else { type_name }
}

/// The name of a call that is in no function of the user's.
const UNNAMED: &str = "retry";

/// What the compiler calls a closure, and what the attribute calls the type that it writes into a function.
const INSIDE: [&str; 2] = ["{{closure}}", "__RetryName"];

/// The path of a function that is a plain one: a part of the text.
///
/// ```text
/// input:  billing::client::Client::post::{{closure}}::{{closure}}
/// output: billing::client::Client::post
/// ```
fn path_around(type_name: &str) -> Option<&str> {
    let mut path = type_name;
    while let Some((outer, _)) = path.rsplit_once("::").filter(|(_, last)| INSIDE.contains(last)) {
        path = outer;
    }
    let is_plain = !path.contains(['<', '{']) && is_users(path);
    is_plain.then_some(path)
}

/// Whether a text is a path to what is not the standard library's.
fn is_users(path: &str) -> bool {
    let is_path = path.chars().all(|letter| letter.is_alphanumeric() || letter == '_' || letter == ':');
    match path.split_once("::") {
        Some((of_crate, _)) => is_path && !matches!(of_crate, "" | "core" | "alloc" | "std"),
        None => false,
    }
}
