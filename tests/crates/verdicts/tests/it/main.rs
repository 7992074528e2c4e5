//! The verdict on every failure that the tables in `retry-core/src/verdicts/` name.

mod databases;
mod grpc;
mod redis;
