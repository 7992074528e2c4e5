//! The shop is told to stop in the middle of a hundred orders, and every caller gets an answer.

use draining::{Drained, drain};

#[tokio::test]
async fn no_order_is_lost() {
    let Drained { paid, refused, lost, .. } = drain(100).await.unwrap();
    assert_eq!((paid, refused, lost), (66, 34, 0));
}
