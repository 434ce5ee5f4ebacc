extension JSONReader {
    /// The byte at the reading position; `nil` at the end.
    var next: UInt8? { position < text.bytes.count ? text.bytes[position] : nil }

    /// For people: what stands at the reading position.
    var found: String { text.shown(at: position) }

    /// What is wrong at the reading position. Of a comment that is always the same.
    func fault(_ problem: String, _ remedy: String) -> JSONFault {
        let isComment = next == UInt8(ascii: "/") || next == UInt8(ascii: "#")
        return JSONFault(
            offset: position, path: path, problem: problem,
            remedy: isComment ? "leave comments out: JSON has none" : remedy)
    }

    mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    /// `true`, `false` or `null`; anything else here is no value.
    mutating func word() throws(JSONFault) -> JSONValue.Content {
        let words: [(String, JSONValue.Content)] = [("true", .truth(true)), ("false", .truth(false)), ("null", .null)]
        for (word, content) in words where text.bytes[position...].starts(with: word.utf8) {
            position += word.utf8.count
            return content
        }
        throw fault("\(found) is no value", "give text in double quotes, a number, a list or an object")
    }

    /// The digits of a number as JSON writes it: no sign but minus, no zero in front, digits around a point.
    mutating func number() throws(JSONFault) -> String {
        let start = position
        func isDigit(_ byte: UInt8?) -> Bool {
            byte.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
        }
        func digits(_ reader: inout JSONReader) throws(JSONFault) {
            guard isDigit(reader.next) else {
                throw reader.fault("\(reader.found) inside a number", "give digits, for example 7.5")
            }
            while isDigit(reader.next) { reader.position += 1 }
        }
        if next == UInt8(ascii: "-") { position += 1 }
        let isZero = next == UInt8(ascii: "0")
        let whole = position
        try digits(&self)
        guard !isZero || position == whole + 1 else {
            position = whole
            throw fault("a number that begins with 0", "leave out the 0 in front")
        }
        if next == UInt8(ascii: ".") {
            position += 1
            try digits(&self)
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            try digits(&self)
        }
        return String(decoding: text.bytes[start..<position], as: UTF8.self)
    }

    /// A text in double quotes, with what its escapes stand for.
    mutating func string() throws(JSONFault) -> String {
        let start = position
        position += 1
        var bytes: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: bytes, as: UTF8.self)
            case UInt8(ascii: "\\"):
                bytes.append(contentsOf: String(try escaped()).utf8)
            case 0..<0x20:
                throw fault(
                    byte == 0x0A ? "a text ends with its line" : "\(found) inside a text",
                    "close the text with a double quote; a line break is written \\n")
            default:
                bytes.append(byte)
                position += 1
            }
        }
        position = start
        throw fault("a text without end", "close it with a double quote")
    }

    private mutating func escaped() throws(JSONFault) -> Character {
        let start = position
        position += 2
        switch position <= text.bytes.count ? text.bytes[position - 1] : 0 {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            guard let scalar = codedScalar() else {
                position = start
                // NUL is JSON, but ends file names early and no name has any use for it.
                throw fault("an escape that is no character", "give \\u and four hex digits, for example \\u00e9")
            }
            return Character(scalar)
        default:
            position = start
            throw fault("an unknown escape in a text", "write a backslash as \\\\ and a line break as \\n")
        }
    }

    /// What `\u` stands for, of two such where one is half a character; `nil`: no character, or NUL.
    private mutating func codedScalar() -> Unicode.Scalar? {
        guard let first = hexDigits() else { return nil }
        guard UTF16.isLeadSurrogate(first) else { return first == 0 ? nil : Unicode.Scalar(first) }
        guard text.bytes[position...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else { return nil }
        position += 2
        guard let second = hexDigits(), UTF16.isTrailSurrogate(second) else { return nil }
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    private mutating func hexDigits() -> UInt16? {
        let digits = text.bytes[position...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        position += 4
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
