//! Runs the soak for a few seconds, to check that it works.

use std::time::Duration;

#[tokio::test(flavor = "multi_thread")]
async fn every_count_comes_out_after_five_seconds() {
    let report = soak::run(Duration::from_secs(5)).await.unwrap();
    assert_eq!(report.violations(), Vec::<String>::new(), "{report}");
}
