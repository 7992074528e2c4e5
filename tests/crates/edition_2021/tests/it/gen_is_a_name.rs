//! `gen` is a name in this edition, and a keyword in the edition of the attribute's crate.

use crate::every_edition::support;

mod gen {
    #[derive(Debug, PartialEq)]
    pub struct Reply(pub u32);
}

#[retry_core::retry(transient = |_| true, sleep = |_| std::future::ready(()))]
async fn fetch(gen: u32) -> Result<gen::Reply, String> {
    Ok(gen::Reply(gen))
}

#[test]
fn a_module_of_that_name_in_the_return_type() {
    assert_eq!(support::at_once(fetch(1)), Ok(gen::Reply(1)));
}
