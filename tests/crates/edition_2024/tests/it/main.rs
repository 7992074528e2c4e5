//! Edition 2024: the source that is valid in every edition.

#[path = "../../../edition_2018/tests/it/every_edition/mod.rs"]
mod every_edition;
