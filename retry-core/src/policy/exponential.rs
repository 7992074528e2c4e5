//! `base × factor^exponent`, exact for whole factors and never decreasing for any factor.
//!
//! `f64::powi` guarantees neither. Its precision is unspecified and differs between platforms: with a factor just above
//! 1 a later ceiling could be below an earlier one, and a seed could give other delays on another machine.
//!
//! This module multiplies by repeated squaring with a mantissa of 128 bits. A `u32` exponent takes 32 squarings, and
//! each of them doubles the relative error. The error stays below 2⁻⁹⁴, while neighbouring powers of a factor above 1
//! differ by at least 2⁻⁵², the step of an `f64`.

/// The longest `Duration` has fewer than 2⁹⁵ nanoseconds.
const BITS_OF_LONGEST_DURATION: i64 = 95;

/// The sum of `u32::MAX` of the longest durations has fewer bits, in nanoseconds.
const BITS_OF_LONGEST_SUM: i64 = 127;

/// `base × factor^exponent`, to the nearest nanosecond; `u128::MAX` if the product is longer than every `Duration`.
///
/// `factor` is finite and at least 1. Any exponent takes at most 64 multiplications.
pub(super) fn exponential(base_nanos: u128, factor: f64, exponent: u32) -> u128 {
    if base_nanos == 0 {
        return 0;
    }
    let mut result = Float::from_integer(base_nanos);
    let mut square = Float::from_factor(factor);
    let mut remaining = exponent;
    while remaining > 0 {
        if remaining & 1 == 1 {
            result = result.times(square);
            if result.bits() > BITS_OF_LONGEST_DURATION {
                return u128::MAX;
            }
        }
        remaining >>= 1;
        square = square.times(square);
    }
    result.round()
}

/// `base × (1 + factor + factor² + …)` in nanoseconds, with `count` unrounded terms; saturates at [`u128::MAX`].
///
/// The sum of the first `2n` terms is `sum of n terms × (1 + factor^n)`, so each bit of `count` takes a few operations.
pub(super) fn exponential_sum(base_nanos: u128, factor: f64, count: u32) -> u128 {
    let (one, factor) = (Float::from_integer(1), Float::from_factor(factor));
    let Some(bits) = count.checked_ilog2().filter(|_| base_nanos > 0) else { return 0 };
    // With n for the bits of `count` that were read: the sum of the first n terms, and `factor^n`.
    let (mut sum, mut power) = (one, factor);
    for bit in (0..bits).rev() {
        sum = sum.plus(sum.times(power));
        power = power.times(power);
        if count >> bit & 1 == 1 {
            sum = sum.times(factor).plus(one);
            power = power.times(factor);
        }
        if sum.bits() > BITS_OF_LONGEST_SUM {
            return u128::MAX;
        }
    }
    let sum = Float::from_integer(base_nanos).times(sum);
    if sum.bits() > BITS_OF_LONGEST_SUM { u128::MAX } else { sum.round() }
}

/// `mantissa × 2^exponent`, with the top bit of the mantissa set.
#[derive(Clone, Copy)]
struct Float {
    mantissa: u128,
    exponent: i64,
}

impl Float {
    fn from_integer(value: u128) -> Self {
        let shift = value.leading_zeros();
        Self { mantissa: value << shift, exponent: -i64::from(shift) }
    }

    /// A finite `f64` of at least 1. Such a number is never subnormal: its bits are 52 bits of fraction below an
    /// implied 1, and an exponent with a bias of 1023.
    fn from_factor(factor: f64) -> Self {
        let bits = factor.to_bits();
        let fraction = bits & ((1 << 52) - 1);
        let biased_exponent = i64::from((bits >> 52) as u16 & 0x7ff);
        let integer = Self::from_integer(u128::from(fraction | (1 << 52)));
        Self { exponent: integer.exponent + biased_exponent - 1023 - 52, ..integer }
    }

    /// The product, rounded down to 128 bits.
    fn times(self, other: Self) -> Self {
        let (high, low) = widening_mul(self.mantissa, other.mantissa);
        let exponent = self.exponent + other.exponent + 128;
        // The product of two mantissas of at least 2^127 is at least 2^254, so at most one bit has to be shifted in.
        if high >> 127 == 1 {
            Self { mantissa: high, exponent }
        } else {
            Self { mantissa: high << 1 | low >> 127, exponent: exponent - 1 }
        }
    }

    /// The sum, rounded down to 128 bits.
    fn plus(self, other: Self) -> Self {
        let (large, small) = if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        let shift = u32::try_from(large.exponent - small.exponent).unwrap_or(u32::MAX);
        let (mantissa, carry) = large.mantissa.overflowing_add(small.mantissa.checked_shr(shift).unwrap_or(0));
        if carry {
            Self { mantissa: mantissa >> 1 | 1 << 127, exponent: large.exponent + 1 }
        } else {
            Self { mantissa, exponent: large.exponent }
        }
    }

    /// The number of bits of the integer part.
    fn bits(self) -> i64 {
        128 + self.exponent
    }

    /// The nearest integer. The value is at least 1 and below 2¹²⁷, so the shift is within 1..=127.
    fn round(self) -> u128 {
        let shift = -self.exponent;
        (self.mantissa >> shift) + (self.mantissa >> (shift - 1) & 1)
    }
}

/// The product of two 128-bit numbers as its high and its low half.
fn widening_mul(a: u128, b: u128) -> (u128, u128) {
    const LOW_HALF: u128 = u64::MAX as u128;
    let (a_high, a_low) = (a >> 64, a & LOW_HALF);
    let (b_high, b_low) = (b >> 64, b & LOW_HALF);
    let low = a_low * b_low;
    let first_cross = a_high * b_low + (low >> 64);
    let second_cross = a_low * b_high + (first_cross & LOW_HALF);
    let high = a_high * b_high + (first_cross >> 64) + (second_cross >> 64);
    (high, second_cross << 64 | low & LOW_HALF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_factors_are_exact() {
        for factor in 1..=9_u32 {
            for exponent in 0..=28 {
                let expected = 7 * u128::from(factor).pow(exponent);
                assert_eq!(exponential(7, f64::from(factor), exponent), expected);
            }
        }
    }

    #[test]
    fn decimal_factors_round_to_the_nanosecond_a_person_expects() {
        assert_eq!(exponential(1_000_000_000, 1.7, 1), 1_700_000_000);
        assert_eq!(exponential(1_000_000_000, 1.1, 3), 1_331_000_000);
        assert_eq!(exponential(500_000_000, 1.5, 4), 2_531_250_000);
    }

    #[test]
    fn the_smallest_growth_never_goes_backwards() {
        let factor = 1.0 + f64::EPSILON;
        let long = 1 << 60;
        let mut previous = 0;
        for exponent in (0..5_000).chain(u32::MAX - 5_000..=u32::MAX) {
            let current = exponential(long, factor, exponent);
            assert!(current >= previous, "exponent {exponent}: {current} < {previous}");
            previous = current;
        }
        // 2^60 × (1 + 2^-52)^(2^32 − 1), from its series: 2^60 + 2^8 (2^32 − 1) + (2^32 − 1)(2^32 − 2)/2 × 2^-44.
        assert_eq!(exponential(long, factor, u32::MAX), (1 << 60) + 256 * u128::from(u32::MAX) + (1 << 19));
    }

    #[test]
    fn a_sum_is_that_of_its_summands() {
        for (factor, base) in [(1.0, 7_u128), (2.0, 500_000_000), (1.5, 1 << 60), (10.0, 1), (1.001, 3_600_000_000_000)]
        {
            let mut expected = 0;
            for count in 0..=28 {
                let sum = exponential_sum(base, factor, count);
                assert!(sum.abs_diff(expected) <= u128::from(count), "{base} × {factor}, {count} times: {sum}");
                expected += exponential(base, factor, count);
            }
        }
        // With factor 1 the sum is `count × base`. With factor 1 + ε it is larger by about `ε × base × count² / 2`.
        assert_eq!(exponential_sum(1 << 60, 1.0, u32::MAX), u128::from(u32::MAX) << 60);
        let half = u128::from(u32::MAX) * u128::from(u32::MAX - 1) / 2;
        let grown = exponential_sum(1 << 60, 1.0 + f64::EPSILON, u32::MAX) - (u128::from(u32::MAX) << 60);
        assert!(grown.abs_diff(half << 8) < half >> 10, "{grown}");
        assert_eq!(exponential_sum(0, 2.0, 9), 0);
        for (factor, count) in [(2.0, 128), (2.0, u32::MAX), (f64::MAX, 2), (f64::MAX, u32::MAX)] {
            assert_eq!(exponential_sum(1, factor, count), u128::MAX);
        }
    }

    #[test]
    fn what_no_duration_can_hold_saturates() {
        for (factor, exponent) in [(2.0, 1025), (2.0, u32::MAX), (f64::MAX, 1), (f64::MAX, u32::MAX)] {
            assert_eq!(exponential(1, factor, exponent), u128::MAX);
        }
        assert_eq!(exponential(0, f64::MAX, u32::MAX), 0);
    }

    #[test]
    fn a_product_has_256_bits_and_a_float_keeps_the_128_highest() {
        assert_eq!(widening_mul(u128::MAX, 3), (2, u128::MAX - 2));
        assert_eq!(widening_mul(u128::MAX, u128::MAX), (u128::MAX - 1, 1));
        assert_eq!(widening_mul((1 << 64) + 1, (1 << 64) + 2), (1, (3 << 64) + 2));
        // (2^127 + 1) × (2^127 + 2^126) = 2^254 + 2^253 + 2^127 + 2^126: the 128th bit of it is that of 2^127.
        let float = |mantissa| Float { mantissa, exponent: -127 };
        let product = float((1 << 127) + 1).times(float((1 << 127) + (1 << 126)));
        assert_eq!((product.mantissa, product.exponent), ((1 << 127) + (1 << 126) + 1, -127));
    }
}
