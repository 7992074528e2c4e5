//! The attribute belongs on a function.

use retry_core::retry;

#[retry(attempts = 3)]
const LIMIT: u32 = 3;

#[retry(attempts = 3)]
enum Kind {}

struct Block;

#[retry(attempts = 3)]
impl Block {}

#[retry(attempts = 3)]
pub struct Client;

#[retry(attempts = 3)]
trait Source {}

fn main() {}
