//! Durations in logs and messages.

use core::fmt;
use core::time::Duration;

use super::nanos::from_nanos;

/// Shows a duration in one or two units: `15.5s`, `16h 37min`.
pub(crate) struct Readable(pub(crate) Duration);

impl fmt::Display for Readable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        let (large, small) = match seconds {
            0..60 => return write_short(self.0, f),
            60..3_600 => ((seconds / 60, "min"), (seconds % 60, "s")),
            3_600..86_400 => ((seconds / 3_600, "h"), (seconds % 3_600 / 60, "min")),
            _ if self.0 == Duration::MAX => return f.write_str("the longest time possible"),
            _ => ((seconds / 86_400, "d"), (seconds % 86_400 / 3_600, "h")),
        };
        write!(f, "{}{}", large.0, large.1)?;
        if small.0 > 0 { write!(f, " {}{}", small.0, small.1) } else { Ok(()) }
    }
}

/// Shows a duration below a minute, rounded to a thousandth of its unit.
fn write_short(duration: Duration, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let unit = match duration.as_nanos() {
        1_000_000_000.. => 1_000_000,
        1_000_000.. => 1_000,
        _ => 1,
    };
    let rounded = (duration.as_nanos() + unit / 2) / unit * unit;
    write!(f, "{:?}", from_nanos(rounded))
}
