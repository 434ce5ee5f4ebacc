import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitCache
@testable import TestTools

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

    @Test func `a response with the requested part is accepted`() {
        let version = MediaVersion(etag: "\"a\"", lastModified: nil, length: 1_000)
        let answer = ResponseCheck.Acceptance(
            start: 100, end: 200, manner: .ranged, version: version, contentType: nil, hasCertainEnd: true)
        #expect(Self.verdict(206, Self.part("bytes 100-199/1000")) == .accept(answer))
        #expect(Self.verdict(206, Self.part("bytes 100-199/1000"), known: Self.known) == .accept(answer))
        #expect(Self.verdict(206, Self.part("bytes 100-199/1000") + [("Content-Length", "100")]) == .accept(answer))
        // A part that is too long is cut to the request; a shorter one is accepted as it is.
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
    func `a part with a wrong or unreadable range leads to a request for all`(range: String) {
        #expect(Self.verdict(206, Self.part(range)) == .askForAll)
    }

    @Test func `a part without proof of its version is not accepted`() {
        #expect(Self.verdict(206, Self.part("bytes 100-199/1000", [])) == .askForAll)
        #expect(Self.verdict(206, Self.part("bytes 100-199/1000", [("ETag", "W/\"a\"")])) == .askForAll)
        #expect(Self.verdict(206, Self.part("bytes 100-199/1000", []), known: Self.known) == .askForAll)
        #expect(Self.verdict(206, Self.part("bytes 100-199/1000") + [("Content-Length", "99")]) == .askForAll)
        let dated = [("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"), ("Date", "Sun, 06 Nov 1994 08:49:37 GMT")]
        #expect(Self.verdict(206, Self.part("bytes 100-199/1000", dated)) == .askForAll)
        #expect(Self.verdict(206, Self.part("bytes 100-199/1000"), asked: nil) == .refuse(.nonsense))
    }

    @Test func `a response of another version is reported as changed`() {
        #expect(Self.verdict(206, Self.part("bytes 100-199/1000", [("ETag", "\"b\"")]), known: Self.known) == .changed)
        #expect(Self.verdict(206, Self.part("bytes 100-199/1001"), known: Self.known) == .changed)
        #expect(Self.verdict(200, [("ETag", "\"b\"")], known: Self.known) == .changed)
        #expect(Self.verdict(200, [("Content-Length", "999")], known: Self.known) == .changed)
        #expect(Self.verdict(416, [("Content-Range", "bytes */50")], known: Self.known) == .changed)
        #expect(Self.verdict(416, [("Content-Range", "bytes */1000")], known: Self.known) == .askForAll)
    }

    @Test func `unusable responses are refused and busy servers are tried again`() {
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

    @Test func `header values that are too long or malformed are ignored`() {
        let long = String(repeating: "a", count: 10_000)
        let head = ResponseHead(status: 200, fields: [(name: "ETag", value: "\"\(long)\""), (name: long, value: "a")])
        #expect(head["etag"] == nil && head[long] == nil)
        #expect(ResponseHead(status: 200, fields: [(name: "Content-Type", value: "text/../../x")]).contentType == nil)
        #expect(ResponseHead(status: 200, fields: [(name: "ETag", value: "\"a\r\nX: y\"")]).version.etag == nil)
    }

    /// Whatever a server sends, an accepted response is consistent.
    @Test(arguments: 0..<100 as Range<UInt64>)
    func `a response that is accepted out of garbage is consistent`(seed: UInt64) {
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
