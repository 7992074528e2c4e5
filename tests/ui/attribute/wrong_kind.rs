//! A value has the kind that its option takes.

use retry_core::retry;

#[retry(context = self)]
async fn context_named_self() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(context = "attempt")]
async fn context_as_string() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(crate = "retry_core")]
async fn crate_as_string() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(name = fetch)]
async fn name_as_path() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(deadline = "soon", timeout = 5, until = true, budget = "BUDGET")]
async fn limits() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(trace_error = "no")]
async fn not_a_bool() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
