#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| retry_fuzz::expand_attribute(input));
