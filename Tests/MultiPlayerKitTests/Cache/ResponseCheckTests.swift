import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

struct ResponseCheckTests {
    typealias Verdict = ResponseCheck.Verdict

    static let proof = [("ETag", "\"a\"")]
    static let known = MediaVersion(etag: "\"a\"", lastModified: nil, length: 1_000)

    static func verdict(
        _ status: Int, _ fields: [(String, String)], asked: Range<Int64>? = 100..<200, known: MediaVersion? = nil
    ) -> Verdict {
        let head = ResponseHead(status: status, fields: fields.map { (name: $0.0, value: $0.1) })
        return ResponseCheck(asked: asked, known: known, longest: 1 << 40).verdict(on: head, now: 784_111_777)
    }

    static func part(_ range: String, _ more: [(String, String)] = proof) -> [(String, String)] {
        [("Content-Range", range)] + more
    }

    @Test func `a part that was asked for is taken`() {
        let version = MediaVersion(etag: "\"a\"", lastModified: nil, length: 1_000)
        let answer = ResponseCheck.Acceptance(
            start: 100, end: 200, manner: .ranged, version: version, contentType: nil, hasCertainEnd: true)
        #expect(Self.verdict(206, Self.part("bytes 100-199/1000")) == .accept(answer))
        #expect(Self.verdict(206, Self.part("bytes 100-199/1000"), known: Self.known) == .accept(answer))
        #expect(Self.verdict(206, Self.part("bytes 100-199/1000") + [("Content-Length", "100")]) == .accept(answer))
        // More than was asked for is cut off, less goes on later.
        #expect(Self.verdict(206, Self.part("bytes 100-299/1000")) == .accept(answer))
        var less = answer
        less.end = 150
        #expect(Self.verdict(206, Self.part("bytes 100-149/1000")) == .accept(less))
    }

    @Test(arguments: [
        "bytes 99-199/1000", "bytes 101-199/1000", "bytes 199-100/1000", "bytes 100-1999/1000", "bytes 100-199/*",
        "bytes */1000", "bytes", "", "bytes 100-199", "items 100-199/1000", "bytes 100-199/99999999999999999999",
        "bytes -100-199/1000", "bytes 100--199/1000", "bytes 100-199/1000/1000", "bytes 100-199,300-399/1000",
        "bytes +100-199/1000", "bytes 100-18446744073709551715/1000",
    ])
    func `a part in the wrong place is asked for anew`(range: String) {
        #expect(Self.verdict(206, Self.part(range)) == .askForAll)
    }

    @Test func `a part without proof is not put beside others`() {
        #expect(Self.verdict(206, Self.part("bytes 100-199/1000", [])) == .askForAll)
        #expect(Self.verdict(206, Self.part("bytes 100-199/1000", [("ETag", "W/\"a\"")])) == .askForAll)
        #expect(Self.verdict(206, Self.part("bytes 100-199/1000", []), known: Self.known) == .askForAll)
        #expect(Self.verdict(206, Self.part("bytes 100-199/1000") + [("Content-Length", "99")]) == .askForAll)
        let dated = [("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"), ("Date", "Sun, 06 Nov 1994 08:49:37 GMT")]
        #expect(Self.verdict(206, Self.part("bytes 100-199/1000", dated)) == .askForAll)
        #expect(Self.verdict(206, Self.part("bytes 100-199/1000"), asked: nil) == .refuse(.nonsense))
    }

    @Test func `another version is another version`() {
        #expect(Self.verdict(206, Self.part("bytes 100-199/1000", [("ETag", "\"b\"")]), known: Self.known) == .changed)
        #expect(Self.verdict(206, Self.part("bytes 100-199/1001"), known: Self.known) == .changed)
        #expect(Self.verdict(200, [("ETag", "\"b\"")], known: Self.known) == .changed)
        #expect(Self.verdict(200, [("Content-Length", "999")], known: Self.known) == .changed)
        #expect(Self.verdict(416, [("Content-Range", "bytes */50")], known: Self.known) == .changed)
        #expect(Self.verdict(416, [("Content-Range", "bytes */1000")], known: Self.known) == .askForAll)
    }

    @Test func `statuses`() {
        #expect(Self.verdict(404, []) == .refuse(.status(404)))
        #expect(Self.verdict(304, []) == .refuse(.redirect))
        #expect(Self.verdict(503, [("Retry-After", "7")]) == .tryAgain(after: .seconds(7)))
        #expect(Self.verdict(429, [("Retry-After", "Sun, 06 Nov 1994 08:49:47 GMT")]) == .tryAgain(after: .seconds(10)))
        #expect(Self.verdict(429, [("Retry-After", "-5")]) == .tryAgain(after: nil))
        #expect(Self.verdict(503, [("Retry-After", "99999999999999999")]) == .tryAgain(after: .seconds(31_536_000)))
        #expect(Self.verdict(200, [("Content-Encoding", "gzip")]) == .refuse(.encoded))
        #expect(
            Self.verdict(200, [("Content-Length", "99999999999999999")]) == .refuse(.tooLong(99_999_999_999_999_999)))
    }

    @Test func `long values are no values`() {
        let long = String(repeating: "a", count: 10_000)
        let head = ResponseHead(status: 200, fields: [(name: "ETag", value: "\"\(long)\""), (name: long, value: "a")])
        #expect(head["etag"] == nil && head[long] == nil)
        #expect(ResponseHead(status: 200, fields: [(name: "Content-Type", value: "text/../../x")]).contentType == nil)
        #expect(ResponseHead(status: 200, fields: [(name: "ETag", value: "\"a\r\nX: y\"")]).version.etag == nil)
    }

    /// Whatever a server says, what is accepted adds up.
    @Test(arguments: 0..<100 as Range<UInt64>)
    func `no garbage is accepted for what it is not`(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        for _ in 0..<100 {
            let fields = Garbage.fields(&numbers)
            let status =
                [200, 200, 206, 206, 206, 416, 429, 503, 304, Int.random(in: -10...1_000, using: &numbers)]
                .randomElement(using: &numbers) ?? 0
            let asked: Range<Int64>? = Bool.random(using: &numbers) ? 100..<200 : nil
            let known = Bool.random(using: &numbers) ? Self.known : nil
            let verdict = Self.verdict(status, fields, asked: asked, known: known)
            guard case .accept(let answer) = verdict else { continue }
            #expect(answer.start == (answer.manner == .ranged ? asked?.lowerBound : 0))
            if answer.manner == .ranged {
                #expect(answer.version.isProven)
                #expect(answer.end.map { $0 > answer.start && $0 <= 200 } == true)
                #expect(answer.version.length.map { $0 >= answer.end ?? 0 } == true)
                if let known { #expect(known.isSame(as: answer.version)) }
            }
            if let length = answer.version.length { #expect((0...1 << 40).contains(length)) }
            if let known { #expect(!known.differs(from: answer.version)) }
            #expect((answer.version.condition ?? "").utf8.allSatisfy { $0 >= 0x20 })
        }
    }
}

/// What a broken or hostile server may send.
enum Garbage {
    static let names = [
        "Content-Range", "Content-Length", "ETag", "Last-Modified", "Date", "Content-Type", "Content-Encoding",
        "Transfer-Encoding", "Retry-After", "Accept-Ranges", "Location", "Set-Cookie", "WWW-Authenticate", "X",
    ]

    static let values = [
        "bytes 100-199/1000", "bytes 0-99/1000", "bytes */1000", "bytes 100-199/*", "100", "1000", "-1", "", "\"a\"",
        "W/\"a\"", "\"", "Sun, 06 Nov 1994 08:49:37 GMT", "Mon, 07 Nov 1994 08:49:37 GMT", "video/mp4", "/", "gzip",
        "identity", "chunked", "7", "bytes", "none", "99999999999999999999", "9223372036854775807", "0x10", "NaN",
        "/x", "http://[", "Basic realm=\"", "Digest", "a=b; expires=never; domain=..; path", "=;=;=",
    ]

    static func fields(_ numbers: inout SplitMix) -> [(String, String)] {
        (0..<Int.random(in: 0..<8, using: &numbers)).map { _ in
            (names.randomElement(using: &numbers) ?? "", value(&numbers))
        }
    }

    static func value(_ numbers: inout SplitMix) -> String {
        var text = values.randomElement(using: &numbers) ?? ""
        switch Int.random(in: 0..<6, using: &numbers) {
        case 0: text += values.randomElement(using: &numbers) ?? ""
        case 1:
            let scalars = (0..<Int.random(in: 1..<20, using: &numbers)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0x20..<0x2FF, using: &numbers))
            }
            text = String(String.UnicodeScalarView(scalars))
        case 2:
            var bytes = Array(text.utf8)
            if !bytes.isEmpty {
                bytes[Int.random(in: 0..<bytes.count, using: &numbers)] = UInt8.random(in: 0x20..<0x7F, using: &numbers)
            }
            text = String(decoding: bytes, as: UTF8.self)
        case 3: text = String(text.prefix(Int.random(in: 0...text.count, using: &numbers)))
        default: break
        }
        return text
    }

    /// A whole answer, head and body; some heads do not end.
    static func answer(_ numbers: inout SplitMix) -> [UInt8] {
        func noise(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) } }
        let statuses = [
            "200 OK", "206 Part", "206 Part", "302 There", "401 No", "416 No", "103 Go on", "999", "", "20 0", "-1 x",
        ]
        let status = statuses.randomElement(using: &numbers) ?? ""
        let versions = ["HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/9.9", "ICY", "HTTP"]
        let version = versions.randomElement(using: &numbers) ?? ""
        let first = "\(version) \(status)\r\n"
        let end = numbers.next() % 8 == 0 ? [] : Array("\r\n\r\n".utf8)
        switch Int.random(in: 0..<12, using: &numbers) {
        case 0: return noise(Int.random(in: 0..<2_000, using: &numbers)) + end
        case 1: return Array(first.utf8) + noise(Int.random(in: 0..<500, using: &numbers)) + end
        case 2: return Array("\(first)X: \(String(repeating: "a", count: 500_000))\r\n\r\n".utf8)
        case 3: return Array(first.utf8)
        case 4:
            // Trailers behind a body in chunks.
            let trailers = fields(&numbers).map { "\($0.0): \($0.1)\r\n" }.joined()
            return Array("\(first)Transfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n0\r\n\(trailers)\r\n".utf8)
        default: break
        }
        var head = Array(first.utf8)
        for (name, value) in fields(&numbers) { head += Array("\(name): \(value)\r\n".utf8) }
        if Bool.random(using: &numbers) {
            for _ in 0..<3 {
                head[Int.random(in: 0..<head.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
            }
        }
        return head + end + noise(Int.random(in: 0..<5_000, using: &numbers))
    }
}
