//! What edition 2024 has in common with the others.

#[path = "../../../edition_2018/tests/it/every_edition/mod.rs"]
mod every_edition;
