@testable import TestTools

/// What servers do wrong, or a proxy or a captive portal in their place.
enum Misbehaviour: String, CaseIterable, Sendable {
    case givesChunksForEver, leavesChunksOpen, givesByteByByte, givesHeaderByteByByte, neverAnswers
    case closesAtOnce, resetsAtOnce, closesInHeader, closesInBody, resetsInBody, closesAfterHeader
    case announcesTooMuch, announcesTooLittle, negativeLength, lengthIsText, twoLengths
    case rangeOfAnotherPlace, rangeBackwards, partWithoutRange, multipart, totalUnknown, refusesAllRanges
    case versionChanges, versionIsNonsense
    case redirectsInCircles, redirectsToNothing, redirectsToFile, redirectsToClosedPort
    case compresses, hundredHeaders, endlessHeader, tooManyRequests, tooManyRequestsForHours, unavailable,
        unavailableSoon
    case notFound, forbidden, broken, teapot, empty, page, notHTTP, binary

    /// Whether its answer is the resource, as far as a client can tell.
    var givesWhatWasAsked: Bool {
        switch self {
        case .givesChunksForEver, .leavesChunksOpen, .givesByteByByte, .givesHeaderByteByByte, .closesInBody,
            .resetsInBody,
            .announcesTooMuch, .announcesTooLittle, .totalUnknown, .hundredHeaders, .unavailableSoon:
            true
        default: false
        }
    }

    /// - Parameter count: the number of earlier requests to this server.
    func answer(_ request: FaultServer.Request, of origin: Origin, count: Int) -> [FaultServer.Action] {
        let range = request.range(of: origin.length) ?? 0..<origin.length
        let line = "HTTP/1.1 206 Part\r\n"
        let place = "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(origin.length)\r\n"
        let tag = "ETag: \(origin.etag)\r\n"
        let length = "Content-Length: \(range.count)\r\n"
        let end = "\r\n"
        let body = FaultServer.Action.body(origin, range)
        let half = FaultServer.Action.body(origin, range.lowerBound..<range.lowerBound + Int64(range.count / 2))
        let good = line + place + tag + length + end
        func plain(_ status: String, _ fields: String = "") -> [FaultServer.Action] {
            [.text("HTTP/1.1 \(status)\r\n\(fields)Content-Length: 0\r\n\r\n")]
        }
        func chunk(_ bytes: [UInt8]) -> [FaultServer.Action] {
            [.text(String(bytes.count, radix: 16) + "\r\n"), .bytes(bytes), .text("\r\n")]
        }
        func slowly(_ bytes: [UInt8]) -> [FaultServer.Action] {
            bytes.prefix(30).flatMap { [.bytes([$0]), .wait(milliseconds: 250)] }
        }
        switch self {
        case .givesChunksForEver:
            let whole = chunk(origin.bytes(range))
            let more = (0..<200).flatMap { _ in chunk([UInt8](repeating: 0, count: 4_096)) + [.wait(milliseconds: 50)] }
            return [.text(line + place + tag + "Transfer-Encoding: chunked\r\n\r\n")] + whole + more
        case .leavesChunksOpen:
            return [.text(line + place + tag + "Transfer-Encoding: chunked\r\n\r\n")] + chunk(origin.bytes(range))
                + [.wait(milliseconds: 10_000)]
        case .givesByteByByte: return [.text(good)] + slowly(origin.bytes(range))
        case .givesHeaderByteByByte: return slowly(Array(good.utf8))
        case .neverAnswers: return [.wait(milliseconds: 10_000)]
        case .closesAtOnce: return [.close]
        case .resetsAtOnce: return [.reset]
        case .closesInHeader: return [.text(line + place), .close]
        case .closesInBody: return [.text(good), half, .close]
        case .resetsInBody: return [.text(good), half, .reset]
        case .closesAfterHeader: return [.text(good), .close]
        case .announcesTooMuch:
            return [.text(line + place + tag + "Content-Length: \(range.count + 10)\r\n\r\n"), body, .close]
        case .announcesTooLittle:
            return [.text(line + place + tag + "Content-Length: \(range.count / 2)\r\n\r\n"), body, .close]
        case .negativeLength: return [.text(line + place + tag + "Content-Length: -5\r\n\r\n"), body, .close]
        case .lengthIsText: return [.text(line + place + tag + "Content-Length: all\r\n\r\n"), body, .close]
        case .twoLengths:
            return [.text(line + place + tag + length + "Content-Length: 7\r\n\r\n"), body, .close]
        case .rangeOfAnotherPlace:
            let other = range.lowerBound + 1_000
            return [
                .text(
                    line + "Content-Range: bytes \(other)-\(other + Int64(range.count) - 1)/\(origin.length)\r\n" + tag
                        + length + end),
                body,
            ]
        case .rangeBackwards:
            return [.text(line + "Content-Range: bytes 500-100/\(origin.length)\r\n" + tag + length + end), body]
        case .partWithoutRange: return [.text(line + tag + length + end), body]
        case .multipart:
            return [.text(line + "Content-Type: multipart/byteranges; boundary=x\r\n" + tag + length + end), body]
        case .totalUnknown:
            return [
                .text(
                    line + "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/*\r\n" + tag + length + end
                ),
                body,
            ]
        case .refusesAllRanges: return plain("416 No", "Content-Range: bytes */\(origin.length)\r\n")
        case .versionChanges: return [.text(line + place + "ETag: \"\(count)\"\r\n" + length + end), body]
        case .versionIsNonsense:
            return [.text(line + place + "ETag: \(String(repeating: "x", count: 9_000))\r\n" + length + end), body]
        case .redirectsInCircles: return plain("302 There", "Location: \(request.path)\r\n")
        case .redirectsToNothing: return plain("302 There")
        case .redirectsToFile: return plain("302 There", "Location: file:///etc/passwd\r\n")
        case .redirectsToClosedPort: return plain("302 There", "Location: http://127.0.0.1:1/\r\n")
        case .compresses: return [.text(line + place + tag + "Content-Encoding: gzip\r\n" + length + end), body]
        case .hundredHeaders:
            let fields = (0..<100).map { "X-Field-\($0): value\r\n" }.joined()
            return [.text(line + fields + place + tag + length + end), body]
        case .endlessHeader:
            return [.text(line)] + (0..<200).map { .text("X-\($0): " + String(repeating: "y", count: 8_000) + "\r\n") }
        case .tooManyRequests: return plain("429 Slow")
        case .tooManyRequestsForHours: return plain("429 Slow", "Retry-After: 7200\r\n")
        case .unavailable: return plain("503 Later")
        case .unavailableSoon:
            return count == 0 ? plain("503 Later", "Retry-After: 0\r\n") : [.text(good), body]
        case .notFound: return plain("404 No")
        case .forbidden: return plain("403 No")
        case .broken: return plain("500 No")
        case .teapot: return plain("418 No")
        case .empty: return plain("204 Nothing")
        case .page:
            let text = "<html><body>Please log in</body></html>"
            return [.text("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(text.count)\r\n\r\n\(text)")]
        case .notHTTP: return [.text("SSH-2.0-OpenSSH_9.2\r\n"), .close]
        case .binary: return [.bytes((0..<2_000).map { UInt8(truncatingIfNeeded: $0 &* 167) }), .close]
        }
    }
}
