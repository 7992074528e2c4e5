//! What edition 2018 has in common with the others, and what it has alone.

mod bare_trait_objects;
mod every_edition;
