//! The value of `stop` is no future.

use std::sync::atomic::{AtomicBool, Ordering};

use retry_core::{RetryPolicy, retry};

#[retry(stop = stopping)]
async fn flag(stopping: &AtomicBool) -> std::io::Result<u32> {
    Ok(1)
}

#[retry(stop = stopping.load(Ordering::Relaxed))]
async fn answer(stopping: &AtomicBool) -> std::io::Result<u32> {
    Ok(1)
}

#[retry(blocking, stop = || stopping)]
fn no_answer(stopping: &AtomicBool) -> std::io::Result<u32> {
    Ok(1)
}

async fn closure(stopping: &AtomicBool) -> std::io::Result<u32> {
    RetryPolicy::default().retry(async || Ok(1)).stop(|| stopping.load(Ordering::Relaxed)).await
}

fn main() {}
