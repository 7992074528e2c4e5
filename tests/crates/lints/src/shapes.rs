//! Every shape of function, argument and result.

use std::error::Error;
use std::fmt::{Debug, Display};
use std::future::ready;
use std::pin::Pin;
use std::sync::Arc;

use retry_core::retry;

use crate::Failure;

type Outcome<T = u32> = Result<T, Failure>;

async fn connect() -> Outcome {
    ready(Ok(1)).await
}

/// A client.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Client {
    name: String,
    calls: u32,
}

impl Client {
    /// Its calls so far.
    const CALLS: u32 = 3;

    /// Makes one.
    ///
    /// # Errors
    ///
    /// As the call.
    #[retry(attempts = Self::CALLS)]
    pub async fn new(name: &str) -> Outcome<Self> {
        Ok(Self { name: name.to_owned(), calls: connect().await? })
    }

    /// By reference.
    ///
    /// # Errors
    ///
    /// As the call.
    #[retry(transient = |error| self.calls > 0 && error.busy)]
    pub async fn name(&self) -> Outcome<&str> {
        let _connected = connect().await?;
        Ok(&self.name)
    }

    /// By mutable reference.
    ///
    /// # Errors
    ///
    /// As the call.
    #[retry(on_retry = |_event| self.calls = 0)]
    pub async fn rename(&mut self, name: &str) -> Outcome<usize> {
        self.calls += 1;
        self.name.clear();
        self.name.push_str(name);
        let connected = connect().await?;
        self.calls -= connected;
        Ok(self.name.len())
    }

    /// By value.
    ///
    /// # Errors
    ///
    /// As the call.
    #[retry]
    pub async fn into_name(self) -> Outcome<String> {
        let connected = connect().await?;
        Ok(format!("{}{connected}", self.name))
    }

    /// In an `Arc`.
    ///
    /// # Errors
    ///
    /// As the call.
    #[retry]
    pub async fn shared(self: Arc<Self>) -> Outcome<usize> {
        let connected = connect().await?;
        Ok(self.name.len() + usize::from(connected > 0))
    }

    /// Waits with the thread.
    ///
    /// # Errors
    ///
    /// As the call.
    #[retry(blocking)]
    pub fn blocking(&mut self, list: &mut Vec<u32>) -> Outcome<usize> {
        self.calls += 1;
        list.push(self.calls);
        if self.calls == 1 {
            return Err(Failure { busy: true });
        }
        Ok(list.len())
    }

    /// Returns its future in a box.
    ///
    /// # Errors
    ///
    /// As the call.
    #[retry]
    pub fn boxed<'a>(&'a mut self, more: &'a str) -> Pin<Box<dyn Future<Output = Outcome<String>> + Send + 'a>> {
        let length = more.len();
        Box::pin(async move {
            let more = more;
            self.calls += 1;
            let connected = connect().await?;
            Ok(format!("{}{more}{length}{connected}", self.calls))
        })
    }

    /// Returns its future without a box.
    ///
    /// # Errors
    ///
    /// As the call.
    #[retry]
    pub fn opaque<'a>(&'a mut self, more: &'a str) -> impl Future<Output = Outcome<String>> + Send + 'a {
        let length = more.len();
        async move {
            self.calls += 1;
            let connected = connect().await?;
            Ok(format!("{}{more}{length}{connected}", self.calls))
        }
    }

    /// Not seen outside.
    #[retry]
    async fn private(&self) -> Outcome {
        connect().await
    }
}

/// Uses what is private.
///
/// # Errors
///
/// As the call.
#[retry]
pub async fn within(client: &Client) -> Outcome {
    client.private().await
}

/// Patterns.
///
/// # Errors
///
/// As the call.
#[retry]
pub async fn patterns(
    (left, right): (u32, &str),
    [first, .., last]: [u32; 4],
    Client { ref name, calls }: Client,
    _unused: u32,
    &by_reference: &u32,
) -> Outcome<usize> {
    let connected = connect().await?;
    let sum = left + first + last + calls + connected + by_reference;
    Ok(name.len() + right.len() + usize::from(sum > 0))
}

/// Generics.
///
/// # Errors
///
/// As the call.
#[retry]
pub async fn generics<'a, T, F, const N: usize>(items: &'a [T; N], by: F, _text: &str) -> Outcome<Option<&'a T>>
where
    T: PartialOrd + Sync,
    F: Fn(&T) -> bool + Sync,
{
    let connected = connect().await?;
    Ok(items.iter().skip(connected as usize).find(|item| by(item)))
}

/// `impl Trait` on both sides.
///
/// # Errors
///
/// As the call.
#[retry]
pub async fn of_impl(text: &(impl Display + Sync), into: impl Fn(u32) -> u32 + Sync) -> Outcome<impl Display + Debug> {
    Ok(format!("{text}{}", into(connect().await?)))
}

/// Coercions.
///
/// # Errors
///
/// As the call.
#[retry(transient = |_| true)]
pub async fn coercions(list: &[u32]) -> Result<Box<dyn Debug + Send>, Box<dyn Error + Send + Sync>> {
    let Some(first) = list.first() else {
        return Err("empty".into());
    };
    let connected = connect().await?;
    Ok(Box::new(first + connected))
}

/// An infallible call.
///
/// # Errors
///
/// None.
#[retry]
pub async fn never_fails() -> Result<u32, core::convert::Infallible> {
    Ok(ready(1).await)
}

/// A single expression, a block, a loop, a match.
///
/// # Errors
///
/// As the call.
#[retry]
pub async fn control_flow(list: &[u32]) -> Outcome {
    for number in list {
        match number {
            0 => {}
            1 => return connect().await,
            _ => break,
        }
    }
    let sum = async { list.iter().sum::<u32>() }.await;
    if sum > 3 {
        loop {
            let connected = connect().await?;
            if connected > 0 {
                break Ok(connected);
            }
        }
    } else {
        Err(Failure { busy: false })
    }
}

/// Attributes.
///
/// # Errors
///
/// As the call.
#[retry]
#[inline]
#[must_use = "a reason"]
#[expect(unused_variables, clippy::let_and_return, reason = "the warnings are the bare function's")]
pub async fn attributes(unused: u32) -> Outcome {
    let connected = connect().await;
    connected
}

#[retry]
pub(crate) async fn inner_attributes(used: u32) -> Outcome {
    #![expect(unused_variables, unused_mut, reason = "the warnings are the bare function's")]
    let mut unused = used;
    connect().await
}

/// Uses what is private.
///
/// # Errors
///
/// As the call.
#[retry]
pub async fn uses_inner_attributes() -> Outcome {
    inner_attributes(1).await
}

#[expect(dead_code, reason = "the warning is the bare function's")]
#[retry]
async fn never_called() -> Outcome {
    connect().await
}

macro_rules! functions {
    ($($name:ident: $ty:ty = $value:expr, $body:block;)*) => {$(
        /// Written by a macro.
        ///
        /// # Errors
        ///
        /// As the call.
        #[retry(attempts = $value)]
        pub async fn $name(number: $ty) -> Outcome {
            let _connected = connect().await? + number;
            $body
        }
    )*};
}

functions! {
    small: u32 = 2, { connect().await };
    large: u32 = 20, { Ok(1) };
}
