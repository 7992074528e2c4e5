//! The Rust blocks of README.md and of the pages in `docs/`, run as doctests.

macro_rules! pages {
    ($($name:ident: $path:literal,)*) => {$(
        #[cfg(doctest)]
        #[doc = include_str!(concat!("../../../../", $path))]
        struct $name;
    )*};
}

pages! {
    Readme: "README.md",
    ComingFrom: "docs/coming-from.md",
    Anyhow: "docs/cookbook/anyhow.md",
    Batches: "docs/cookbook/batches.md",
    Budgets: "docs/cookbook/budgets.md",
    ChoosingNumbers: "docs/cookbook/choosing-numbers.md",
    Closures: "docs/cookbook/closures.md",
    Dashboards: "docs/cookbook/dashboards-and-alerts.md",
    DeadLetters: "docs/cookbook/dead-letters.md",
    IdempotencyKeys: "docs/cookbook/idempotency-keys.md",
    Nested: "docs/cookbook/nested.md",
    NoStd: "docs/cookbook/no-std.md",
    Polling: "docs/cookbook/polling.md",
    RefreshingAToken: "docs/cookbook/refreshing-a-token.md",
    Shutdown: "docs/cookbook/shutdown.md",
    Testing: "docs/cookbook/testing.md",
}
