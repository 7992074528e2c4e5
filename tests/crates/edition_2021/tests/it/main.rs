//! Edition 2021: the source that is valid in every edition, and what only this edition has.

#[path = "../../../edition_2018/tests/it/every_edition/mod.rs"]
mod every_edition;
mod gen_is_a_name;
