//! The library against servers that answer badly, and the command.

mod broken;
mod command;
mod fetch;
mod server;
