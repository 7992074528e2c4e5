//! `#[derive(Transient)]` on generic types, and the bounds of the implementation.

use std::fmt::Debug;
use std::io::{self, ErrorKind};
use std::marker::PhantomData;
use std::rc::Rc;
use std::time::Duration;

use retry_core::{Transient, Verdict};

/// An error with a known verdict.
struct Known(Verdict);

impl Transient for Known {
    fn verdict(&self) -> Verdict {
        self.0
    }
}

/// Does not implement `Transient`.
struct Mute;

const BUSY: Known = Known(Verdict::Transient);
const BROKEN: Known = Known(Verdict::Permanent);
const AFTER: Duration = Duration::from_secs(7);

#[test]
fn only_fields_that_are_asked_are_bounded() {
    #[derive(Transient)]
    #[allow(dead_code)]
    enum Error<E, F, Body, const N: usize> {
        #[transient(forward)]
        Own(E),
        #[transient(forward = source)]
        Boxed {
            source: Box<F>,
            body: Body,
        },
        #[transient(forward)]
        Concrete(io::Error),
        #[transient(when = |body, bytes| bytes.len() == N && std::mem::size_of_val(body) == 0)]
        Read(Body, [u8; N]),
        #[transient]
        Busy(Body),
        Silent(PhantomData<Body>),
    }
    type ByMute = Error<Known, Known, Mute, 3>;
    assert_eq!(ByMute::Own(BUSY).verdict(), Verdict::Transient);
    assert_eq!(ByMute::Own(BROKEN).verdict(), Verdict::Permanent);
    assert_eq!(ByMute::Boxed { source: Box::new(BUSY), body: Mute }.verdict(), Verdict::Transient);
    assert_eq!(ByMute::Concrete(ErrorKind::NotFound.into()).verdict(), Verdict::Permanent);
    assert_eq!(ByMute::Read(Mute, [0; 3]).verdict(), Verdict::Transient);
    assert_eq!(ByMute::Busy(Mute).verdict(), Verdict::Transient);
    assert_eq!(ByMute::Silent(PhantomData).verdict(), Verdict::Permanent);
}

trait Service {
    type Error;
}

struct Billing;

impl Service for Billing {
    type Error = Known;
}

#[test]
fn the_bound_is_on_the_field_and_not_on_its_parameter() {
    #[derive(Transient)]
    enum Error<S: Service> {
        #[transient(forward)]
        Projected(S::Error),
        #[transient(forward)]
        Qualified(Box<<S as Service>::Error>),
    }
    // `Billing` itself is not `Transient`.
    assert_eq!(Error::<Billing>::Projected(BUSY).verdict(), Verdict::Transient);
    assert_eq!(Error::<Billing>::Qualified(Box::new(BROKEN)).verdict(), Verdict::Permanent);
}

#[test]
fn where_clauses_defaults_lifetimes_and_constants_are_kept() {
    #[derive(Transient)]
    #[transient(forward = source)]
    struct Context<'a, 'b: 'a, E = io::Error, const N: usize = 2>
    where
        E: Debug + 'a,
    {
        _path: [&'b str; N],
        source: &'a E,
    }
    let source = io::Error::from(ErrorKind::TimedOut);
    let context: Context<'_, '_> = Context { _path: ["a", "b"], source: &source };
    assert_eq!(context.verdict(), Verdict::Transient);
}

#[test]
fn unsized_parameters() {
    #[derive(Transient)]
    enum Shared<E: ?Sized> {
        #[transient(forward)]
        Shared(Rc<E>),
    }

    #[derive(Transient)]
    #[transient(forward = error)]
    struct Tail<E: ?Sized> {
        _length: usize,
        error: E,
    }

    let shared: Shared<dyn Transient> = Shared::Shared(Rc::new(BUSY));
    assert_eq!(shared.verdict(), Verdict::Transient);
    let tail: &Tail<dyn Transient> = &Tail { _length: 1, error: BUSY };
    assert_eq!(tail.verdict(), Verdict::Transient);
}

#[test]
fn trait_objects_in_fields() {
    #[derive(Transient)]
    enum Error {
        #[transient(forward)]
        Dynamic(Box<dyn Transient + Send>),
        #[transient(when = |error| error.downcast_ref::<io::Error>().map_or(Verdict::Permanent, Transient::verdict))]
        Any(Box<dyn std::error::Error + Send + Sync>),
    }

    #[derive(Transient)]
    #[transient(forward = error)]
    struct Tail {
        _length: usize,
        error: dyn Transient + Send,
    }

    #[derive(Transient)]
    #[transient(when = |tail| tail.text.to_string() == "busy")]
    struct Text<T: ?Sized + ToString> {
        text: T,
    }

    fn tail(tail: &Tail) -> Verdict {
        tail.verdict()
    }

    assert_eq!(Error::Dynamic(Box::new(BUSY)).verdict(), Verdict::Transient);
    assert_eq!(Error::Any(io::Error::from(ErrorKind::TimedOut).into()).verdict(), Verdict::Transient);
    assert_eq!(Error::Any("other".into()).verdict(), Verdict::Permanent);
    let text: &Text<dyn ToString> = &Text { text: "busy" };
    assert_eq!(text.verdict(), Verdict::Transient);
    // Safe code cannot make a value of this type. The test is that the derive compiles.
    let _: fn(&Tail) -> Verdict = tail;
}

#[test]
fn recursive_types() {
    #[derive(Transient)]
    enum Chain {
        #[transient(retry_after)]
        End(Duration),
        #[transient(forward)]
        Caused(Box<Self>),
        #[transient(forward)]
        Shared(Rc<Chain>),
    }

    #[derive(Transient)]
    enum Generic<E> {
        #[transient(forward)]
        End(E),
        #[transient(forward)]
        Caused(Box<Self>),
        #[transient(forward)]
        Shared(Rc<Generic<E>>),
    }

    let chain = Chain::Caused(Box::new(Chain::Shared(Rc::new(Chain::End(AFTER)))));
    assert_eq!(chain.verdict(), Verdict::RetryAfter(AFTER));
    let generic = Generic::Caused(Box::new(Generic::Shared(Rc::new(Generic::End(BUSY)))));
    assert_eq!(generic.verdict(), Verdict::Transient);
}

/// A wrapped error of the same name is not the type itself.
#[test]
fn an_error_wraps_another_modules_error_of_the_same_name() {
    mod inner {
        #[derive(retry_core::Transient)]
        #[transient(forward)]
        pub(super) struct Error<E>(pub E);
    }

    #[derive(Transient)]
    enum Error<E> {
        #[transient(forward)]
        Inner(inner::Error<E>),
    }

    assert_eq!(Error::Inner(inner::Error(BUSY)).verdict(), Verdict::Transient);
}

/// Variants whose values cannot exist, with `forward` and without.
#[test]
fn uninhabited_variants() {
    use std::convert::Infallible;

    #[derive(Transient)]
    #[allow(dead_code)]
    enum Error {
        #[transient]
        Busy,
        #[transient(forward)]
        Never(Infallible),
        #[transient]
        Silent(Infallible),
    }

    assert_eq!(Error::Busy.verdict(), Verdict::Transient);
}
