@testable import MultiPlayerKit

/// The tests' own exact arithmetic, by which the kit's is judged: nothing here is rounded.
struct Fraction: Comparable, CustomStringConvertible {
    var numerator: Int128
    var denominator: Int128

    init(_ numerator: Int128, _ denominator: Int128 = 1) {
        var (a, b) = (abs(numerator), abs(denominator))
        while b != 0 { (a, b) = (b, a % b) }
        let sign: Int128 = denominator < 0 ? -1 : 1
        self.numerator = sign * numerator / max(a, 1)
        self.denominator = sign * denominator / max(a, 1)
    }

    init(_ rate: FrameRate) {
        self.init(Int128(rate.numerator), Int128(rate.denominator))
    }

    var floor: Int128 {
        let quotient = numerator / denominator
        return numerator % denominator < 0 ? quotient - 1 : quotient
    }

    var double: Double { Double(numerator) / Double(denominator) }
    var description: String { "\(numerator)/\(denominator)" }

    static func + (left: Fraction, right: Fraction) -> Fraction {
        Fraction(
            left.numerator * right.denominator + right.numerator * left.denominator,
            left.denominator * right.denominator)
    }

    static func - (left: Fraction, right: Fraction) -> Fraction { left + Fraction(-right.numerator, right.denominator) }

    static func * (left: Fraction, right: Fraction) -> Fraction {
        // Crosswise reduction first keeps the products small.
        let (a, b) = (Fraction(left.numerator, right.denominator), Fraction(right.numerator, left.denominator))
        return Fraction(a.numerator * b.numerator, a.denominator * b.denominator)
    }

    static func / (left: Fraction, right: Fraction) -> Fraction {
        left * Fraction(right.denominator, right.numerator)
    }

    static func < (left: Fraction, right: Fraction) -> Bool {
        left.numerator * right.denominator < right.numerator * left.denominator
    }
}
