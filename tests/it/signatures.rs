//! Every kind of signature: receivers, arguments, generics, lifetimes, patterns, attributes.

use std::cell::Cell;
use std::fmt::{Debug, Display};
use std::pin::Pin;
use std::sync::Arc;

use crate::common::{Failure, at_once, calls, no_wait, retried, third_time};
use retry_core::retry;

struct Client {
    name: String,
    calls: u32,
}

impl Client {
    fn new() -> Self {
        Self { name: "client".to_owned(), calls: 0 }
    }

    #[retry(sleep = no_wait)]
    async fn shared(&self) -> Result<String, Failure> {
        third_time()?;
        Ok(self.name.clone())
    }

    #[retry(sleep = no_wait)]
    async fn exclusive(&mut self) -> Result<u32, Failure> {
        self.calls += 1;
        third_time()?;
        Ok(self.calls)
    }

    #[retry(sleep = no_wait)]
    async fn owned(self) -> Result<usize, Failure> {
        third_time()?;
        Ok(self.name.len())
    }

    #[retry(sleep = no_wait)]
    async fn in_arc(self: Arc<Self>) -> Result<String, Failure> {
        third_time()?;
        Ok(self.name.clone())
    }

    #[retry(sleep = no_wait)]
    async fn by_arc(self: &Arc<Self>) -> Result<Arc<Self>, Failure> {
        third_time()?;
        Ok(Arc::clone(self))
    }

    #[retry(sleep = no_wait)]
    async fn in_box(self: Box<Self>) -> Result<usize, Failure> {
        third_time()?;
        Ok(self.name.len())
    }

    #[retry(sleep = no_wait)]
    async fn pinned(self: Pin<&Self>) -> Result<usize, Failure> {
        third_time()?;
        Ok(self.name.len())
    }

    #[retry(sleep = no_wait)]
    async fn pinned_exclusive(mut self: Pin<&mut Self>) -> Result<u32, Failure> {
        self.calls += 1;
        self.as_mut().get_mut().calls += 10;
        third_time()?;
        Ok(self.calls)
    }

    #[retry(sleep = no_wait)]
    async fn none() -> Result<Self, Failure> {
        third_time()?;
        Ok(Self { calls: 3, ..Self::new() })
    }

    #[retry(sleep = no_wait)]
    async fn lent(&self) -> Result<&str, Failure> {
        third_time()?;
        Ok(&self.name)
    }

    #[retry(sleep = no_wait)]
    pub(crate) async fn named<'c, 'a: 'c>(&'c self, other: &'a str, longest: bool) -> Result<&'c str, Failure> {
        third_time()?;
        if longest && self.name.len() > other.len() {
            return Ok(&self.name);
        }
        Ok(other)
    }
}

#[test]
fn receivers() {
    let mut client = Client::new();
    assert_eq!(retried(client.shared()).unwrap(), "client");
    assert_eq!(retried(client.exclusive()), Ok(3));
    assert_eq!(retried(client.lent()).unwrap(), "client");
    assert_eq!(retried(client.named("x", true)).unwrap(), "client");
    assert_eq!(retried(client.named("x", false)).unwrap(), "x");
    assert_eq!(retried(Pin::new(&client).pinned()), Ok(6));
    assert_eq!(retried(Pin::new(&mut client).pinned_exclusive()), Ok(36));
    assert_eq!(retried(client.owned()), Ok(6));
    let client = Arc::new(Client::new());
    assert_eq!(retried(client.clone().in_arc()).unwrap(), "client");
    assert!(Arc::ptr_eq(&retried(client.by_arc()).unwrap(), &client));
    assert_eq!(retried(Box::new(Client::new()).in_box()), Ok(6));
    assert_eq!(retried(Client::none()).unwrap().calls, 3);
}

#[test]
fn arguments() {
    #[retry(sleep = no_wait)]
    #[expect(clippy::ptr_arg)]
    async fn borrowed(text: &str, list: &mut Vec<u32>, string: &String) -> Result<usize, Failure> {
        list.push(1);
        third_time()?;
        Ok(text.len() + string.len())
    }
    #[retry(sleep = no_wait)]
    async fn owned(text: String, list: Vec<u32>, copied: u32) -> Result<usize, Failure> {
        let mut list = list.clone();
        list.push(copied);
        third_time()?;
        Ok(text.len() + list.len())
    }
    #[retry(sleep = no_wait)]
    async fn cloned(text: String) -> Result<String, Failure> {
        let text = text.clone();
        third_time()?;
        Ok(text)
    }
    #[retry(sleep = no_wait)]
    async fn slices(bytes: &[u8], rest: &mut [u8], array: [u8; 2], erased: &(dyn Debug + Sync)) -> Result<u8, Failure> {
        rest[0] += 1;
        third_time()?;
        assert_eq!(format!("{erased:?}"), "\"debug\"");
        Ok(bytes[0] + rest[0] + array[1])
    }
    let mut list = Vec::new();
    assert_eq!(retried(borrowed("text", &mut list, &"string".to_owned())), Ok(10));
    assert_eq!(list, [1, 1, 1]);
    assert_eq!(retried(owned("text".to_owned(), vec![1], 2)), Ok(6));
    assert_eq!(retried(cloned("text".to_owned())).unwrap(), "text");
    assert_eq!(retried(slices(&[1], &mut [10], [0, 100], &"debug")), Ok(114));
}

#[test]
fn generics() {
    #[retry(sleep = no_wait)]
    async fn wide<'a, 'b, T, F, const N: usize>(items: &'a [T; N], by: &'b F) -> Result<&'a T, Failure>
    where
        T: PartialOrd + Sync + 'a,
        F: Fn(&T) -> bool + Sync,
        for<'c> &'c T: Debug,
    {
        third_time()?;
        items.iter().find(|item| by(item)).ok_or(Failure::Broken(N.try_into().unwrap()))
    }
    #[retry(sleep = no_wait)]
    async fn of_impl(
        by: impl Fn(u32) -> u32 + Sync,
        text: &impl Display,
        into: impl Into<String> + Clone + Sync,
    ) -> Result<String, Failure> {
        let three = third_time()?;
        Ok(format!("{}{text}{}", by(three), into.clone().into()))
    }
    #[retry(sleep = no_wait)]
    async fn anonymous(parts: Parts<'_>) -> Result<Parts<'_>, Failure> {
        third_time()?;
        Ok(Parts { text: parts.text })
    }
    #[retry(sleep = no_wait)]
    async fn associated<I: Iterator<Item = u32> + Clone + Sync>(items: I) -> Result<Vec<I::Item>, Failure> {
        third_time()?;
        Ok(items.clone().collect())
    }
    #[derive(Debug)]
    struct Parts<'a> {
        text: &'a str,
    }
    assert_eq!(retried(wide(&[1, 2, 3], &|item: &i32| *item > 1)), Ok(&2));
    assert_eq!(retried(of_impl(|three| three + 1, &"text", "into")).unwrap(), "4textinto");
    assert_eq!(retried(anonymous(Parts { text: "text" })).unwrap().text, "text");
    assert_eq!(retried(associated(0..3)).unwrap(), [0, 1, 2]);
}

type Outcome<T = u32, E = Failure> = Result<T, E>;

#[test]
fn patterns() {
    struct Pair {
        left: u32,
        right: (u32, String),
    }
    struct Wrapper<T>(T);
    #[retry(sleep = no_wait)]
    async fn taken(
        (a, b): (u32, String),
        Pair { left, right: (right, ref text) }: Pair,
        Wrapper(list): Wrapper<&mut Vec<u32>>,
        _: String,
        &c: &u32,
        [first, .., last]: [u32; 4],
        whole @ Wrapper(_): Wrapper<u32>,
    ) -> Result<usize, Failure> {
        list.push(first + last + whole.0);
        third_time()?;
        Ok((a + left + right + c) as usize + b.len() + text.len())
    }
    let (mut list, unused) = (Vec::new(), String::new());
    let pair = Pair { left: 10, right: (100, "right".to_owned()) };
    let taken = taken((1, "b".to_owned()), pair, Wrapper(&mut list), unused, &1_000, [1, 0, 0, 2], Wrapper(4));
    assert_eq!(retried(taken), Ok(1_117));
    assert_eq!(list, [7, 7, 7]);
}

#[test]
fn attributes() {
    /// Documented.
    #[expect(clippy::mixed_attributes_style)]
    #[retry(sleep = no_wait)]
    #[must_use = "kept"]
    #[inline]
    #[doc(hidden)]
    #[cfg_attr(all(), allow(unused_variables), deprecated = "kept")]
    async fn kept(
        #[cfg(any())] missing: Missing,
        #[cfg(not(any()))] number: u32,
        #[allow(unused)] idle: u32,
    ) -> Outcome {
        //! Documented inside.
        #![allow(clippy::let_and_return)]
        #![allow(unused_mut)]
        let mut three = third_time();
        three
    }
    #[cfg_attr(all(), retry(sleep = no_wait))]
    async fn conditional() -> Outcome {
        third_time()
    }
    #[cfg_attr(any(), retry(sleep = no_wait))]
    #[expect(clippy::unused_async)]
    async fn absent() -> Outcome {
        third_time()
    }
    #[expect(deprecated)]
    let call = kept(1, 2);
    assert_eq!(retried(call), Ok(3));
    assert_eq!(retried(conditional()), Ok(3));
    assert_eq!((at_once(absent()), calls()), (Err(Failure::Busy(1)), 1));
}

#[test]
fn not_send_where_the_bare_function_is_not() {
    #[retry(sleep = no_wait)]
    async fn read(cell: &Cell<u32>) -> Outcome {
        cell.set(cell.get() + 1);
        third_time()
    }
    let cell = Cell::new(0);
    at_once(read(&cell)).unwrap();
    assert_eq!((cell.get(), calls()), (3, 3));
}
