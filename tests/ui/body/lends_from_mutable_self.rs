//! A function cannot return a borrow of `&mut self`, because the next attempt would borrow it again.

use retry_core::retry;

struct Cache {
    line: String,
}

impl Cache {
    #[retry(attempts = 3)]
    async fn line(&mut self) -> std::io::Result<&mut String> {
        Ok(&mut self.line)
    }

    #[retry(attempts = 3)]
    async fn line_by_return(&mut self) -> std::io::Result<&mut String> {
        return Ok(&mut self.line);
    }
}

fn main() {}
