use retry_core::retry;

struct Cache {
    line: String,
}

impl Cache {
    #[retry(attempts = 3)]
    async fn line(&mut self) -> std::io::Result<&mut String> {
        return Ok(&mut self.line);
    }
}

fn main() {}
