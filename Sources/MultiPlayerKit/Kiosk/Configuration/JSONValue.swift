/// A value of a JSON text that knows where it stands.
///
/// Foundation's decoders forget the place of a value, and somebody who writes a file by hand needs it.
struct JSONValue {
    enum Content {
        /// In the order of the text; each key once.
        case object([Member])
        case list([JSONValue])
        case text(String)
        /// As it is written, which is as JSON wants it. May be larger than any machine number.
        case number(String)
        case truth(Bool)
        case null
    }

    struct Member {
        let key: String
        let keyOffset: Int
        let value: JSONValue
    }

    let content: Content
    /// Of its first byte in the text.
    let offset: Int

    /// For people: what it is, on one line and of bounded length.
    var shown: String {
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

/// What is wrong with a text as JSON.
struct JSONFault: Error {
    /// Of the byte at which it shows.
    let offset: Int
    /// The value that was being read, as in `screens[0].tiles`; empty: the whole.
    let path: String
    /// What was found, without a full stop.
    let problem: String
    /// What to do about it, without a full stop.
    let remedy: String
}

/// The way to a value, as in `screens[0].tiles`.
enum FieldPath {
    static func member(_ key: String, of path: String) -> String {
        // A key that is no plain word, by which a message could be broken up or grow without end, stands in quotes.
        let isWord = key.utf8.count <= 32 && !key.isEmpty && key.utf8.allSatisfy(isWordByte)
        guard isWord else { return "\(path)[\(ShownText.quoted(key))]" }
        return path.isEmpty ? key : "\(path).\(key)"
    }

    static func item(_ index: Int, of path: String) -> String { "\(path)[\(index)]" }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
