import Foundation

/// A resource whose every byte follows from its seed and version.
struct Origin: Hashable, Sendable {
    var seed: UInt64
    var length: Int64
    var version = 1

    var etag: String { "\"\(seed)-\(version)\"" }

    /// A different date for each version.
    var lastModified: String { "Sun, 06 Nov 1994 08:49:\(10 + version % 50) GMT" }

    /// The first position at which data that should be this resource from `start` on differs from it. Comparing the two
    /// as collections would take minutes where they differ.
    func firstDifference(in data: Data, from start: Int64 = 0, upTo end: Int64? = nil) -> Int64? {
        let expected = bytes(start..<(end ?? length))
        let place = zip(data, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        if let place { return start + Int64(place) }
        return data.count == expected.count ? nil : start + Int64(min(data.count, expected.count))
    }

    func bytes(_ range: Range<Int64>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(range.upperBound - range.lowerBound) + 8)
        var word = range.lowerBound / 8
        while word * 8 < range.upperBound {
            var mixed = UInt64(bitPattern: word) &+ seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(version) << 40
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            mixed ^= mixed >> 31
            for index in 0..<8 {
                let place = word * 8 + Int64(index)
                if range.contains(place) { bytes.append(UInt8(truncatingIfNeeded: mixed >> UInt64(8 * index))) }
            }
            word += 1
        }
        return bytes
    }
}

/// How a server treats an origin.
struct Conduct: Sendable {
    enum Proof: CaseIterable { case etag, weak, modified, none }

    var ranges = true
    var proof = Proof.etag
    var contentType = "video/mp4"
    /// Breaks off each body after this many bytes.
    var breaksAfter: Int64?
    var breaksByReset = false
    /// Milliseconds of a wait after the first piece of each body.
    var stalls: Int = 0
    /// Added to the length that the header announces.
    var lie: Int64 = 0
    var chunked = false
    var tellsLength = true
    /// Milliseconds before the answer, and between pieces of 64 KiB.
    var delay = 0
    var pace = 0

    /// The server's answer to a request.
    func answer(_ request: FaultServer.Request, of origin: Origin) -> [FaultServer.Action] {
        var range = ranges ? request.range(of: origin.length) : nil
        if let condition = request.fields["if-range"], condition != origin.etag, condition != origin.lastModified {
            range = nil
        }
        if let range, range.isEmpty {
            return [
                .text("HTTP/1.1 416 No\r\nContent-Range: bytes */\(origin.length)\r\nContent-Length: 0\r\n\r\n")
            ]
        }
        var head = range == nil ? "HTTP/1.1 200 OK\r\n" : "HTTP/1.1 206 Part\r\n"
        let span = range ?? 0..<origin.length
        if ranges { head += "Accept-Ranges: bytes\r\n" }
        if let range {
            head += "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(origin.length + lie)\r\n"
        }
        switch proof {
        case .etag: head += "ETag: \(origin.etag)\r\nLast-Modified: \(origin.lastModified)\r\n"
        case .weak: head += "ETag: W/\(origin.etag)\r\n"
        case .modified: head += "Last-Modified: \(origin.lastModified)\r\n"
        case .none: break
        }
        head += "Date: Sun, 06 Nov 1994 09:49:37 GMT\r\nContent-Type: \(contentType)\r\n"
        let count = span.upperBound - span.lowerBound
        if chunked {
            head += "Transfer-Encoding: chunked\r\n"
        } else if tellsLength {
            head += "Content-Length: \(count + (range == nil ? lie : 0))\r\n"
        } else {
            head += "Connection: close\r\n"
        }
        var actions: [FaultServer.Action] = []
        if delay > 0 { actions.append(.wait(milliseconds: delay)) }
        actions.append(.text(head + "\r\n"))
        let end = breaksAfter.map { min(span.lowerBound + $0, span.upperBound) } ?? span.upperBound
        let piece: Int64 = pace > 0 || chunked || stalls > 0 ? 64 << 10 : .max
        var position = span.lowerBound
        while position < end {
            let next = piece == .max ? end : min(position + piece, end)
            if chunked { actions.append(.text(String(next - position, radix: 16) + "\r\n")) }
            actions.append(.body(origin, position..<next))
            if chunked { actions.append(.text("\r\n")) }
            if pace > 0 { actions.append(.wait(milliseconds: pace)) }
            if stalls > 0, position == span.lowerBound { actions.append(.wait(milliseconds: stalls)) }
            position = next
        }
        if end < span.upperBound || (lie != 0 && range == nil) {
            actions.append(breaksByReset ? .reset : .close)
        } else if chunked {
            actions.append(.text("0\r\n\r\n"))
        } else if !tellsLength {
            actions.append(.close)
        }
        return actions
    }
}
