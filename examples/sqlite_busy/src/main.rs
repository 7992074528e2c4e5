//! Two writers race for one SQLite database, once without the attribute and once with it.
//!
//! Run it with `cargo run -p sqlite_busy`. It fails when a write was lost with the attribute, or none without it.

use std::error::Error;

use sqlite_busy::{ROWS, Report, WRITERS, Writer, race};

fn main() -> Result<(), Box<dyn Error>> {
    let rows = WRITERS * ROWS;
    println!("{WRITERS} writers, {ROWS} rows each, one database, busy_timeout 0\n");
    let without = race(tempfile::tempdir()?.path(), Writer::write)?;
    print("without #[retry]", without);
    let with = race(tempfile::tempdir()?.path(), Writer::write_patiently)?;
    print("with #[retry]", with);

    if without.lost == 0 || without.stored + without.lost != rows {
        return Err("without the attribute some writes should be lost, and the others stored".into());
    }
    if with.lost != 0 || with.stored != rows {
        return Err("with the attribute no write should be lost".into());
    }
    println!("\nall as expected: the attribute has saved {} writes", without.lost);
    Ok(())
}

fn print(how: &str, Report { stored, lost, waits }: Report) {
    println!("{how:<18}{stored:>4} rows stored {lost:>4} lost {waits:>6} waits");
}
