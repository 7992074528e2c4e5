//! An attempt cannot consume a value that the next attempt needs.

use retry_core::retry;

fn consume(_line: String) {}

#[retry(attempts = 3)]
async fn argument(line: String) -> std::io::Result<()> {
    consume(line);
    Ok(())
}

fn try_to_consume(_line: String) -> std::io::Result<()> {
    Ok(())
}

#[retry(attempts = 3)]
async fn with_question_mark(line: String) -> std::io::Result<()> {
    try_to_consume(line)?;
    Ok(())
}

struct Job {
    line: String,
}

impl Job {
    #[retry(attempts = 3)]
    async fn run(self) -> std::io::Result<usize> {
        let line = self.line;
        Ok(line.len())
    }

    #[retry(attempts = 3)]
    async fn run_and_return(self) -> std::io::Result<usize> {
        let line = self.line;
        return Ok(line.len());
    }
}

fn main() {}
