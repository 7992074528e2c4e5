//! The verdicts on errors of databases, each from a database that fails like this.

mod mysql;
mod postgres;
mod sqlite;
