//! Concurrent transfers under SERIALIZABLE, in the database at `DATABASE_URL`.
//!
//! Run it with `examples/postgres_serializable/with-postgres cargo run -p postgres_serializable`. It fails when the sum
//! of all accounts was ever another, when a transfer was not made, or when nothing had to be tried again.

use std::env;
use std::error::Error;

use postgres_serializable::{ACCOUNTS, Bank, Report, TELLERS, TRANSFERS, run};

const USAGE: &str = "DATABASE_URL is not set: run it below examples/postgres_serializable/with-postgres";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let bank = Bank::open(&env::var("DATABASE_URL").map_err(|_| USAGE)?).await?;
    let outcome = run(&bank).await;
    bank.close().await?;
    let Report { made, refused, conflicts, audits, wrong_sums } = outcome?;

    println!("{TELLERS} tellers, {TRANSFERS} transfers each, {ACCOUNTS} accounts, SERIALIZABLE\n");
    println!("{made:>6} transfers made");
    println!("{refused:>6} refused: not enough in the account, not tried again");
    println!("{:>6} attempts tried again after a serialization failure (40001)", conflicts.serialization);
    println!("{:>6} attempts tried again after a deadlock (40P01)", conflicts.deadlock);
    println!("{audits:>6} looks at the sum of all accounts, {wrong_sums} of them at a wrong one");

    if wrong_sums > 0 {
        return Err("the sum of all accounts should never change".into());
    }
    if made + refused != TELLERS * TRANSFERS || conflicts.total() == 0 {
        return Err("every transfer should be made or refused, and some only at another attempt".into());
    }
    println!("\nall as expected");
    Ok(())
}
