#[retry(
    blocking,
    with = self.retries,
    policy = POLICY,
    budget = None,
    breaker = PAYMENTS,
    stop = || self.is_stopping(),
    nested = "once",
    sleep = std::thread::sleep
)]
fn read(&mut self) -> io::Result<u32> {
    let line = self.file.read_line()?;
    Ok(line.len())
}
