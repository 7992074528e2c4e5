//! Prints libFuzzer's dictionary for the attribute and the derive: the keys with their examples, and words that the
//! parser knows.

const WORDS: &[&str] = &[
    "#[transient]",
    "#[permanent]",
    "#[transient(retry_after = ",
    "#[transient(forward = ",
    "#[transient(when = ",
    "#[transient(crate = ",
    "unlimited",
    "async fn f(",
    "async move {",
    "Box::pin(",
    "Pin<Box<dyn Future<Output = ",
    "impl Future<Output = ",
    "Result<",
    " -> ",
    "&mut self",
    "mut ",
    "self: ",
    "where ",
    "enum E { ",
    "struct S(",
    "let (",
    "__arg1",
    "__ret",
    "__self",
    "__tracing_attr_span",
    "__tracing_instrument_future",
    "#![",
    "\"1s 500ms\"",
    "1e400",
    "1 s",
];

fn main() {
    let keys = retry_fuzz::keys().flat_map(|(key, example)| [format!("{key} = "), format!("{example}, ")]);
    for word in keys.chain(WORDS.iter().map(|word| (*word).to_owned())) {
        println!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\""));
    }
}
