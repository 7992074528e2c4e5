use std::fmt;

/// Something the program says about its results, and whether they bear it out.
///
/// ```
/// let claim = herd::Claim::new(1 + 1 == 2, "one and one make two");
/// assert_eq!(claim.to_string(), "  holds  one and one make two");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Whether it is true.
    pub holds: bool,
    /// What is claimed, with the numbers that were measured.
    pub text: String,
}

impl Claim {
    /// What is claimed and whether it is true.
    #[must_use]
    pub fn new(holds: bool, text: impl Into<String>) -> Self {
        Self { holds, text: text.into() }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}  {}", if self.holds { "  holds" } else { "! FAILS" }, self.text)
    }
}
