//! Serves the page, and `/answer`: of three requests for it the first has its connection closed, the second gets a 503,
//! and the third the answer.
//!
//! `cargo run -p browser --bin serve -- <folder with browser.js> [port]`

use std::io::{self, BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, thread};

const PAGE: &str = r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>An answer, however often it takes</title>
<script type="module">
import start from "/browser.js";
start();
</script>
<main></main>
</html>
"#;

fn main() -> io::Result<()> {
    let mut arguments = env::args().skip(1);
    let Some(folder) = arguments.next() else {
        return Err(io::Error::other("serve <folder with browser.js> [port]"));
    };
    let port = arguments.next().and_then(|port| port.parse().ok()).unwrap_or(0);
    let listener = TcpListener::bind(("127.0.0.1", port))?;
    println!("http://{}", listener.local_addr()?);
    let (folder, requests) = (PathBuf::from(folder), Arc::new(AtomicU32::new(0)));
    for connection in listener.incoming() {
        let (folder, requests) = (folder.clone(), Arc::clone(&requests));
        // A browser also opens connections that it does not use.
        thread::spawn(move || connection.and_then(|connection| serve(connection, &folder, &requests)));
    }
    Ok(())
}

/// Answers one request.
fn serve(mut connection: TcpStream, folder: &Path, requests: &AtomicU32) -> io::Result<()> {
    let mut lines = BufReader::new(connection.try_clone()?).lines();
    let request = lines.next().unwrap_or_else(|| Ok(String::new()))?;
    // The headers end with an empty line.
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let (status, kind, body) = match request.split(' ').nth(1) {
        Some("/") => ("200 OK", "text/html", PAGE.into()),
        Some("/browser.js") => ("200 OK", "text/javascript", fs::read(folder.join("browser.js"))?),
        Some("/browser_bg.wasm") => ("200 OK", "application/wasm", fs::read(folder.join("browser_bg.wasm"))?),
        Some("/answer") => match requests.fetch_add(1, Ordering::Relaxed) % 3 {
            0 => return Ok(()),
            1 => ("503 Service Unavailable", "text/plain", Vec::new()),
            _ => ("200 OK", "text/plain", "the answer is 42".into()),
        },
        _ => ("404 Not Found", "text/plain", Vec::new()),
    };
    let length = body.len();
    write!(connection, "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n")?;
    connection.write_all(b"connection: close\r\n\r\n")?;
    connection.write_all(&body)
}
