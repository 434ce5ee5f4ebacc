/// The head of a response, line by line as it comes in.
///
/// Heads that announce another ("100 Continue", "103 Early Hints") are left out, and so are trailers after the body.
struct ResponseLines: Sendable {
    /// No server has this much to say in a head; browsers take 256 kB at most.
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

    /// Where the response sends the request to; `nil` where it does not. Longer than `ResponseHead` takes: signed
    /// addresses are.
    var location: String? {
        guard [301, 302, 303, 307, 308].contains(status) else { return nil }
        let value = fields.last { $0.name.lowercased() == "location" }?.value.drop { $0 == " " || $0 == "\t" }
        return value.map(String.init)
    }

    /// - Parameter line: with or without its end.
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
