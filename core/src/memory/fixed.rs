//! Logarithms and the logistic function in whole numbers, so that every platform gives the same
//! bytes. Libraries of mathematics differ in their last digits, and a last digit can decide which
//! of two lines is quoted.

/// One, as a fixed-point number.
pub(super) const ONE: i64 = 1 << 16;

/// ln 2, in 1 / 2^30.
const LN_2: i64 = 744_261_118;
/// e^(-1/64), in 1 / 2^62.
const STEP: u128 = 4_540_188_453_729_421_604;
/// Steps of the table of exponentials for one.
const STEPS: i64 = 64;
/// Where the table of exponentials ends: beyond 16 the logistic function is 0 or 1 for our purpose.
const LAST: usize = 1_024;

/// log2 of 1 + index / 256, in 1 / 2^24.
const LOG_2: [i64; 257] = {
    let mut table = [0; 257];
    let mut index = 0;
    while index < 256 {
        // By squaring: each square above 2 gives a bit. `part` is in 1 / 2^31.
        let mut part: u64 = (256 + index as u64) << 23;
        let mut bits = 0;
        let mut bit = 0;
        while bit < 24 {
            part = (part * part) >> 31;
            bits <<= 1;
            if part >= 1 << 32 {
                bits |= 1;
                part >>= 1;
            }
            bit += 1;
        }
        table[index] = bits;
        index += 1;
    }
    table[256] = 1 << 24;
    table
};

/// e^(-index / 64), in 1 / 2^30.
const EXP: [i64; LAST + 1] = {
    let mut table = [0; LAST + 1];
    let mut power: u128 = 1 << 62;
    let mut index = 0;
    while index <= LAST {
        table[index] = (power >> 32) as i64;
        power = (power * STEP) >> 62;
        index += 1;
    }
    table
};

/// ln(1 + `value`), both as fixed-point numbers. Negative values count as 0.
pub(super) fn ln_1p(value: i64) -> i64 {
    let whole = (value.clamp(0, i64::MAX - ONE) + ONE) as u64;
    let power = 63 - whole.leading_zeros();
    // The part behind the leading bit, in 1 / 2^31.
    let part = ((whole << (63 - power)) >> 32) as i64 & 0x7fff_ffff;
    let (index, rest) = ((part >> 23) as usize, part & 0x7f_ffff);
    let log = LOG_2[index] + (((LOG_2[index + 1] - LOG_2[index]) * rest) >> 23);
    let log = (i64::from(power) - 16) * (1 << 24) + log;
    // From 1 / 2^24 to 1 / 2^16, in an order that cannot overflow.
    (log * (LN_2 >> 6)) >> 32
}

/// ln(1 + `count`) of a whole number.
pub(super) fn ln_1p_of(count: u64) -> i64 {
    ln_1p((count.min(1 << 40) as i64) << 16)
}

/// 1 / (1 + e^-z), in 1 / 2^30; `z` is a fixed-point number.
pub(super) fn logistic(z: i64) -> u64 {
    let size = z.unsigned_abs().min((LAST as u64) << 10) as i64;
    let scaled = size * STEPS;
    let (index, rest) = ((scaled >> 16) as usize, scaled & 0xffff);
    let power = match EXP.get(index + 1) {
        Some(next) => EXP[index] + (((next - EXP[index]) * rest) >> 16),
        None => EXP[LAST],
    };
    let small = ((power << 30) / ((1 << 30) + power)) as u64;
    if z < 0 {
        small
    } else {
        (1 << 30) - small
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right_to_four_digits() {
        for value in [0.0, 0.001, 0.5, 1.0, 2.0, 7.25, 100.0, 12_345.6, 1e9] {
            let found = ln_1p((value * 65_536.0) as i64) as f64 / 65_536.0;
            assert!((found - f64::ln_1p(value)).abs() < 1e-4, "{value}: {found}");
        }
        assert_eq!((ln_1p(-5), ln_1p_of(0)), (0, 0));
        assert!(ln_1p(i64::MAX) > ln_1p(1 << 40));
    }

    #[test]
    fn the_logistic_is_right_to_six_digits_and_never_falls() {
        let mut before = 0;
        for step in -2_000..2_000 {
            let z = f64::from(step) / 100.0;
            let found = logistic((z * 65_536.0) as i64);
            assert!(
                (found as f64 / 1_073_741_824.0 - 1.0 / (1.0 + f64::exp(-z))).abs() < 4e-5,
                "{z}: {found}"
            );
            assert!(found >= before);
            before = found;
        }
        assert_eq!(
            (logistic(i64::MIN), logistic(i64::MAX)),
            (logistic(-ONE * 16), logistic(ONE * 16))
        );
    }
}
