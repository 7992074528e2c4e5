//! The loop that a user writes.

use std::marker::PhantomData;

use super::configured::{Configured, Engine};
use super::next::Step;
use super::operations::ByHand;
use super::retry::Retry;
use crate::policy::RetryPolicy;

impl RetryPolicy {
    /// Starts a call whose loop is written by hand, for what no closure and no attribute can express.
    ///
    /// Configured like [`retry`](Self::retry), then told each outcome by [`next`](Retry::next). The time begins now.
    /// What type the error has is only known by the first outcome, so a closure for a predicate or hook has to name it.
    ///
    /// ```
    /// use retry_core::{RetryPolicy, Step};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let mut replicas = ["a", "b", "c"].into_iter().cycle();
    /// let mut call = RetryPolicy::default().start().transient(|error: &String| error.ends_with("busy"));
    /// let outcome = loop {
    ///     // Each attempt asks another one.
    ///     let replica = replicas.next().unwrap();
    ///     let outcome = if replica == "c" { Ok(replica) } else { Err(format!("{replica} is busy")) };
    ///     match call.next(outcome) {
    ///         Step::Return(outcome) => break outcome,
    ///         Step::Wait(wait) => wait.await,
    ///     }
    /// };
    /// assert_eq!(outcome.unwrap(), "c");
    /// # }
    /// ```
    pub fn start<'b, T, E>(self) -> Retry<'b, ByHand<T, E>, Configured<'b>> {
        let mut retry = Retry::new(self, ByHand { outcome: PhantomData });
        retry.configured.call.start_clock();
        retry
    }
}

impl<'b, T, E, W: Engine<'b, T, E>> Retry<'b, ByHand<T, E>, W> {
    /// What follows an attempt with this outcome.
    ///
    /// After a [`Step::Wait`] and the wait the next attempt is to be made; after a [`Step::Return`] the call is over.
    pub fn next(&mut self, outcome: Result<T, E>) -> Step<'b, Result<T, E>> {
        self.configured.next(outcome)
    }
}
