#[retry(blocking)]
fn read(path: &Path) -> io::Result<u32> {
    Ok(fs::read(path)?.len())
}
