//! The functions that node runs. The default features are on, as in a program in which another crate switches them on.

#![cfg(all(target_family = "wasm", target_os = "unknown"))]

use std::panic;

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::throw_str;

/// Prints the message of a panic, which otherwise is only "unreachable".
#[wasm_bindgen(start)]
pub fn start() {
    panic::set_hook(Box::new(|info| throw_str(&info.to_string())));
}

#[wasm_bindgen]
pub async fn scenarios_in_a_scope() {
    table::scenarios::in_a_scope().await;
}

#[wasm_bindgen]
pub async fn scenarios_in_real_time() {
    table::scenarios::in_real_time().await;
}

#[wasm_bindgen]
pub async fn timeouts_in_a_scope() {
    table::timeouts::in_a_scope().await;
}

#[wasm_bindgen]
pub async fn timeouts_in_real_time() {
    table::timeouts::in_real_time().await;
}

#[wasm_bindgen]
pub fn it_is_told_which_runtime_that_is() {
    assert_eq!(retry_core::runtime_name(), Some("wasm"));
}

/// The delays of a call, as text.
#[wasm_bindgen]
pub fn delays() -> String {
    table::jitter::delays().iter().map(u128::to_string).collect::<Vec<_>>().join(" ")
}
