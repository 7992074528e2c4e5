//! What edition 2021 has in common with the others, and what it has alone.

#[path = "../../../edition_2018/tests/it/every_edition/mod.rs"]
mod every_edition;
mod gen_is_a_name;
