//! A trait without `dyn` is a type in this edition, but not in the edition of the attribute's crate.
#![allow(bare_trait_objects)]

#[retry_core::retry(transient = |_| true)]
async fn fetch() -> Result<u32, Box<std::error::Error + Send + Sync>> {
    Err("no".into())
}

#[retry_core::retry(blocking, transient = |_| false)]
fn read() -> Result<u32, Box<std::error::Error + Send + Sync>> {
    Ok(3)
}

#[test]
fn in_the_return_type() {
    drop(fetch());
    assert_eq!(read().unwrap(), 3);
}
