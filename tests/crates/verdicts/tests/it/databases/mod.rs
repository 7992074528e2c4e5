//! The verdicts on errors of databases. Each error comes from a database that fails in this way.

mod mysql;
mod postgres;
mod sqlite;
