#[retry(blocking, backoff = ["10ms", "1s 500ms"])]
fn read(&mut self) -> io::Result<Vec<u8>> {
    self.file.read_to_end()
}
