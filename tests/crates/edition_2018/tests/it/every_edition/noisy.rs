//! Values that note when they are dropped.

use std::cell::RefCell;

use super::support::Failure;

thread_local! {
    static LOG: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

pub fn log(line: &'static str) {
    LOG.with(|log| log.borrow_mut().push(line));
}

pub fn logged(run: impl FnOnce()) -> Vec<&'static str> {
    run();
    LOG.with(RefCell::take)
}

/// Notes when it is dropped.
pub struct Noisy(pub &'static str);

impl Drop for Noisy {
    fn drop(&mut self) {
        log(self.0);
    }
}

impl Noisy {
    pub fn answer(&self) -> Result<(), Failure> {
        Ok(())
    }

    pub fn some(&self) -> Option<&Self> {
        Some(self)
    }

    pub fn none(&self) -> Option<&Self> {
        None
    }

    pub async fn later(&self) -> Result<(), Failure> {
        Ok(())
    }
}

pub struct Pair {
    pub left: Noisy,
    pub right: Noisy,
}

pub fn pair(left: &'static str, right: &'static str) -> Pair {
    Pair { left: Noisy(left), right: Noisy(right) }
}

pub fn noisy_pair() -> (Noisy, Noisy) {
    (Noisy("b"), Noisy("not b"))
}
