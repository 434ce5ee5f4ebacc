/// Reads JSON (RFC 8259), strictly: no comments, no trailing commas, no key twice, nothing behind the value.
///
/// Stops at the first fault of form. Keys that occur twice do not stop it: they are kept as ``repeatedKeys``.
struct JSONReader {
    /// Lists and objects inside one another. A kiosk's file has seven; more than twice that is a mistake anyway, and
    /// without a bound a file of brackets would use up the stack.
    static let deepest = 16

    let text: SourceText
    var position: Int
    /// The value that is being read.
    var path = ""
    private(set) var repeatedKeys: [JSONFault] = []
    private var depth = 0

    init(_ text: SourceText) {
        self.text = text
        position = text.start
    }

    /// Reads the whole text.
    mutating func document() throws(JSONFault) -> JSONValue {
        if let offset = text.firstInvalidByte {
            throw JSONFault(
                offset: offset, path: "", problem: "byte 0x\(String(text.bytes[offset], radix: 16)) is no UTF-8",
                remedy: "save the file as UTF-8 text")
        }
        skipSpace()
        guard next != nil else { throw fault("the file is empty", "give an object, for example {\"screens\": [...]}") }
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

    /// Reads what stands between two brackets, with a comma after each but the last.
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
