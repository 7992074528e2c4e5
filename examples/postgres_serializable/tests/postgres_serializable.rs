//! What the program claims, and each kind of conflict made on purpose.

use std::env;

use postgres_serializable::{BALANCE, Bank, Conflicts, TELLERS, TRANSFERS, Teller, TransferError, run};
use retry_core::testing::{End, Scope};
use retry_core::{GiveUpReason, retry};
use tokio::sync::Barrier;
use tokio_postgres::Client;

async fn open() -> Bank {
    Bank::open(&env::var("DATABASE_URL").expect("DATABASE_URL is set")).await.unwrap()
}

async fn balances(client: &Client) -> Vec<i64> {
    let rows = client.query("SELECT balance FROM accounts ORDER BY id", &[]).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

#[tokio::test]
#[ignore = "needs DATABASE_URL: run examples/postgres_serializable/with-postgres cargo test -p postgres_serializable -- --include-ignored"]
async fn every_transfer_is_made_and_the_sum_never_changes() {
    let bank = open().await;
    let report = run(&bank).await.unwrap();
    assert_eq!(report.wrong_sums, 0, "{report:?}");
    assert_eq!(report.made + report.refused, TELLERS * TRANSFERS, "{report:?}");
    assert!(report.made > 0, "{report:?}");
    assert!(report.conflicts.serialization > 0, "{report:?}");
    assert!(report.audits > 1, "{report:?}");
    bank.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs DATABASE_URL: run examples/postgres_serializable/with-postgres cargo test -p postgres_serializable -- --include-ignored"]
async fn what_is_refused_is_not_tried_again() {
    let bank = open().await;
    let mut teller = Teller::new(bank.connect().await.unwrap());
    let scope = Scope::new();
    let error = scope.run(teller.transfer(0, 1, BALANCE + 1)).await.unwrap_err();
    assert!(matches!(error, TransferError::Insufficient), "{error:?}");
    let trace = scope.trace();
    assert_eq!((trace.calls()[0].attempts(), trace.calls()[0].end()), (1, Some(End::GaveUp(GiveUpReason::Permanent))));

    // The connection can be used again, and nothing was moved.
    teller.transfer(0, 1, BALANCE).await.unwrap();
    assert_eq!(teller.conflicts(), Conflicts::default());
    assert_eq!(balances(&bank.connect().await.unwrap()).await[..2], [0, 2 * BALANCE]);
    bank.close().await.unwrap();
}

/// The account is changed and locked by somebody else, who commits when the transfer has read it and waits.
#[tokio::test]
#[ignore = "needs DATABASE_URL: run examples/postgres_serializable/with-postgres cargo test -p postgres_serializable -- --include-ignored"]
async fn a_serialization_failure_is_tried_again_with_what_is_true_by_then() {
    let bank = open().await;
    let (mut other, observer) = (bank.connect().await.unwrap(), bank.connect().await.unwrap());
    let mut teller = Teller::new(bank.connect().await.unwrap());

    let transaction = other.transaction().await.unwrap();
    transaction.execute("UPDATE accounts SET balance = balance + 7 WHERE id = 0", &[]).await.unwrap();
    let commits = async {
        let waiting = "SELECT 1 FROM pg_stat_activity WHERE $1::integer = ANY(pg_blocking_pids(pid))";
        let blocker: i32 = transaction.query_one("SELECT pg_backend_pid()", &[]).await.unwrap().get(0);
        while observer.query(waiting, &[&blocker]).await.unwrap().is_empty() {}
        transaction.commit().await.unwrap();
    };
    let (outcome, ()) = tokio::join!(teller.transfer(0, 1, 50), commits);
    outcome.unwrap();
    assert_eq!(teller.conflicts(), Conflicts { serialization: 1, deadlock: 0 });
    assert_eq!(balances(&observer).await[..2], [BALANCE + 7 - 50, BALANCE + 50]);
    bank.close().await.unwrap();
}

/// Adds one to two accounts. In their first attempt all who do so have changed an account when they meet.
#[retry(base = "1ms", attempts = 10, context = attempt)]
async fn add_to_both(client: &mut Client, accounts: [i32; 2], meet: &Barrier) -> Result<u32, TransferError> {
    let add = "UPDATE accounts SET balance = balance + 1 WHERE id = $1";
    let transaction = client.transaction().await?;
    transaction.execute(add, &[&accounts[0]]).await?;
    if attempt.number == 1 {
        meet.wait().await;
    }
    transaction.execute(add, &[&accounts[1]]).await?;
    transaction.commit().await?;
    Ok(attempt.number)
}

#[tokio::test]
#[ignore = "needs DATABASE_URL: run examples/postgres_serializable/with-postgres cargo test -p postgres_serializable -- --include-ignored"]
async fn a_deadlock_is_tried_again_by_the_one_who_was_picked() {
    let bank = open().await;
    let (mut one, mut other) = (bank.connect().await.unwrap(), bank.connect().await.unwrap());
    let meet = Barrier::new(2);
    let (first, second) = tokio::join!(add_to_both(&mut one, [0, 1], &meet), add_to_both(&mut other, [1, 0], &meet));
    let mut attempts = [first.unwrap(), second.unwrap()];
    attempts.sort_unstable();
    assert_eq!(attempts, [1, 2]);
    assert_eq!(balances(&one).await[..2], [BALANCE + 2, BALANCE + 2]);
    bank.close().await.unwrap();
}
