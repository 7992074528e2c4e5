//! If a function has no warnings without the attribute, it has none with it. This crate denies every lint that could
//! report one.
//!
//! A build checks the lints of rustc, `cargo clippy` those of clippy, and `cargo doc` those of rustdoc. Nothing here
//! runs. The crate allows only lints that the bare function would also need to allow.
// Every group of rustc's.
#![deny(
    warnings,
    deprecated_safe,
    future_incompatible,
    keyword_idents,
    let_underscore,
    nonstandard_style,
    refining_impl_trait,
    rust_2018_compatibility,
    rust_2018_idioms,
    rust_2021_compatibility,
    rust_2024_compatibility,
    unknown_or_malformed_diagnostic_attributes,
    unused
)]
// The lints of rustc that are off by default and in no group.
#![deny(
    ambiguous_negative_literals,
    closure_returning_async_block,
    deprecated_in_future,
    deref_into_dyn_supertrait,
    explicit_outlives_requirements,
    ffi_unwind_calls,
    impl_trait_redundant_captures,
    let_underscore_drop,
    macro_use_extern_crate,
    meta_variable_misuse,
    missing_copy_implementations,
    missing_debug_implementations,
    missing_docs,
    non_ascii_idents,
    redundant_imports,
    redundant_lifetimes,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unit_bindings,
    unnameable_types,
    unreachable_pub,
    unsafe_code,
    unsafe_op_in_unsafe_fn,
    unstable_features,
    unused_import_braces,
    unused_lifetimes,
    unused_qualifications,
    unused_results,
    variant_size_differences
)]
// In a test build those of the tests count too.
#![cfg_attr(not(test), deny(unused_crate_dependencies))]
#![deny(clippy::all, clippy::nursery, clippy::pedantic)]
#![deny(rustdoc::all)]

mod error;

pub mod derived;
pub mod documented;
pub mod options;
pub mod shapes;
pub mod traits;

pub use error::Failure;
