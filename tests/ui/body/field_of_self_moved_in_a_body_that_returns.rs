use retry_core::retry;

struct Job {
    line: String,
}

impl Job {
    #[retry(attempts = 3)]
    async fn run(self) -> std::io::Result<usize> {
        let line = self.line;
        return Ok(line.len());
    }
}

fn main() {}
