use retry_core::retry;

#[trait_variant::make(Send)]
trait Source {
    #[retry(attempts = 3)]
    async fn fetch(&self) -> std::io::Result<u32> {
        Ok(1)
    }
}

fn main() {}
