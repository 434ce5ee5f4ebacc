/// The status and the header fields of a response, bounded: what a server sends is not to be trusted in kind or size.
struct ResponseHead: Sendable {
    /// Longer values are as good as none: no field that is read here needs more.
    static let longestValue = 512

    let status: Int
    private let fields: [String: String]

    init(status: Int, fields: [(name: String, value: String)]) {
        self.status = status
        var kept: [String: String] = [:]
        for (name, value) in fields where name.utf8.count <= 64 && value.utf8.count <= Self.longestValue {
            kept[name.lowercased()] = Self.trimmed(value)
        }
        self.fields = kept
    }

    subscript(name: String) -> String? { fields[name] }

    /// `Content-Length`; `nil` where it is missing, no number, or without meaning.
    var contentLength: Int64? {
        guard !isChunked else { return nil }
        return fields["content-length"].flatMap(Self.number)
    }

    var isChunked: Bool { fields["transfer-encoding"]?.lowercased().contains("chunked") ?? false }

    /// Whether the body is the resource's bytes, not bytes packed for the way.
    var isPlain: Bool {
        guard let encoding = fields["content-encoding"]?.lowercased(), !encoding.isEmpty else { return true }
        return encoding == "identity"
    }

    var takesRanges: Bool { fields["accept-ranges"]?.lowercased() == "bytes" }

    /// `type/subtype` without parameters, in lower case; `nil` where it is none.
    var contentType: String? {
        guard let field = fields["content-type"] else { return nil }
        let type = Self.trimmed(String(field.prefix { $0 != ";" })).lowercased()
        let parts = type.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, type.utf8.count <= 127 else { return nil }
        let isToken = parts.allSatisfy { part in
            !part.isEmpty
                && part.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                    case UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
                    default: false
                    }
                }
        }
        return isToken ? type : nil
    }

    /// `bytes 0-99/1000`, or `bytes */1000` in answer to a range that is not there.
    struct ContentRange: Equatable {
        /// First to last byte, as a half-open range; `nil`: unsatisfied.
        var range: Range<Int64>?
        /// `nil`: not told.
        var total: Int64?
    }

    var contentRange: ContentRange? {
        guard let field = fields["content-range"], field.lowercased().hasPrefix("bytes") else { return nil }
        let rest = Self.trimmed(String(field.dropFirst(5)))
        let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        var total: Int64?
        let size = Self.trimmed(String(parts[1]))
        if size != "*" {
            guard let number = Self.number(size) else { return nil }
            total = number
        }
        let span = Self.trimmed(String(parts[0]))
        if span == "*" { return total.map { ContentRange(range: nil, total: $0) } }
        let ends = span.split(separator: "-", omittingEmptySubsequences: false).map {
            Self.number(Self.trimmed(String($0)))
        }
        guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else { return nil }
        if let total, last >= total { return nil }
        return ContentRange(range: first..<last + 1, total: total)
    }

    /// What proves the version, without its length.
    var version: MediaVersion {
        var version = MediaVersion()
        if let etag = fields["etag"], Self.isStrong(etag) { version.etag = etag }
        if let modified = fields["last-modified"], let then = HTTPDate.seconds(modified),
            let date = fields["date"].flatMap(HTTPDate.seconds), then < date
        {
            version.lastModified = modified
        }
        return version
    }

    /// How long to leave the server alone, by `Retry-After`.
    ///
    /// - Parameter now: seconds since 1970, for servers that tell a date without telling theirs.
    func retryAfter(now: Int64) -> Duration? {
        guard let field = fields["retry-after"] else { return nil }
        if let seconds = Self.number(field) { return .seconds(min(seconds, 31_536_000)) }
        guard let then = HTTPDate.seconds(field) else { return nil }
        // The server's own clock, where it tells it: two clocks seldom agree.
        let from = fields["date"].flatMap(HTTPDate.seconds) ?? now
        return .seconds(min(max(then - from, 0), 31_536_000))
    }

    private static func isStrong(_ etag: String) -> Bool {
        let bytes = Array(etag.utf8)
        guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else {
            return false
        }
        // Goes back to the server as it is: nothing in it may end a header line.
        return bytes.dropFirst().dropLast().allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != 0x7F }
    }

    /// Decimal digits only: no sign, no blank, at most 18 of them.
    private static func number(_ text: String) -> Int64? {
        let digits = text.utf8
        guard (1...18).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(text)
    }

    private static func trimmed(_ text: String) -> String {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        return String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
