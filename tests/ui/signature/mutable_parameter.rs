//! A `mut` parameter is refused: the next attempt would see what a failed one has changed.

use async_trait::async_trait;
use retry_core::retry;

#[retry(attempts = 3)]
async fn by_value(mut lines: Vec<String>) -> std::io::Result<usize> {
    lines.push(String::new());
    Ok(lines.len())
}

#[retry(attempts = 3)]
async fn in_a_pattern((mut lines, _): (Vec<String>, u32)) -> std::io::Result<usize> {
    lines.push(String::new());
    Ok(lines.len())
}

#[retry(attempts = 3)]
async fn references(mut list: &mut Vec<u32>, mut text: &str) -> std::io::Result<usize> {
    text = text.trim();
    list.push(1);
    list = list;
    Ok(list.len() + text.len())
}

#[derive(Clone)]
struct Client(u32);

impl Client {
    #[retry(attempts = 3)]
    async fn fetch(mut self) -> std::io::Result<u32> {
        self.0 += 1;
        Ok(self.0)
    }
}

struct Sender;

#[async_trait]
trait Erased {
    async fn send(&self, lines: Vec<String>) -> std::io::Result<usize>;
}

#[async_trait]
impl Erased for Sender {
    #[retry(attempts = 3)]
    async fn send(&self, mut lines: Vec<String>) -> std::io::Result<usize> {
        lines.push(String::new());
        Ok(lines.len())
    }
}

fn main() {}
