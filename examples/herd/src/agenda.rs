use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::mem;
use std::time::Duration;

/// What is still to happen, in the order of virtual time.
///
/// Events of the same instant come out in the order in which they were scheduled, so a run depends on its seed alone.
///
/// It is a calendar: a page for every five milliseconds, which becomes a binary heap when its turn comes. With 100,000
/// clients one heap of everything would not fit into the processor's cache, and takes twice as long.
///
/// ```
/// use std::time::Duration;
/// use herd::Agenda;
///
/// let mut agenda = Agenda::new();
/// agenda.schedule(Duration::from_secs(2), "second");
/// agenda.schedule(Duration::from_secs(1), "first");
/// agenda.schedule(Duration::from_secs(2), "third");
/// assert_eq!(agenda.next(), Some((Duration::from_secs(1), "first")));
/// agenda.schedule(Duration::from_millis(1001), "soon");
/// assert_eq!(agenda.next(), Some((Duration::from_millis(1001), "soon")));
/// assert_eq!(agenda.next(), Some((Duration::from_secs(2), "second")));
/// assert_eq!(agenda.next(), Some((Duration::from_secs(2), "third")));
/// assert_eq!(agenda.next(), None);
/// ```
#[derive(Debug)]
pub struct Agenda<E> {
    /// The events of today's page and of those before it.
    today: BinaryHeap<Entry<E>>,
    /// Those of the other pages, by their number and in no order; pages that have been are empty.
    pages: Vec<Vec<Entry<E>>>,
    /// The number of today's page.
    page: usize,
    scheduled: u64,
}

const PAGE: Duration = Duration::from_millis(5);

#[derive(Debug)]
struct Entry<E> {
    at: Duration,
    order: u64,
    event: E,
}

impl<E> Agenda<E> {
    /// Nothing to do.
    #[must_use]
    pub const fn new() -> Self {
        Self { today: BinaryHeap::new(), pages: Vec::new(), page: 0, scheduled: 0 }
    }

    /// Lets the event happen at this time since the start of the run.
    ///
    /// # Panics
    ///
    /// When there is not enough memory for all the pages until then.
    pub fn schedule(&mut self, at: Duration, event: E) {
        let entry = Entry { at, order: self.scheduled, event };
        self.scheduled += 1;
        let page = usize::try_from(at.as_nanos() / PAGE.as_nanos()).expect("a run lasts minutes");
        if page <= self.page {
            self.today.push(entry);
        } else {
            if page >= self.pages.len() {
                self.pages.resize_with(page + 1, Vec::new);
            }
            self.pages[page].push(entry);
        }
    }
}

impl<E> Default for Agenda<E> {
    fn default() -> Self {
        Self::new()
    }
}

/// Draining it is running the simulation: each step may schedule more.
impl<E> Iterator for Agenda<E> {
    type Item = (Duration, E);

    fn next(&mut self) -> Option<(Duration, E)> {
        while self.today.is_empty() && self.page + 1 < self.pages.len() {
            self.page += 1;
            self.today = mem::take(&mut self.pages[self.page]).into();
        }
        self.today.pop().map(|entry| (entry.at, entry.event))
    }
}

/// The earliest entry is the greatest, as the heap gives the greatest first.
impl<E> Ord for Entry<E> {
    fn cmp(&self, other: &Self) -> Ordering {
        (other.at, other.order).cmp(&(self.at, self.order))
    }
}

impl<E> PartialOrd for Entry<E> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<E> PartialEq for Entry<E> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<E> Eq for Entry<E> {}
