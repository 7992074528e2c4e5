//! Against a server on loopback that answers as each test says. Where nothing else is said the waits are skipped.

use std::time::{Duration, SystemTime};

use axum::body::Body;
use axum::http::header::{LOCATION, RETRY_AFTER};
use axum::http::{Response, StatusCode};
use fetch::{FetchError, Fetcher};
use reqwest::{Client, Url};
use retry_core::testing::{CallTrace, End, Scope};
use retry_core::{DelaySource, GiveUpReason, Jitter, Retrier, RetryPolicy, RetryPolicyBuilder};

use crate::broken::{refused, start_breaking};
use crate::server::{Answer, Server, status};

/// Longer than any test takes.
const PATIENT: Duration = Duration::from_mins(1);

fn settings() -> RetryPolicyBuilder {
    RetryPolicy::builder().attempts(3).jitter(Jitter::None)
}

fn fetcher(settings: RetryPolicyBuilder, timeout: Duration) -> Fetcher {
    // A proxy in the environment would not find the server.
    let retries = Retrier::new(settings.build().unwrap()).with_timeout(timeout);
    Fetcher::new(Client::builder().no_proxy(), retries).unwrap()
}

fn retry_after(value: &str) -> Answer {
    let response = Response::builder().status(StatusCode::SERVICE_UNAVAILABLE).header(RETRY_AFTER, value);
    Answer::Response(response.body(Body::empty()).unwrap())
}

/// What came of it, the waits before it, and how it ended if anything has failed.
struct Fetched {
    outcome: Result<String, FetchError>,
    waits: Vec<(Duration, DelaySource)>,
    end: Option<End>,
}

impl Fetched {
    fn status(&self) -> StatusCode {
        match &self.outcome {
            Err(FetchError::Status(error)) => error.status(),
            other => panic!("no answer with a status but {other:?}"),
        }
    }
}

async fn fetch(fetcher: &Fetcher, url: &Url) -> Fetched {
    fetch_in(Scope::new().seed(7), fetcher, url).await
}

async fn fetch_in(scope: Scope, fetcher: &Fetcher, url: &Url) -> Fetched {
    let outcome = scope.run(fetcher.get(url)).await.map(|body| String::from_utf8(body).unwrap());
    let trace = scope.trace();
    let call = trace.calls().first();
    let waits = call.map_or(&[][..], CallTrace::waits);
    Fetched {
        outcome,
        waits: waits.iter().map(|wait| (wait.delay, wait.source)).collect(),
        end: call.and_then(CallTrace::end),
    }
}

#[tokio::test]
async fn an_answer_is_returned_as_it_is() {
    let server = Server::start(|_| status(200)).await;
    let fetched = fetch(&fetcher(settings(), PATIENT), &server.url).await;
    assert_eq!((fetched.outcome.unwrap().as_str(), server.requests()), ("answer with 200", 1));
    assert_eq!(fetched.end, None, "nothing has failed");
}

#[tokio::test]
async fn transient_statuses_are_tried_again() {
    for code in [408, 425, 429, 500, 502, 503, 504] {
        let server = Server::start(move |request| status(if request < 3 { code } else { 200 })).await;
        let fetched = fetch(&fetcher(settings(), PATIENT), &server.url).await;
        assert_eq!((fetched.outcome.unwrap().as_str(), server.requests()), ("answer with 200", 3), "{code}");
        let half = Duration::from_millis(500);
        assert_eq!(fetched.waits, [(half, DelaySource::Backoff), (2 * half, DelaySource::Backoff)], "{code}");
    }
}

#[tokio::test]
async fn permanent_statuses_are_not() {
    for code in [304, 400, 401, 403, 404, 405, 409, 410, 413, 422, 501, 505, 511] {
        let server = Server::start(move |_| status(code)).await;
        let fetched = fetch(&fetcher(settings(), PATIENT), &server.url).await;
        assert_eq!((fetched.status().as_u16(), server.requests()), (code, 1));
        assert_eq!(fetched.end, Some(End::GaveUp(GiveUpReason::Permanent)), "{code}");
    }
}

#[tokio::test]
async fn the_last_status_is_returned_when_the_attempts_are_spent() {
    let server = Server::start(|request| status(if request < 3 { 500 } else { 502 })).await;
    let fetched = fetch(&fetcher(settings(), PATIENT), &server.url).await;
    assert_eq!((fetched.status().as_u16(), server.requests()), (502, 3));
    assert_eq!(fetched.end, Some(End::GaveUp(GiveUpReason::Attempts)));
}

#[tokio::test]
async fn seconds_of_a_retry_after_are_waited() {
    let server = Server::start(|request| if request == 1 { retry_after("20") } else { status(200) }).await;
    let fetched = fetch(&fetcher(settings(), PATIENT), &server.url).await;
    assert_eq!((fetched.outcome.unwrap().as_str(), server.requests()), ("answer with 200", 2));
    let [(delay, DelaySource::RetryAfter)] = fetched.waits[..] else { panic!("{:?}", fetched.waits) };
    assert!((20..=22).contains(&delay.as_secs()), "{delay:?}");
}

#[tokio::test]
async fn a_date_in_retry_after_is_waited_for() {
    let date = httpdate::fmt_http_date(SystemTime::now() + Duration::from_secs(1_000));
    let server = Server::start(move |request| match request {
        1 => retry_after(&date),
        2 => retry_after("Sun, 06 Nov 1994 08:49:37 GMT"),
        _ => status(200),
    })
    .await;
    let settings = settings().retry_after_cap(Duration::from_secs(2_000));
    let fetched = fetch(&fetcher(settings, PATIENT), &server.url).await;
    assert_eq!((fetched.outcome.unwrap().as_str(), server.requests()), ("answer with 200", 3));
    let [(hint, DelaySource::RetryAfter), (past, DelaySource::Backoff)] = fetched.waits[..] else {
        panic!("{:?}", fetched.waits)
    };
    // Some of it may have passed by the time that it is read, and up to a tenth is added.
    assert!((900..=1_100).contains(&hint.as_secs()), "{hint:?}");
    assert_eq!(past, Duration::from_secs(1));
}

#[tokio::test]
async fn a_longer_wait_than_is_allowed_is_not_begun() {
    let server = Server::start(|_| retry_after("61")).await;
    let fetched = fetch(&fetcher(settings(), PATIENT), &server.url).await;
    assert_eq!((fetched.status().as_u16(), server.requests()), (503, 1));
    assert_eq!(fetched.end, Some(End::GaveUp(GiveUpReason::RetryAfterTooLong)));
}

#[tokio::test]
async fn refused_connections_are_tried_again() {
    let (url, _port) = refused();
    let fetched = fetch(&fetcher(settings(), PATIENT), &url).await;
    let error = fetched.outcome.unwrap_err();
    assert!(matches!(&error, FetchError::Transport(error) if error.is_connect()), "{error:?}");
    assert!(error.to_string().to_lowercase().contains("connection refused"), "{error}");
    assert_eq!((fetched.waits.len(), fetched.end), (2, Some(End::GaveUp(GiveUpReason::Attempts))));
}

#[tokio::test]
async fn a_server_that_comes_up_meanwhile_is_found() {
    let (url, port) = refused();
    let settings = settings().attempts(1_000).base(Duration::from_millis(20)).cap(Duration::from_millis(20));
    let patient = fetcher(settings, PATIENT);
    let comes_up = async {
        tokio::time::sleep(Duration::from_millis(60)).await;
        Server::listen(port.listen(8).unwrap(), |_| status(200))
    };
    let (fetched, server) = tokio::join!(fetch_in(Scope::new().with_real_waits(), &patient, &url), comes_up);
    assert_eq!((fetched.outcome.unwrap().as_str(), server.requests()), ("answer with 200", 1));
    assert!(!fetched.waits.is_empty());
}

#[tokio::test]
async fn connections_that_break_are_tried_again() {
    let answers =
        ["", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npart"];
    let fetched = fetch(&fetcher(settings(), PATIENT), &start_breaking(answers).await).await;
    assert_eq!(fetched.outcome.unwrap(), "part");
    assert_eq!(fetched.waits.len(), 2);
}

#[tokio::test]
async fn an_answer_that_takes_too_long_is_tried_again() {
    let server = Server::start(|request| if request == 1 { Answer::Never } else { status(200) }).await;
    let fetched = fetch(&fetcher(settings(), Duration::from_secs(1)), &server.url).await;
    assert_eq!((fetched.outcome.unwrap().as_str(), server.requests()), ("answer with 200", 2));
    assert_eq!(fetched.waits.len(), 1);
}

#[tokio::test]
async fn a_server_that_never_answers_is_given_up() {
    let server = Server::start(|_| Answer::Never).await;
    let timeout = Duration::from_millis(30);
    let fetched = fetch(&fetcher(settings(), timeout), &server.url).await;
    let error = fetched.outcome.unwrap_err();
    assert!(matches!(error, FetchError::TimedOut(error) if error.after() == timeout), "{error:?}");
    assert_eq!((fetched.waits.len(), fetched.end), (2, Some(End::GaveUp(GiveUpReason::Attempts))));
}

#[tokio::test]
async fn no_wait_is_begun_that_would_end_after_the_deadline() {
    let settings = settings().attempts(10).base(Duration::from_secs(400)).cap(Duration::from_secs(400));
    let limited = fetcher(settings.deadline(Duration::from_secs(1_000)), PATIENT);
    let server = Server::start(|_| status(503)).await;
    let fetched = fetch(&limited, &server.url).await;
    assert_eq!((fetched.status().as_u16(), server.requests()), (503, 3), "400 s, 800 s, and 1,200 s are too many");
    assert_eq!(fetched.end, Some(End::GaveUp(GiveUpReason::Deadline)));
}

/// With real waits.
#[tokio::test]
async fn an_attempt_has_no_more_time_than_is_left_before_the_deadline() {
    let deadline = Duration::from_secs(1);
    let settings = settings().base(Duration::from_millis(10)).deadline(deadline);
    let server = Server::start(|request| if request == 1 { status(503) } else { Answer::Never }).await;
    let fetched = fetch_in(Scope::new().with_real_waits(), &fetcher(settings, PATIENT), &server.url).await;
    // The answer before it is what the caller gets.
    assert_eq!((fetched.status().as_u16(), server.requests()), (503, 2));
    assert_eq!((fetched.waits.len(), fetched.end), (1, Some(End::GaveUp(GiveUpReason::Deadline))));
}

#[tokio::test]
async fn redirects_are_followed_but_not_to_where_none_can_be() {
    let to = |location| {
        Answer::Response(Response::builder().status(302).header(LOCATION, location).body(Body::empty()).unwrap())
    };
    let server = Server::start(move |request| if request == 1 { to("/there") } else { status(200) }).await;
    let fetched = fetch(&fetcher(settings(), PATIENT), &server.url).await;
    assert_eq!((fetched.outcome.unwrap().as_str(), server.requests()), ("answer with 200", 2));

    let server = Server::start(move |_| to("ftp://127.0.0.1/")).await;
    let fetched = fetch(&fetcher(settings(), PATIENT), &server.url).await;
    let error = fetched.outcome.unwrap_err().to_string();
    assert!(error.contains("only http and https can be fetched"), "{error}");
    assert_eq!((server.requests(), fetched.end), (1, Some(End::GaveUp(GiveUpReason::Permanent))));
}
