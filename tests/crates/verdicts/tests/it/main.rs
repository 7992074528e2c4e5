//! Each row of each table in the documentation. The real crate fails in the real way, and its error has the verdict of
//! the row.

mod databases;
mod grpc;
mod hyper;
mod hyper_util;
mod redis;
mod reqwest;
mod sockets;
mod status_error;
mod tower;
