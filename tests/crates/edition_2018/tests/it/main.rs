//! Edition 2018: the source that is valid in every edition, and what only this edition has.

mod bare_trait_objects;
mod every_edition;
