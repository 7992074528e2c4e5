//! Makes the JavaScript around a WebAssembly module: `bindgen <module.wasm> <folder> <nodejs|web>`.

use std::env;
use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [module, folder, target] = arguments.as_slice() else {
        return Err("bindgen <module.wasm> <folder> <nodejs|web>".into());
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).typescript(false).omit_default_module_path(false);
    match target.as_str() {
        "nodejs" => bindgen.nodejs(true)?,
        "web" => bindgen.web(true)?,
        other => return Err(format!("the target is `nodejs` or `web`, not `{other}`").into()),
    };
    Ok(bindgen.generate(folder)?)
}
