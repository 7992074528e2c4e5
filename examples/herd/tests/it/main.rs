//! Both models, and the program that draws them.

mod contention;
mod overload;
mod program;
