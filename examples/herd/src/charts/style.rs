use plotters::prelude::*;
use plotters::style::{FontStyle, register_font as register};

use super::PictureError;
use crate::contention::Strategy;
use crate::overload::Variant;

pub(super) const INK: RGBColor = RGBColor(0x33, 0x33, 0x33);
pub(super) const FAINT_INK: RGBColor = RGBColor(0x77, 0x77, 0x77);
pub(super) const GRID: RGBColor = RGBColor(0xe6, 0xe6, 0xe6);

// The colours of Okabe and Ito, which colour-blind people can tell apart.
const BLUE: RGBColor = RGBColor(0x00, 0x72, 0xb2);
const VERMILION: RGBColor = RGBColor(0xd5, 0x5e, 0x00);
const ORANGE: RGBColor = RGBColor(0xe6, 0x9f, 0x00);
const PURPLE: RGBColor = RGBColor(0xcc, 0x79, 0xa7);
const SKY: RGBColor = RGBColor(0x56, 0xb4, 0xe9);
const GREEN: RGBColor = RGBColor(0x00, 0x9e, 0x73);
const GREY: RGBColor = RGBColor(0x99, 0x99, 0x99);

pub(super) const fn strategy_colour(strategy: Strategy) -> RGBColor {
    match strategy {
        Strategy::NoBackoff => GREY,
        Strategy::NoJitter => VERMILION,
        Strategy::Equal => ORANGE,
        Strategy::Full => BLUE,
        Strategy::Decorrelated => SKY,
    }
}

pub(super) const fn variant_colour(variant: Variant) -> RGBColor {
    match variant {
        Variant::NoRetry | Variant::FullWithBoth => GREY,
        Variant::Fixed | Variant::FullWithBreaker => PURPLE,
        Variant::NoJitter => VERMILION,
        Variant::Equal => ORANGE,
        Variant::Full => BLUE,
        Variant::Decorrelated => SKY,
        Variant::FullWithBudget => GREEN,
    }
}

/// Text of this size and colour.
pub(super) fn text(size: u32, colour: RGBColor) -> TextStyle<'static> {
    (FAMILY, size).into_font().color(&colour)
}

const FAMILY: &str = "sans-serif";

/// Without it the drawing library would have no font at all; once is enough, more often does no harm.
pub(super) fn register_font() -> Result<(), PictureError> {
    register(FAMILY, FontStyle::Normal, dejavu::sans::regular()).map_err(|_| PictureError::new("the font is no font"))
}
