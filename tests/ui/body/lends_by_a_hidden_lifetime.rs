//! A type that does not show its lifetime does not show that it borrows.

use retry_core::retry;

struct Name<'a>(&'a str);

struct Client {
    name: String,
}

impl Client {
    #[retry]
    #[allow(mismatched_lifetime_syntaxes)]
    async fn name(&mut self) -> std::io::Result<Name> {
        std::future::ready(std::io::Result::Ok(())).await?;
        Ok(Name(&self.name))
    }
}

fn main() {}
