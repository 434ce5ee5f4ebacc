import MultiPlayerKit

/// Reads JSON (RFC 8259), strictly: no comments, no trailing commas, no repeated keys, nothing after the value.
///
/// Stops at the first syntax error. Repeated keys do not stop it; they are kept in ``repeatedKeys``.
package struct JSONReader {
    /// The deepest nesting of lists and objects. A kiosk's file has seven levels, a session four; more than twice that is a mistake
    /// anyway, and without a bound a file of brackets would use up the stack.
    static let deepest = 16

    let text: SourceText
    private let example: String
    var position: Int
    /// The path of the value that is being read.
    var path = ""
    package private(set) var repeatedKeys: [JSONFault] = []
    private var depth = 0

    /// - Parameter example: an object as the document is to be, for who gave nothing at all.
    package init(_ text: SourceText, example: String) {
        (self.text, self.example) = (text, example)
        position = text.start
    }

    /// Reads the whole text.
    package mutating func document() throws(JSONFault) -> JSONValue {
        if let offset = text.firstInvalidByte {
            throw JSONFault(
                offset: offset, path: "", problem: "byte 0x\(String(text.bytes[offset], radix: 16)) is no UTF-8",
                remedy: "save the file as UTF-8 text")
        }
        skipSpace()
        guard next != nil else { throw fault("the file is empty", "give an object, for example \(example)") }
        let value = try value()
        skipSpace()
        guard next == nil else {
            throw fault("\(found) after the end", "leave out what follows the last bracket")
        }
        return value
    }

    private mutating func value() throws(JSONFault) -> JSONValue {
        let offset = position
        let content: JSONValue.Content =
            switch next {
            case UInt8(ascii: "{"): try nested { reader throws(JSONFault) in .object(try reader.members()) }
            case UInt8(ascii: "["): try nested { reader throws(JSONFault) in .list(try reader.items()) }
            case UInt8(ascii: "\""): .text(try string())
            case .some(UInt8(ascii: "0")...UInt8(ascii: "9")), UInt8(ascii: "-"): .number(try number())
            default: try word()
            }
        return JSONValue(content: content, offset: offset)
    }

    private mutating func nested(
        _ read: (inout JSONReader) throws(JSONFault) -> JSONValue.Content
    ) throws(JSONFault) -> JSONValue.Content {
        guard depth < Self.deepest else {
            throw fault("lists and objects more than \(Self.deepest) deep", "leave out brackets")
        }
        depth += 1
        defer { depth -= 1 }
        return try read(&self)
    }

    private mutating func members() throws(JSONFault) -> [JSONValue.Member] {
        let owner = path
        defer { path = owner }
        var members: [JSONValue.Member] = []
        var keys: Set<String> = []
        try separated(by: "}", "object") { reader throws(JSONFault) in
            let keyOffset = reader.position
            guard reader.next == UInt8(ascii: "\"") else {
                throw reader.fault("\(reader.found) is no key", "give a key in double quotes, for example \"name\"")
            }
            let key = try reader.string()
            reader.path = FieldPath.member(key, of: owner)
            reader.skipSpace()
            guard reader.next == UInt8(ascii: ":") else {
                throw reader.fault(
                    "\(reader.found) after a key", "give a colon and a value, for example \"name\": \"left\"")
            }
            reader.position += 1
            reader.skipSpace()
            let value = try reader.value()
            if keys.insert(key).inserted {
                members.append(JSONValue.Member(key: key, keyOffset: keyOffset, value: value))
            } else {
                reader.repeatedKeys.append(
                    JSONFault(
                        offset: keyOffset, path: reader.path, problem: "this key is here for the second time",
                        remedy: "give each key once"))
            }
            reader.path = owner
        }
        return members
    }

    private mutating func items() throws(JSONFault) -> [JSONValue] {
        let owner = path
        defer { path = owner }
        var items: [JSONValue] = []
        try separated(by: "]", "list") { reader throws(JSONFault) in
            reader.path = FieldPath.item(items.count, of: owner)
            items.append(try reader.value())
            reader.path = owner
        }
        return items
    }

    /// Reads the elements between two brackets, separated by commas.
    private mutating func separated(
        by close: Unicode.Scalar, _ name: String, _ element: (inout JSONReader) throws(JSONFault) -> Void
    ) throws(JSONFault) {
        let close = UInt8(ascii: close)
        let start = position
        position += 1
        skipSpace()
        if next == close {
            position += 1
            return
        }
        while true {
            try element(&self)
            skipSpace()
            switch next {
            case close:
                position += 1
                return
            case UInt8(ascii: ","):
                let comma = position
                position += 1
                skipSpace()
                if next == close {
                    throw JSONFault(
                        offset: comma, path: path, problem: "a comma after the last of the \(name)",
                        remedy: "leave it out")
                }
            case nil:
                throw fault(
                    "the file ends inside the \(name) that begins in line \(line(of: start))",
                    "close it with \(Character(Unicode.Scalar(close)))")
            default:
                throw fault(
                    "\(found) inside the \(name) that begins in line \(line(of: start))",
                    "give a comma, or \(Character(Unicode.Scalar(close))) at its end")
            }
        }
    }

    private func line(of offset: Int) -> Int { text.places(of: [offset])[0].line }
}

extension JSONReader {
    /// The byte at the reading position; `nil` at the end.
    var next: UInt8? { position < text.bytes.count ? text.bytes[position] : nil }

    /// The character at the reading position, for messages.
    var found: String { text.shown(at: position) }

    /// A fault at the reading position. The remedy for a comment is always the same.
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

    /// Reads the digits of a JSON number: no sign but minus, no leading zero, digits on both sides of a point.
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

    /// Reads a text in double quotes and resolves its escapes.
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
                // NUL is valid in JSON, but ends file names early, and no name has any use for it.
                throw fault("an escape that is no character", "give \\u and four hex digits, for example \\u00e9")
            }
            return Character(scalar)
        default:
            position = start
            throw fault("an unknown escape in a text", "write a backslash as \\\\ and a line break as \\n")
        }
    }

    /// The character of a `\u` escape, or of two that form a surrogate pair; `nil`: no character, or NUL.
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

/// A value of a JSON text, with its position.
///
/// Foundation's decoders forget the position of a value, and people who write a file by hand need it.
package struct JSONValue {
    package enum Content {
        /// In the order of the text; each key once.
        case object([Member])
        case list([JSONValue])
        case text(String)
        /// The digits as written, in valid JSON form. The number may be larger than any machine number.
        case number(String)
        case truth(Bool)
        case null
    }

    package struct Member {
        package let key: String
        package let keyOffset: Int
        package let value: JSONValue
    }

    package let content: Content
    /// The offset of its first byte in the text.
    package let offset: Int

    /// The value for messages, on one line and of bounded length.
    package var shown: String {
        switch content {
        case .object: "an object"
        case .list: "a list"
        case .text(let text): ShownText.quoted(text)
        case .number(let digits): ShownText.shortened(digits)
        case .truth(let isTrue): isTrue ? "true" : "false"
        case .null: "null"
        }
    }
}

/// A fault in a JSON text.
package struct JSONFault: Error {
    /// The offset of the byte at which it shows.
    package let offset: Int
    /// The path of the value that was being read, as in `screens[0].tiles`; empty: the whole.
    package let path: String
    /// What was found, without a full stop.
    package let problem: String
    /// What to do about it, without a full stop.
    package let remedy: String
}

/// Builds the path of a value, as in `screens[0].tiles`.
package enum FieldPath {
    package static func member(_ key: String, of path: String) -> String {
        // A key that is not a plain word is quoted, as it could break up a message or make it endless.
        let isWord = key.utf8.count <= 32 && !key.isEmpty && key.utf8.allSatisfy(isWordByte)
        guard isWord else { return "\(path)[\(ShownText.quoted(key))]" }
        return path.isEmpty ? key : "\(path).\(key)"
    }

    package static func item(_ index: Int, of path: String) -> String { "\(path)[\(index)]" }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
