/// The text given for one option, or a piece of it, and the readers that turn it into values.
///
/// Every reader throws a mistake that quotes the piece it could not read.
struct OptionValue {
    let option: OptionName
    /// What this value, or this piece of it, says.
    let text: Substring
    /// What the user gave; for a piece of a script, the entry it stands in.
    private let entry: Substring

    init(_ option: OptionName, _ text: Substring) {
        self.init(option: option, text: text, entry: text)
    }

    private init(option: OptionName, text: Substring, entry: Substring) {
        (self.option, self.text, self.entry) = (option, text, entry)
    }

    /// Quotes the piece, and what it is a piece of.
    func mistake(_ problem: String) -> CommandLineMistake {
        let place = text == entry ? "" : " in \(quoted(String(entry)))"
        return CommandLineMistake(option, "\(quoted(String(text)))\(place) \(problem)")
    }

    /// The pieces between separators, spaces around them removed.
    ///
    /// Splits bytes, not characters: a separator is found even when a combining mark follows it.
    func pieces(_ separator: Unicode.Scalar, maxSplits: Int = .max) -> [OptionValue] {
        text.utf8.split(separator: UInt8(ascii: separator), maxSplits: maxSplits, omittingEmptySubsequences: false)
            .map { OptionValue(option: option, text: Substring($0).trimmingSpaces, entry: entry) }
    }

    /// The entries of a script.
    func entries() -> [OptionValue] {
        pieces(";").map { OptionValue(option, $0.text) }
    }

    func decimal() throws(CommandLineMistake) -> DecimalText {
        do throws(DecimalText.Fault) { return try DecimalText(text) } catch { throw mistake(error.rawValue) }
    }

    /// A time in seconds, exact; negative only where `signed`.
    func time(signed: Bool = false) throws(CommandLineMistake) -> Duration {
        let time = try decimal().duration
        guard signed || time >= .zero else { throw mistake("is before 0") }
        guard time <= .seconds(Limits.seconds), time >= .seconds(-Limits.seconds) else {
            throw mistake("is more than \(Limits.seconds) seconds")
        }
        return time
    }

    func number(in range: ClosedRange<Double>) throws(CommandLineMistake) -> Double {
        let number = try decimal().double
        guard range.contains(number) else {
            throw mistake("is outside \(Self.short(range.lowerBound)) to \(Self.short(range.upperBound))")
        }
        return number
    }

    func wholeNumber(in range: ClosedRange<Int>) throws(CommandLineMistake) -> Int {
        // Numbers of bytes have more digits than a decimal number may have.
        let digits = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        if digits, let number = Int(text), range.contains(number) { return number }
        let decimal: DecimalText
        do throws(DecimalText.Fault) { decimal = try DecimalText(text) } catch {
            throw mistake(error == .tooLarge ? error.rawValue : "is not a whole number")
        }
        guard !text.utf8.contains(UInt8(ascii: ".")) else { throw mistake("is not a whole number") }
        let number = decimal.isNegative ? -decimal.whole : decimal.whole
        guard range.contains(number) else {
            throw mistake("is outside \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A file name with one of the extensions, in any case, and something before it.
    func path(endingIn extensions: [String]) throws(CommandLineMistake) -> String {
        let name = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last ?? text.utf8
        let lower = Substring(name).lowercased().utf8
        let matches = extensions.contains {
            lower.count > $0.utf8.count && lower.suffix($0.utf8.count).elementsEqual($0.utf8)
        }
        guard matches else { throw mistake("does not end in \(extensions.joined(separator: " or "))") }
        return String(text)
    }

    /// A whole number without its `.0`.
    private static func short(_ number: Double) -> String {
        number.rounded() == number ? String(Int(number)) : String(number)
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        let space = UInt8(ascii: " ")
        var rest = utf8.drop { $0 == space }
        while rest.last == space { rest.removeLast() }
        return Substring(rest)
    }
}
