//! Every kind of return type, and what a bare function converts to it.

use std::convert::Infallible;
use std::error::Error;
use std::fmt::{Debug, Display};
use std::io;
use std::rc::Rc;
use std::sync::Arc;

use crate::common::{Failure, at_once, calls, no_wait, retried, send, third_time};
use retry_core::retry;

type BoxError = Box<dyn Error + Send + Sync>;

type Outcome<T = u32, E = Failure> = Result<T, E>;

mod alias {
    pub(crate) type Result<T> = std::result::Result<T, super::Failure>;
}

#[test]
fn types() {
    #[retry(sleep = no_wait)]
    async fn iterator(items: &[u32]) -> Result<impl Iterator<Item = u32> + Debug, Failure> {
        third_time()?;
        Ok(items.iter().copied())
    }
    #[retry(sleep = no_wait)]
    async fn nested(n: u32) -> Result<(Vec<impl Display + use<>>, impl Fn(u32) -> u32 + use<>), Failure> {
        third_time()?;
        Ok((vec![n], move |m| m + n))
    }
    #[retry(sleep = no_wait)]
    async fn input() -> io::Result<u32> {
        third_time().map_err(|error| io::Error::new(io::ErrorKind::TimedOut, error))
    }
    #[retry(sleep = no_wait)]
    async fn defaulted() -> Outcome {
        third_time()
    }
    #[retry(sleep = no_wait)]
    async fn aliased() -> alias::Result<u32> {
        third_time()
    }
    #[retry(sleep = no_wait)]
    async fn result_of_result(inner: Option<u32>) -> Result<Result<u32, ()>, Failure> {
        third_time()?;
        Ok(inner.ok_or(()))
    }
    #[retry(sleep = no_wait)]
    async fn function(by: fn(u32) -> u32) -> Result<fn(u32) -> u32, Failure> {
        third_time().map(|_| by)
    }
    assert!(retried(iterator(&[1, 2])).unwrap().eq([1, 2]));
    assert_eq!((retried(nested(2)).unwrap().1)(1), 3);
    assert_eq!(retried(input()).unwrap(), 3);
    assert_eq!(retried(defaulted()), Ok(3));
    assert_eq!(retried(aliased()), Ok(3));
    assert_eq!(retried(result_of_result(None)), Ok(Err(())));
    assert_eq!((retried(function(|n| n + 1)).unwrap())(1), 2);
}

#[test]
fn values_coerce_to_the_return_type() {
    struct Client {
        name: String,
        list: Vec<u8>,
        boxed: Box<Rc<str>>,
    }
    impl Client {
        #[retry(sleep = no_wait)]
        async fn name(&self) -> Result<&str, Failure> {
            if third_time()? == 3 {
                return Ok(&self.name);
            }
            Ok(&self.boxed)
        }

        #[retry(sleep = no_wait)]
        async fn list(&self) -> Result<&[u8], Failure> {
            third_time()?;
            if self.list.is_empty() { Ok(&[1, 2]) } else { Ok(&self.list) }
        }
    }
    #[retry(sleep = no_wait)]
    async fn boxed(number: u32) -> Result<Box<dyn Display + Send>, Failure> {
        third_time()?;
        if number == 0 {
            return Ok(Box::new("zero"));
        }
        Ok(Box::new(number))
    }
    #[retry(sleep = no_wait)]
    async fn matched(number: u32) -> Result<Arc<dyn Debug + Send + Sync>, Failure> {
        match (third_time()?, number) {
            (_, 0) => Ok(Arc::new("zero")),
            (_, number) => Ok(Arc::new(number)),
        }
    }
    #[retry(sleep = no_wait)]
    async fn slice(items: &[u8; 3]) -> Result<&[u8], Failure> {
        third_time()?;
        Ok(items)
    }
    #[retry(sleep = no_wait)]
    async fn function() -> Result<fn(u32) -> u32, Failure> {
        third_time()?;
        Ok(|n| n + 1)
    }
    #[retry(sleep = no_wait)]
    async fn inferred() -> Result<Vec<u64>, Failure> {
        third_time()?;
        Ok(["1", "2"].iter().map(|text| text.parse().unwrap()).collect())
    }
    let client = Client { name: "name".to_owned(), list: Vec::new(), boxed: Box::new("rc".into()) };
    assert_eq!((at_once(client.name()).unwrap(), calls()), ("name", 3));
    assert_eq!((at_once(client.list()).unwrap(), calls()), (&[1, 2][..], 3));
    assert_eq!(retried(boxed(0)).unwrap().to_string(), "zero");
    assert_eq!(retried(boxed(1)).unwrap().to_string(), "1");
    assert_eq!(format!("{:?}", retried(matched(1)).unwrap()), "1");
    assert_eq!(retried(slice(&[1, 2, 3])).unwrap(), [1, 2, 3]);
    assert_eq!((retried(function()).unwrap())(1), 2);
    assert_eq!(retried(inferred()).unwrap(), [1, 2]);
}

#[test]
fn errors_coerce_and_convert() {
    #[retry(sleep = no_wait, transient = |error| error.is::<Failure>())]
    async fn converted() -> Result<u32, BoxError> {
        let three = third_time()?;
        Ok("3".parse::<u32>()? + three)
    }
    #[retry(sleep = no_wait, transient = |_| true)]
    async fn boxed(by: u8) -> Result<u32, BoxError> {
        match third_time() {
            Ok(three) => Ok(three),
            Err(error) if by == 0 => Err(Box::new(error)),
            Err(error) if by == 1 => Err(error.into()),
            Err(error) if by == 2 => return Err(Box::new(error)),
            Err(error) => Err(format!("{error}"))?,
        }
    }
    /// The outcome, which is not `Send`, must not live during the wait.
    #[retry(sleep = no_wait, transient = |_| true)]
    async fn not_send() -> Result<Rc<u32>, Box<dyn Error>> {
        Ok(Rc::new(third_time()?))
    }
    #[retry(sleep = no_wait)]
    async fn from_never(number: Result<u32, Infallible>) -> Result<u32, Failure> {
        third_time()?;
        let Ok(number) = number;
        Ok(number)
    }
    #[derive(Debug)]
    struct Wrapped(Failure);
    impl From<Failure> for Wrapped {
        fn from(failure: Failure) -> Self {
            Self(failure)
        }
    }
    #[retry(sleep = no_wait, transient = |Wrapped(failure)| failure.is_busy())]
    async fn from() -> Result<u32, Wrapped> {
        Ok(async { third_time() }.await?)
    }
    assert_eq!(retried(converted()).unwrap(), 6);
    for by in 0..4 {
        assert_eq!(retried(boxed(by)).unwrap(), 3);
    }
    assert_eq!(*at_once(send(not_send())).unwrap(), 3);
    assert_eq!(calls(), 3);
    assert_eq!(retried(from_never(Ok(1))), Ok(1));
    assert_eq!(retried(from()).unwrap(), 3);
}
