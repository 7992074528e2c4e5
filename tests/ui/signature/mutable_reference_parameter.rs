use retry_core::retry;

#[retry(attempts = 3)]
async fn fill(mut list: &mut Vec<u32>, mut text: &str) -> std::io::Result<usize> {
    text = text.trim();
    list.push(1);
    list = list;
    Ok(list.len() + text.len())
}

fn main() {}
