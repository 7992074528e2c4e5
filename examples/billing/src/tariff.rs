//! What a month costs, in exact decimals.

use rust_decimal::{Decimal, RoundingStrategy};

/// The price of a usage in kilowatt-hours, rounded to the cent; `None` where the text is no usage.
///
/// ```
/// use billing::tariff::price;
///
/// // 4.50 + 300 × 0.1875 + 20.5 × 0.2415 is 65.70075.
/// assert_eq!(price("320.500").unwrap().to_string(), "65.70");
/// // 4.50 + 0.08 × 0.1875 is 4.515, and half a cent is rounded up.
/// assert_eq!(price("0.080").unwrap().to_string(), "4.52");
/// assert_eq!(price("12,5"), None);
/// assert_eq!(price("-3.200"), None);
/// ```
#[must_use]
pub fn price(usage: &str) -> Option<Decimal> {
    let (standing_charge, lower_rate, upper_rate) =
        (Decimal::new(4_50, 2), Decimal::new(1_875, 4), Decimal::new(2_415, 4));
    let lower_limit = Decimal::from(300);

    let usage: Decimal = usage.parse().ok()?;
    if usage.is_sign_negative() {
        return None;
    }
    let lower = usage.min(lower_limit);
    let price = standing_charge + lower * lower_rate + (usage - lower) * upper_rate;
    Some(price.round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero))
}
