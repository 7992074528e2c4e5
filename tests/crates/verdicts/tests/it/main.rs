//! Each row of each table in the documentation: the real crate fails for real, and the verdict is what the row says.

mod databases;
mod grpc;
mod hyper;
mod hyper_util;
mod redis;
mod reqwest;
mod sockets;
mod status_error;
