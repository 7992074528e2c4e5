//! Each row of each table in the documentation: the real crate fails for real, and the verdict is what the row says.

mod hyper;
mod reqwest;
mod sockets;
mod status_error;
