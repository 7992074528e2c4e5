use retry_core::{RetryEvent, retry};

fn log(event: &RetryEvent<'_, std::io::Error>) {
    println!("{event}");
}

#[retry(on_retry = log, on_give_up = log)]
async fn fetch() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {
    let _ = fetch();
}
