/// Text of a file as messages show it: on one line, of bounded length, without what could drive a terminal and without the
/// secrets of addresses.
enum ShownText {
    /// Long enough for any value that is nearly right, short enough to keep a message readable.
    private static let limit = 60

    static func quoted(_ text: String) -> String {
        var shown = "\""
        for (count, scalar) in MediaAddress.redacted(in: text).unicodeScalars.enumerated() {
            guard count < limit else {
                shown += "..."
                break
            }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
                shown += "\\u{\(String(scalar.value, radix: 16))}"
            default:
                if scalar == "\"" || scalar == "\\" { shown += "\\" }
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown + "\""
    }

    /// Of a number: digits, which need no quotes.
    static func shortened(_ digits: String) -> String {
        digits.utf8.count <= limit ? digits : digits.prefix(limit) + "..."
    }
}
