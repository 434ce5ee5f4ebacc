import MultiPlayerKit

/// The status and the header fields of a response, within limits: a server may send anything of any size.
struct ResponseHead: Sendable {
    /// Longer values are ignored: no field that is read here needs more.
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

    /// `Content-Length`; `nil` where it is missing, not a number or meaningless.
    var contentLength: Int64? {
        guard !isChunked else { return nil }
        return fields["content-length"].flatMap(Self.number)
    }

    var isChunked: Bool { fields["transfer-encoding"]?.lowercased().contains("chunked") ?? false }

    /// Whether the body is the resource's own bytes, without a content encoding.
    var isPlain: Bool {
        guard let encoding = fields["content-encoding"]?.lowercased(), !encoding.isEmpty else { return true }
        return encoding == "identity"
    }

    var takesRanges: Bool { fields["accept-ranges"]?.lowercased() == "bytes" }

    /// `type/subtype` without parameters, in lower case; `nil` where it is missing or malformed.
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

    /// `bytes 0-99/1000`, or `bytes */1000` in response to a range that does not exist.
    struct ContentRange: Equatable {
        /// First to last byte, as a half-open range; `nil`: unsatisfied.
        var range: Range<Int64>?
        /// `nil`: unknown.
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
    /// - Parameter now: seconds since 1970, for servers that name a date without sending their own.
    func retryAfter(now: Int64) -> Duration? {
        guard let field = fields["retry-after"] else { return nil }
        if let seconds = Self.number(field) { return .seconds(min(seconds, 31_536_000)) }
        guard let then = HTTPDate.seconds(field) else { return nil }
        // Use the server's own clock where it sends it: two clocks seldom agree.
        let from = fields["date"].flatMap(HTTPDate.seconds) ?? now
        return .seconds(min(max(then - from, 0), 31_536_000))
    }

    private static func isStrong(_ etag: String) -> Bool {
        let bytes = Array(etag.utf8)
        guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else {
            return false
        }
        // It is sent back to the server as it is, so nothing in it may end a header line.
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

/// The head of a response, line by line as it comes in.
///
/// Interim heads ("100 Continue", "103 Early Hints") are left out, and so are trailers after the body.
struct ResponseLines: Sendable {
    /// No server sends this much in a head; browsers accept 256 kB at most.
    static let mostBytes = 256 << 10

    enum Step: Equatable {
        case more
        case complete
        case tooLong
    }

    private(set) var status = 0
    private(set) var isComplete = false
    private var fields: [(name: String, value: String)] = []
    private var bytes = 0

    var head: ResponseHead { ResponseHead(status: status, fields: fields) }

    /// Where the response redirects to; `nil` where it does not. May be longer than `ResponseHead` accepts, as signed
    /// addresses are.
    var location: String? {
        guard [301, 302, 303, 307, 308].contains(status) else { return nil }
        let value = fields.last { $0.name.lowercased() == "location" }?.value.drop { $0 == " " || $0 == "\t" }
        return value.map(String.init)
    }

    /// - Parameter line: with or without its line ending.
    mutating func take(_ line: some Collection<UInt8>) -> Step {
        guard !isComplete else { return .more }
        bytes += line.count
        guard bytes <= Self.mostBytes else { return .tooLong }
        let line = Self.trimmed(line)
        if line.starts(with: "HTTP/".utf8) {
            let word = line.split(separator: UInt8(ascii: " ")).dropFirst().first
            status = word.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
            fields = []
        } else if !line.isEmpty {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return .more }
            fields.append(
                (
                    name: String(decoding: line[..<colon], as: UTF8.self),
                    value: String(decoding: line[line.index(after: colon)...], as: UTF8.self)
                ))
        } else if !(100..<200).contains(status) {
            isComplete = true
            return .complete
        }
        return .more
    }

    private static func trimmed<Line: Collection<UInt8>>(_ line: Line) -> Line.SubSequence {
        var end = line.endIndex
        for byte in [UInt8(ascii: "\n"), UInt8(ascii: "\r")] where end > line.startIndex {
            let before = line.index(end, offsetBy: -1)
            if line[before] == byte { end = before }
        }
        return line[..<end]
    }
}

/// Dates in header fields: `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that servers have to send (RFC 9110, 5.6.7).
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Seconds since 1970; `nil` for anything else.
    static func seconds(_ text: String) -> Int64? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT",
            let month = months.firstIndex(of: String(parts[2]))
        else { return nil }
        let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false).map { number($0, digits: 2) }
        guard let day = number(parts[1], digits: 2), let year = number(parts[3], digits: 4), clock.count == 3,
            let hour = clock[0], let minute = clock[1], let second = clock[2],
            (1...31).contains(day), year >= 1970, hour < 24, minute < 60, second <= 60
        else { return nil }
        return days(year: year, month: Int64(month) + 1, day: day) * 86_400 + hour * 3_600 + minute * 60 + second
    }

    private static func number(_ text: Substring, digits: Int) -> Int64? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(text)
    }

    /// Days since 1970 in the Gregorian calendar, counted in years that begin in March so that leap days come last.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shifted.flooredDivision(by: 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

/// The version of a resource that bytes belong to, as its server states it.
///
/// Only what proves that two responses have the same bytes counts: a strong `ETag`, or a `Last-Modified` that is older
/// than the response by a second at least (RFC 9110, 8.8.2.2).
struct MediaVersion: Hashable, Codable, Sendable {
    var etag: String?
    var lastModified: String?
    var length: Int64?

    /// Whether ranges of several responses may be put together.
    var isProven: Bool { etag != nil || lastModified != nil }

    /// The value to send as `If-Range`.
    var condition: String? { etag ?? lastModified }

    /// Whether both are surely the same bytes.
    func isSame(as other: MediaVersion) -> Bool {
        if let length, let theirs = other.length, length != theirs { return false }
        if let etag { return etag == other.etag }
        if let lastModified { return lastModified == other.lastModified }
        return false
    }

    /// Whether both are surely different bytes. Where neither this nor `isSame` is true, the server does not tell.
    func differs(from other: MediaVersion) -> Bool {
        if let length, let theirs = other.length, length != theirs { return true }
        if let etag, let theirs = other.etag { return etag != theirs }
        if let lastModified, let theirs = other.lastModified { return lastModified != theirs }
        return false
    }
}
