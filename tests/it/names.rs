//! The names of calls: each function has a name of its own, in every form of a function.

use std::cell::RefCell;
use std::future::{Future, ready};
use std::pin::Pin;

use async_trait::async_trait;
use retry_core::{GiveUpEvent, Retrier, RetryPolicy, Step, retry};

use crate::common::at_once;

type Outcome = Result<(), &'static str>;

thread_local! {
    static NAMES: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

fn note(event: &GiveUpEvent<'_, &str>) {
    NAMES.with_borrow_mut(|names| names.push(event.name));
}

fn never(_error: &&str) -> bool {
    false
}

/// The name in the event of a call that gives up.
fn name_of(call: impl FnOnce() -> Outcome) -> &'static str {
    assert_eq!(call(), Err("refused"));
    NAMES.with_borrow_mut(|names| {
        assert_eq!(names.len(), 1);
        names.pop().unwrap()
    })
}

struct Client;
struct Server;
struct Pool<T>(Vec<T>);

trait Ship {
    #[retry(blocking, transient = never, on_give_up = note)]
    fn provided(&self) -> Outcome {
        Err("refused")
    }

    fn ship(&self) -> Outcome;
}

#[async_trait]
trait Bill {
    async fn bill(&self) -> Outcome;
}

macro_rules! ship {
    ($(($($generics:tt)*) $type:ty;)*) => {
        $(impl<$($generics)*> Ship for $type {
            #[retry(blocking, transient = never, on_give_up = note)]
            fn ship(&self) -> Outcome {
                Err("refused")
            }
        })*
    };
}

ship! {
    () Client;
    () Server;
    () u32;
    (T) &T;
    (T) Pool<T>;
    (T) Vec<T>;
}

#[async_trait]
impl Bill for Client {
    #[retry(transient = never, on_give_up = note)]
    async fn bill(&self) -> Outcome {
        Err("refused")
    }
}

impl Client {
    #[retry(transient = never, on_give_up = note)]
    async fn send(&self) -> Outcome {
        Err("refused")
    }

    #[retry(transient = never, on_give_up = note)]
    fn boxed(&self) -> Pin<Box<dyn Future<Output = Outcome> + '_>> {
        Box::pin(async move { Err("refused") })
    }

    #[expect(clippy::manual_async_fn, reason = "that is the form to be tested")]
    #[retry(transient = never, on_give_up = note)]
    fn unboxed(&self) -> impl Future<Output = Outcome> + '_ {
        async move { Err("refused") }
    }

    #[retry(with = retries, timeout = None, breaker = None, transient = never, on_give_up = note)]
    async fn shared(&self, retries: &Retrier) -> Outcome {
        Err("refused")
    }

    #[retry(policy = RetryPolicy::default(), transient = never, on_give_up = note)]
    async fn by_policy(&self) -> Outcome {
        Err("refused")
    }

    #[retry(name = "billing", transient = never, on_give_up = note)]
    async fn named(&self) -> Outcome {
        Err("refused")
    }

    async fn outer(&self) -> Outcome {
        #[retry(transient = never, on_give_up = note)]
        async fn inner() -> Outcome {
            Err("refused")
        }
        inner().await
    }
}

impl Server {
    #[retry(transient = never, on_give_up = note)]
    async fn send(&self) -> Outcome {
        Err("refused")
    }

    #[retry(transient = never, on_give_up = note)]
    async fn r#match(&self) -> Outcome {
        Err("refused")
    }
}

impl<T> Pool<T> {
    #[retry(transient = never, on_give_up = note)]
    async fn take<const N: usize>(&self) -> Outcome {
        assert!(self.0.len() < N);
        Err("refused")
    }
}

#[retry(transient = never, on_give_up = note)]
async fn free() -> Outcome {
    Err("refused")
}

mod far {
    use super::{Client, Outcome, never, note, retry};

    impl Client {
        #[retry(transient = never, on_give_up = note)]
        pub(super) async fn far(&self) -> Outcome {
            Err("refused")
        }
    }
}

#[test]
fn methods_of_two_types_never_share_a_name() {
    assert_eq!(name_of(|| at_once(Client.send())), "it::names::Client::send");
    assert_eq!(name_of(|| at_once(Server.send())), "it::names::Server::send");
    assert_eq!(name_of(|| Client.ship()), "it::names::Client::ship");
    assert_eq!(name_of(|| Server.ship()), "it::names::Server::ship");
    assert_eq!(name_of(|| 1_u32.ship()), "<u32 as it::names::Ship>::ship");
    assert_eq!(name_of(|| (&&1_u8).ship()), "<&_ as it::names::Ship>::ship");
    assert_eq!(name_of(|| vec![1_u8].ship()), "<alloc::vec::Vec as it::names::Ship>::ship");
    assert_eq!(name_of(|| Client.provided()), "it::names::Ship::provided");
}

#[test]
fn the_name_is_the_path_in_every_form_of_a_function() {
    assert_eq!(name_of(|| at_once(free())), "it::names::free");
    assert_eq!(name_of(|| at_once(Client.bill())), "it::names::Client::bill");
    assert_eq!(name_of(|| at_once(Client.boxed())), "it::names::Client::boxed");
    assert_eq!(name_of(|| at_once(Client.unboxed())), "it::names::Client::unboxed");
    assert_eq!(name_of(|| at_once(Client.by_policy())), "it::names::Client::by_policy");
    assert_eq!(name_of(|| at_once(Client.shared(&Retrier::default()))), "it::names::Client::shared");
    assert_eq!(name_of(|| at_once(Client.outer())), "it::names::Client::outer::inner");
    assert_eq!(name_of(|| at_once(Client.far())), "it::names::Client::far");
    assert_eq!(name_of(|| at_once(Server.r#match())), "it::names::Server::match");
    assert_eq!(name_of(|| at_once(Client.named())), "billing");
}

#[test]
fn a_generic_function_has_one_name_for_all_types() {
    let names = [name_of(|| at_once(Pool(vec![1_u8]).take::<2>())), name_of(|| at_once(Pool(vec!["a"]).take::<3>()))];
    assert_eq!(names, ["it::names::Pool::take"; 2]);
    assert_eq!(name_of(|| Pool(vec![1_u8]).ship()), "it::names::Pool::ship");
    assert_eq!(name_of(|| Pool(vec!["a"]).ship()), "it::names::Pool::ship");
}

impl<T: Copy> Pool<T> {
    fn closure(&self) -> Outcome {
        let call = RetryPolicy::default().retry(|| ready(Err::<(), _>("refused"))).transient(never);
        assert_eq!(at_once(call.on_give_up(note)), Err("refused"));
        NAMES.with_borrow_mut(Vec::clear);
        let call = RetryPolicy::default().retry_blocking(|| Err("refused")).transient(never);
        call.on_give_up(note).run()
    }
}

async fn in_a_task(retrier: &Retrier) -> Outcome {
    retrier
        .retry_async_closure(async || Err("refused"))
        .no_timeout()
        .no_breaker()
        .transient(never)
        .on_give_up(note)
        .run()
        .await
}

#[test]
fn a_closure_has_the_name_of_the_function_around_it() {
    fn operation() -> Outcome {
        Err("refused")
    }
    let blocking = |operation: &mut dyn FnMut() -> Outcome| {
        RetryPolicy::default().retry_blocking(operation).transient(never).on_give_up(note).run()
    };
    assert_eq!(name_of(|| Pool(vec![1_u8]).closure()), "it::names::Pool::closure");
    assert_eq!(name_of(|| Pool(vec!["a"]).closure()), "it::names::Pool::closure");
    assert_eq!(name_of(|| at_once(in_a_task(&Retrier::default()))), "it::names::in_a_task");
    assert_eq!(name_of(|| at_once(in_a_task(&Retrier::default().with_name("billing")))), "billing");
    let around = "it::names::a_closure_has_the_name_of_the_function_around_it::operation";
    let call = RetryPolicy::default().retry_blocking(operation).transient(never).on_give_up(note);
    assert_eq!(name_of(|| call.run()), around);
    assert_eq!(name_of(|| blocking(&mut || Err("refused"))), "retry");
}

#[test]
fn a_loop_by_hand_has_no_function_of_its_own() {
    let mut call = RetryPolicy::default().start_blocking().transient(never).on_give_up(note);
    let once = || match call.next(Err("refused")) {
        Step::Return(outcome) => outcome,
        Step::Wait { .. } => Ok(()),
    };
    assert_eq!(name_of(once), "retry");
}
