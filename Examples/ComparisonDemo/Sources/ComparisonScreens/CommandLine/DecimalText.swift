/// A decimal number read from text without passing through a float.
///
/// The text is an optional sign, ASCII digits and at most one point with digits behind it: `2`, `-1.5`, `.5`.
/// No exponent, no `nan` or `inf`, no digits of other scripts, no grouping.
struct DecimalText: Equatable {
    /// Why a text is no such number, as the end of a sentence.
    enum Fault: String, Error {
        case shape = "is not a plain decimal number"
        case tooLarge = "is too large"
        case tooFine = "has more than 18 digits after the point"
    }

    /// Whole part without sign, at most 9 digits so that no later sum can overflow.
    let whole: Int
    /// Fraction in units of 10⁻¹⁸, the resolution of `Duration`.
    let attos: Int
    let isNegative: Bool

    init(_ text: Substring) throws(Fault) {
        var digits = Substring(text).utf8
        isNegative = digits.first == UInt8(ascii: "-")
        if let sign = digits.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { digits.removeFirst() }
        let point = digits.firstIndex(of: UInt8(ascii: "."))
        let wholeDigits = digits[..<(point ?? digits.endIndex)]
        let fraction = point.map { digits[digits.index(after: $0)...] }
        let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        guard wholeDigits.allSatisfy(isDigit), fraction?.allSatisfy(isDigit) ?? true else { throw .shape }
        guard fraction?.isEmpty == false || (fraction == nil && !wholeDigits.isEmpty) else { throw .shape }

        let significant = wholeDigits.drop { $0 == UInt8(ascii: "0") }
        guard significant.count <= 9 else { throw .tooLarge }
        guard (fraction?.count ?? 0) <= 18 else { throw .tooFine }
        whole = significant.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        var attos = 0
        for place in fraction ?? digits[digits.endIndex...] { attos = attos * 10 + Int(place - UInt8(ascii: "0")) }
        for _ in (fraction?.count ?? 0)..<18 { attos *= 10 }
        self.attos = attos
    }

    /// Exact.
    var duration: Duration {
        let sign = isNegative ? -1 : 1
        return Duration(secondsComponent: Int64(sign * whole), attosecondsComponent: Int64(sign * attos))
    }

    /// The nearest `Double` to the decimal number.
    var double: Double {
        let fraction = String(attos)
        let padding = String(repeating: "0", count: 18 - fraction.utf8.count)
        // The text is digits only, so the conversion cannot fail.
        return Double("\(isNegative ? "-" : "")\(whole).\(padding)\(fraction)") ?? 0
    }

    /// The exact fraction in steps of 1/10000; nil when the number is zero, negative or finer.
    var tickRate: TickRate? {
        let step = 100_000_000_000_000
        let scaled = whole * 10_000 + attos / step
        guard !isNegative, scaled > 0, attos.isMultiple(of: step) else { return nil }
        return TickRate(numerator: scaled, denominator: 10_000)
    }
}
