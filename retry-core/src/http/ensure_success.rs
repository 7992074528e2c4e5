use core::future::{Future, poll_fn};
use core::pin::pin;

use http::{HeaderMap, StatusCode};
use hyper_1::body::{Body, Buf as _};

use super::StatusError;

/// Returns the response if its status is a success, and a [`StatusError`] otherwise.
///
/// The error holds the status, the `Retry-After` and the beginning of the body.
///
/// This function takes the responses of reqwest, in the versions whose features are on, and [`http::Response`] with any
/// body that implements hyper's `Body`. Every status but 2xx is an error, including 304 and a redirect that the client
/// does not follow. If your program expects such a status, check the status first.
///
/// On an error the function reads the first [`BODY_LIMIT`](StatusError::BODY_LIMIT) bytes of the body. The body may
/// arrive slowly, so give each attempt a `timeout`. If the body breaks off, the error holds the part that has arrived.
///
#[cfg_attr(all(feature = "macros", feature = "reqwest-0_13"), doc = "```")]
#[cfg_attr(not(all(feature = "macros", feature = "reqwest-0_13")), doc = "```ignore")]
/// # use reqwest_0_13 as reqwest;
/// use retry_core::http::{StatusError, ensure_success};
/// use retry_core::{Transient, retry};
///
/// #[derive(Debug, Transient)]
/// enum ApiError {
///     #[transient(forward)]
///     Status(StatusError),
///     #[transient(forward)]
///     Transport(reqwest::Error),
/// }
/// # impl From<StatusError> for ApiError { fn from(error: StatusError) -> Self { Self::Status(error) } }
/// # impl From<reqwest::Error> for ApiError { fn from(error: reqwest::Error) -> Self { Self::Transport(error) } }
///
/// #[retry(attempts = 4)]
/// async fn get(client: &reqwest::Client, url: &str) -> Result<String, ApiError> {
///     let response = ensure_success(client.get(url).send().await?).await?;
///     Ok(response.text().await?)
/// }
/// ```
///
/// # Errors
///
/// [`StatusError`] if the status is not a success.
pub async fn ensure_success<R: HttpResponse>(mut response: R) -> Result<R, StatusError> {
    if response.status().is_success() {
        return Ok(response);
    }
    let mut body = Vec::new();
    // A short body is read to its end, so that its connection can be used again.
    while body.len() < StatusError::BODY_LIMIT && response.read_more(&mut body).await {}
    Err(StatusError::new(response.status(), response.headers(), body))
}

/// A response that [`ensure_success`] can read: one of reqwest's or hyper's.
///
/// This trait is sealed. For the responses of another client use [`StatusError::new`].
pub trait HttpResponse: sealed::HttpResponse {}

impl<R: sealed::HttpResponse> HttpResponse for R {}

mod sealed {
    use super::{Future, HeaderMap, StatusCode};

    pub trait HttpResponse: Send {
        fn status(&self) -> StatusCode;
        fn headers(&self) -> &HeaderMap;
        /// Appends the next piece of the body to `body`. Returns `false` at the end of the body, or if it breaks off.
        fn read_more(&mut self, body: &mut Vec<u8>) -> impl Future<Output = bool> + Send;
    }
}

impl<B: Body<Data: Send> + Send + Unpin> sealed::HttpResponse for http::Response<B> {
    fn status(&self) -> StatusCode {
        self.status()
    }

    fn headers(&self) -> &HeaderMap {
        self.headers()
    }

    async fn read_more(&mut self, body: &mut Vec<u8>) -> bool {
        let mut incoming = pin!(self.body_mut());
        let Some(Ok(frame)) = poll_fn(|context| incoming.as_mut().poll_frame(context)).await else { return false };
        if let Ok(mut data) = frame.into_data() {
            while data.has_remaining() {
                let piece = data.chunk();
                body.extend_from_slice(piece);
                let length = piece.len();
                data.advance(length);
            }
        }
        true
    }
}

#[cfg(any(feature = "reqwest-0_12", feature = "reqwest-0_13"))]
macro_rules! reqwest {
    ($reqwest:ident) => {
        impl sealed::HttpResponse for $reqwest::Response {
            fn status(&self) -> StatusCode {
                self.status()
            }

            fn headers(&self) -> &HeaderMap {
                self.headers()
            }

            async fn read_more(&mut self, body: &mut Vec<u8>) -> bool {
                let Ok(Some(piece)) = self.chunk().await else { return false };
                body.extend_from_slice(&piece);
                true
            }
        }
    };
}

#[cfg(feature = "reqwest-0_12")]
reqwest!(reqwest_0_12);
#[cfg(feature = "reqwest-0_13")]
reqwest!(reqwest_0_13);
