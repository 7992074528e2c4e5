//! Names from the prelude and from crates, which mean something else here.
#![allow(
    clippy::wrong_self_convention,
    dead_code,
    non_camel_case_types,
    non_upper_case_globals,
    unused_imports,
    unused_macros
)]

pub(crate) mod core {}
pub(crate) mod std {}
pub(crate) mod alloc {}
pub(crate) mod tokio {}
pub(crate) mod retry_core {}
pub(crate) mod __private {}

pub(crate) struct Result;
pub(crate) struct Option;
pub(crate) struct Box;
pub(crate) struct Duration;
pub(crate) struct String;
pub(crate) struct Pin;
pub(crate) struct RetryPolicy;
pub(crate) struct Backoff;
pub(crate) struct Jitter;
pub(crate) struct Call;
pub(crate) struct Step;
pub(crate) struct Send;
pub(crate) struct u32;
pub(crate) struct u64;
pub(crate) struct f64;
pub(crate) struct bool;
pub(crate) struct str;

// In a pattern, each of these names is a constant and not a variable.
pub(crate) const Ok: Result = Result;
pub(crate) const Err: Result = Result;
pub(crate) const Some: Option = Option;
pub(crate) const None: Option = Option;
pub(crate) const outcome: Option = Option;
pub(crate) const delay: Option = Option;
pub(crate) const error: Option = Option;
pub(crate) const call: Option = Option;

pub(crate) trait Future {}
pub(crate) trait From {}
pub(crate) trait Into {}
pub(crate) trait Outcome {}
pub(crate) trait Sleep {}
pub(crate) trait Transient {}

pub(crate) fn drop() {}
pub(crate) fn step() {}
pub(crate) fn policy() {}
pub(crate) fn pause() {}
pub(crate) fn never() {}

/// Methods of every type, three of each name, so that a method call with a dot is always ambiguous.
macro_rules! methods_of_every_type {
    ($($name:ident)*) => {
        pub(crate) trait ByValue: ::core::marker::Sized {
            $(fn $name(self) {})*
        }
        impl<T> ByValue for T {}

        pub(crate) trait ByReference {
            $(fn $name(&self) {})*
        }
        impl<T: ?::core::marker::Sized> ByReference for T {}

        pub(crate) trait ByUniqueReference {
            $(fn $name(&mut self) {})*
        }
        impl<T: ?::core::marker::Sized> ByUniqueReference for T {}
    };
}

methods_of_every_type! {
    as_mut as_ref as_result attempt attempts await_ backoff base begin block block_with borrow budget build build_const
    builder call cap clone deadline deposit deref drop elapsed end factor failed forward generator has_deadline held hold
    hours id in_time into into_future is_transient jitter judge judge_in_time like limit limited name never next now
    on_give_up on_retry pause pin poll policy release retry retry_after retry_after_cap rng run settings sleep spend start
    step take timed timed_out timeout transient typed unlimited_attempts unobserved unwrap until value verdict wait
    wait_with when with_rng
}

macro_rules! hostile {
    ($($anything:tt)*) => {
        ::core::compile_error!("this macro is not meant")
    };
}

pub(crate) use hostile as assert;
pub(crate) use hostile as concat;
pub(crate) use hostile as format;
pub(crate) use hostile as matches;
pub(crate) use hostile as module_path;
pub(crate) use hostile as panic;
pub(crate) use hostile as stringify;
pub(crate) use hostile as unreachable;
pub(crate) use hostile as vec;
