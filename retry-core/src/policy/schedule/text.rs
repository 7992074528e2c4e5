//! The text of a schedule.

use alloc::borrow::ToOwned as _;
use alloc::format;
use core::fmt;
use core::ops::RangeInclusive;

use super::Schedule;
use crate::policy::{Backoff, Jitter, Readable};

/// The largest number of lines about ceilings. A longer text is shortened before its last line.
const MOST_LINES: u32 = 12;

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let jitter = match self.policy.jitter {
            Jitter::None => "no jitter".to_owned(),
            Jitter::Share(share) => format!("jitter of {share}"),
            jitter => format!("{jitter} jitter"),
        };
        if self.waits() == 0 {
            return f.write_str("1 attempt, never a wait");
        }
        match self.policy.deadline {
            Some(deadline) if self.is_unlimited() => {
                writeln!(f, "attempts until the deadline of {}, {jitter}", Readable(deadline))?;
            }
            Some(deadline) => {
                writeln!(f, "{} attempts within {}, {jitter}", self.policy.attempts, Readable(deadline))?;
            }
            None => writeln!(f, "{} attempts, {jitter}", self.policy.attempts)?,
        }
        self.write_runs(f)?;
        let worst_total = self.worst_total();
        let (mean, worst) = (Readable(self.mean_total()), Readable(worst_total));
        match self.policy.jitter.kept() {
            _ if self.policy.deadline == Some(worst_total) => write!(f, "total wait: at most {worst}, the deadline")?,
            Some(Jitter::WHOLE) => write!(f, "total wait: {worst}")?,
            None => write!(f, "total wait: about {mean} on average, {worst} at worst")?,
            _ => write!(f, "total wait: {mean} on average, {worst} at worst")?,
        }
        for setting in self.unused() {
            match setting {
                "cap" => write!(f, "\nthe cap of {} is never reached", Readable(self.policy.cap))?,
                _ => write!(f, "\nthe end of the list of delays is never reached")?,
            }
        }
        Ok(())
    }
}

impl Schedule {
    fn write_runs(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last_run = self.last_run();
        let mut next = 1;
        for _ in 1..MOST_LINES {
            let run = self.run_from(next);
            if run.end() == last_run.end() {
                return self.write_run(f, run);
            }
            next = run.end() + 1;
            self.write_run(f, run)?;
        }
        let hidden = self.run_from(next);
        if hidden.end() + 1 == *last_run.start() {
            self.write_run(f, hidden)?;
        } else if next < *last_run.start() {
            self.write_hidden(f, next..=last_run.start() - 1)?;
        }
        self.write_run(f, last_run)
    }

    /// Writes one line for many ceilings. A curve that never falls stays between the lines before and after; for a list
    /// or a function the line has the longest wait.
    fn write_hidden(&self, f: &mut fmt::Formatter<'_>, hidden: RangeInclusive<u32>) -> fmt::Result {
        let (first, last) = (*hidden.start(), *hidden.end());
        let highest = match self.policy.backoff {
            Backoff::Delays(_) | Backoff::List(_) | Backoff::Function(_) => {
                hidden.map(|attempt| self.policy.ceiling(attempt)).max()
            }
            _ => None,
        };
        write!(f, "  after attempts {first} to {last}: ")?;
        match highest {
            Some(highest) => writeln!(f, "other waits, the longest {}", Readable(highest)),
            None => writeln!(f, "between these"),
        }
    }

    fn write_run(&self, f: &mut fmt::Formatter<'_>, run: RangeInclusive<u32>) -> fmt::Result {
        let (first, last) = run.into_inner();
        match last - first {
            _ if last == self.waits() && self.is_unlimited() => write!(f, "  after attempt {first} and later: ")?,
            0 => write!(f, "  after attempt {first}: ")?,
            1 => write!(f, "  after attempts {first} and {last}: ")?,
            _ => write!(f, "  after attempts {first} to {last}: ")?,
        }
        let ceiling = self.policy.ceiling(first);
        let highest = Readable(ceiling);
        match self.policy.jitter.kept() {
            _ if ceiling.is_zero() => writeln!(f, "no wait"),
            Some(0) => writeln!(f, "up to {highest}"),
            Some(Jitter::WHOLE) => writeln!(f, "{highest}"),
            _ => {
                let lowest = self.policy.jitter.lowest(ceiling).unwrap_or(self.policy.base);
                writeln!(f, "{} to {highest}", Readable(lowest))
            }
        }
    }
}
