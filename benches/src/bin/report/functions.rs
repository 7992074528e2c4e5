//! Two hundred functions in a crate of their own, once for each candidate: how long they take to check and to build,
//! and how large their code is.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::command::{output, processor_time};
use crate::package::Package;
use crate::styles::style;
use crate::table::{Report, least};
use crate::{BARE, CANDIDATES, Result};

const FUNCTIONS: u16 = 200;
/// The candidates take turns, so that a machine that slows down slows all of them, and the quickest round counts. A
/// check takes two seconds. Other programs disturb it by more than the candidates differ, so there are many rounds.
const CHECKS: u32 = 12;
const BUILDS: u32 = 3;
const BUILD: [&str; 2] = ["build", "--release"];

pub(crate) fn measure(report: &mut Report) -> Result {
    let mut packages = Vec::new();
    let mut code = HashMap::new();
    for name in CANDIDATES {
        eprintln!("   building what the functions of {name} depend on");
        let package = Package::create("functions", name, &source(name)?)?;
        output(package.cargo().arg("check"))?;
        output(package.cargo().args(BUILD))?;
        let program = package.folder().join("target/release/functions");
        // The functions also run: every call ends with its first attempt, which needs no runtime.
        output(&mut Command::new(&program))?;
        code.insert(name, text_section(&program)?);
        packages.push((name, package));
    }
    let (mut check, mut build) = (HashMap::new(), HashMap::new());
    for round in 1..=CHECKS {
        eprintln!("   check {round} of {CHECKS}");
        for (name, package) in &packages {
            package.touch()?;
            least(&mut check, name, processor_time(package.cargo().arg("check"))?);
        }
    }
    for round in 1..=BUILDS {
        eprintln!("   build {round} of {BUILDS}");
        for (name, package) in &packages {
            package.touch()?;
            least(&mut build, name, processor_time(package.cargo().args(BUILD))?);
        }
    }
    let bare = code[BARE];
    for bytes in code.values_mut() {
        *bytes = (*bytes - bare) / f64::from(FUNCTIONS);
    }
    report.row("200 functions: check, processor time, ms", 0, check);
    report.row("200 functions: release build, processor time, ms", 0, build);
    report.row("200 functions: code of one, bytes beyond the bare one's", 0, code);
    Ok(())
}

/// The bytes of machine code in a program, by binutils.
fn text_section(program: &Path) -> Result<f64> {
    let (sections, _) = output(Command::new("size").args(["-A", "-d"]).arg(program))?;
    let line = sections.lines().find(|line| line.starts_with(".text ")).ok_or("there is no section .text")?;
    Ok(line.split_whitespace().nth(1).ok_or("the section has no size")?.parse()?)
}

/// The crate of one candidate.
pub(crate) fn source(candidate: &str) -> Result<String> {
    let style = style(candidate)?;
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("functions/shared.rs");
    let mut source = format!("{}\n{}\n", fs::read_to_string(shared)?, style.prelude);
    let mut calls = String::new();
    for number in 0..FUNCTIONS {
        let Shape { name, method, arguments, output, body, values } = &SHAPES[usize::from(number) % SHAPES.len()];
        // A body that is a single call has no block around it.
        let retried = match body.strip_suffix(".await").filter(|call| !call.contains('\n')) {
            Some(call) => style.body.replace("async { BODY }", call),
            None => style.body.to_owned(),
        };
        let body = retried.replace("BODY", body).replace("OUTPUT", output).replace("NUMBER", &number.to_string());
        let receiver = if *method { "&self" } else { "client: &Client" };
        let function = format!(
            "{}\npub async fn {name}_{number}({receiver}, {arguments}) -> Result<{output}, Failure> {{\n    {body}\n}}\n",
            style.attribute
        );
        if *method {
            write!(source, "\nimpl Client {{\n{function}}}\n")?;
            writeln!(calls, "    drive(client.{name}_{number}({values}));")?;
        } else {
            write!(source, "\n{function}")?;
            writeln!(calls, "    drive({name}_{number}(&client, {values}));")?;
        }
    }
    let client = "let client = Client { name: black_box(\"service\").to_owned() };";
    write!(source, "\nfn main() {{\n    {client}\n{calls}}}\n")?;
    Ok(source)
}

/// One kind of function. In its body NUMBER stands for the function's number.
struct Shape {
    name: &'static str,
    method: bool,
    arguments: &'static str,
    output: &'static str,
    body: &'static str,
    values: &'static str,
}

const SHAPES: [Shape; 8] = [
    Shape {
        name: "fetch",
        method: false,
        arguments: "path: &str",
        output: "String",
        body: "client.get(path).await",
        values: r#""items""#,
    },
    Shape {
        name: "generic",
        method: false,
        arguments: "path: &str",
        output: "u64",
        body: "client.read::<u64>(path).await",
        values: r#""7""#,
    },
    Shape {
        name: "upload",
        method: true,
        arguments: "path: &str, content: &[u8]",
        output: "u64",
        body: "self.post(path, content).await",
        values: r#""items", b"content""#,
    },
    Shape {
        name: "copy",
        method: true,
        arguments: "path: &str",
        output: "u64",
        body: r#"let content = self.get(path).await?;
    self.post("copies/NUMBER", content.as_bytes()).await"#,
        values: r#""items""#,
    },
    Shape {
        name: "convert",
        method: false,
        arguments: "path: &str",
        output: "u32",
        body: "let found = client.get(path).await?;
    let number = found.trim_start_matches(|digit: char| !digit.is_ascii_digit()).parse::<u32>()?;
    Ok::<OUTPUT, Failure>(number + NUMBER)",
        values: r#""items/7""#,
    },
    Shape {
        name: "early",
        method: false,
        arguments: "path: &str, limit: usize",
        output: "Option<String>",
        body: "let found = client.get(path).await?;
    if found.len() > limit + NUMBER {
        return Ok::<OUTPUT, Failure>(None);
    }
    Ok(Some(found))",
        values: r#""items", 7"#,
    },
    Shape {
        name: "owned",
        method: false,
        arguments: "path: String, numbers: Vec<u32>",
        output: "usize",
        body: "let mut sum = NUMBER;
    for number in &numbers {
        sum += client.get(&path).await?.len() + *number as usize;
    }
    Ok::<OUTPUT, Failure>(sum)",
        values: r#""items".to_owned(), vec![1, 2, 3]"#,
    },
    Shape {
        name: "several",
        method: true,
        arguments: "path: &str",
        output: "(String, u64)",
        body: r#"let first = self.get(path).await?;
    let second = self.read::<u64>("NUMBER").await?;
    let third = self.post(path, first.as_bytes()).await?;
    Ok::<OUTPUT, Failure>((first, second + third))"#,
        values: r#""items""#,
    },
];
