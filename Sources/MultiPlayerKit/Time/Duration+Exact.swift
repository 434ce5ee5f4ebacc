/// The kit's arithmetic on durations: whole nanoseconds, rounded down, with nothing accumulated in floating point.
///
/// 100 hours are 3.6 × 10¹⁴ ns, far inside `Int64`; products go through `Int128`, so they never overflow.
extension Duration {
    /// Whole nanoseconds, rounded towards minus infinity and clamped to ±292 years.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        // `components` share one sign, so a negative remainder has to be floored by hand.
        let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return Int64(clamping: Int128(seconds) * 1_000_000_000 + Int128(whole) - (rest < 0 ? 1 : 0))
    }

    /// Seconds as a floating-point number, for display and reports only.
    package var seconds: Double {
        Double(nanoseconds) / 1e9
    }

    /// The duration nearest to a number of seconds; NaN counts as zero, and the result is clamped to ±100 years.
    package static func nearest(seconds: Double) -> Duration {
        guard !seconds.isNaN else { return .zero }
        return .nanoseconds(Int64((min(max(seconds, -3.15e9), 3.15e9) * 1e9).rounded()))
    }

    /// This duration times `factor`, rounded down to the nanosecond.
    ///
    /// A `Double` is a whole number times a power of two, so the product is exact before the one rounding.
    package func scaled(by factor: Double) -> Duration {
        guard factor != 1 else { return self }
        return .nanoseconds(nanoseconds.scaled(by: factor))
    }

    /// The smallest duration whose product with `factor` is at least this one, so that a round trip never lands before
    /// the start. `factor` is greater than zero.
    package func unscaled(by factor: Double) -> Duration {
        guard factor != 1 else { return self }
        guard factor.isFinite else { return .zero }
        let estimate = Double(nanoseconds) / factor
        // Beyond ±36 years: no position of a video, only a range that means "to the end".
        guard abs(estimate) < 0x1p60 else { return Duration.nanoseconds(estimate < 0 ? Int64.min : Int64.max) }
        // Start too low by as much as the division can have rounded, then count up to the exact result.
        var result = Int64((estimate - 2 * estimate.ulp).rounded(.down)) - 1
        while result.scaled(by: factor) < nanoseconds { result += 1 }
        return .nanoseconds(result)
    }
}

extension Int64 {
    /// The floor of `self × factor`, exact.
    package func scaled(by factor: Double) -> Int64 {
        guard factor.isFinite, factor != 0 else { return 0 }
        let exponent = factor.exponent
        // significandWidth is the number of binary digits behind the leading one, so m = significand × 2^width is the
        // least whole number with factor = m × 2^(exponent − width).
        let width = factor.significandWidth
        let mantissa = Int128(factor.significand * Double(sign: .plus, exponent: width, significand: 1))
        let product = Int128(self) * (factor < 0 ? -mantissa : mantissa)
        let shift = Int(exponent) - width
        guard shift > 0 else { return Int64(clamping: product >> Int128(-shift)) }
        // A product whose bits would be shifted out is past the ends of Int64 already.
        let isInside = product == 0 || product.magnitude.leadingZeroBitCount > shift + 1
        return isInside ? Int64(clamping: product << Int128(shift)) : (product < 0 ? .min : .max)
    }

    /// Quotient rounded towards minus infinity, and the remainder that goes with it (never negative).
    package func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
