//! Every function of the library makes three attempts.

#[path = "../../edition_2018/tests/support/mod.rs"]
mod support;

use support::at_once;

macro_rules! three_attempts {
    ($module:ident) => {
        #[test]
        fn $module() {
            use no_prelude::$module::*;
            assert_eq!(at_once(bare(&mut 0)), Ok(3));
            assert_eq!(at_once(numbers(&mut 0)), Ok(3));
            assert_eq!(at_once(words(&mut 0)), Ok(3));
            assert_eq!(at_once(function(&mut 0)), Ok(3));
            assert_eq!(at_once(decorrelated(&mut 0)), Ok(3));
            assert_eq!(at_once(policy(&mut 0)), Ok(3));
            assert_eq!(at_once(code(&mut 0)), Ok(3));
            assert_eq!(blocking(&mut 0), Ok(3));
            assert_eq!(blocking_bare(&mut 0), Ok(3));
            assert_eq!(at_once(boxed(&mut 0)), Ok(3));
            assert_eq!(at_once(Client { calls: 0 }.read()), Ok(3));
            assert_eq!(at_once(Source::read(&(), &mut 0)), Ok(3));
        }
    };
}

three_attempts!(without);
three_attempts!(shadowed);
