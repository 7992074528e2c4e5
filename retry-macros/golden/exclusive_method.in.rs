#[retry()]
async fn read(&mut self, (left, right): (&mut Cell<u32>, u32), unused: &mut u32) -> io::Result<u32> {
    let read = self.store.read().await?;
    Ok(read + left.get() + right)
}
