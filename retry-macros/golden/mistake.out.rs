async fn fetch(path: &str) -> Result<String, Error> {
    get(path).await
}
::core::compile_error! {
    "unknown option `atempts`: did you mean `attempts`?"
}
::core::compile_error! {
    "\"fast\" is not a duration: a number has to come before each unit; write a number and a unit, as in `base = \"500ms\"` or `base = \"1s 500ms\"` (ns, us, ms, s, min, h)"
}
