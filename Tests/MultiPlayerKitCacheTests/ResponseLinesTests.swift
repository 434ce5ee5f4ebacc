import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitCache

struct ResponseLinesTests {
    private func read(_ lines: [String]) -> (ResponseLines, [ResponseLines.Step]) {
        var result = ResponseLines()
        let steps = lines.map { result.take(Array($0.utf8)) }
        return (result, steps)
    }

    @Test func `a head is complete at its empty line`() {
        let (lines, steps) = read(["HTTP/1.1 206 Part\r\n", "ETag: \"a\"\r\n", "Content-Length:7\n", "\r\n"])
        #expect(steps == [.more, .more, .more, .complete])
        #expect(lines.status == 206)
        #expect(lines.head["etag"] == "\"a\"")
        #expect(lines.head.contentLength == 7)
    }

    @Test func `interim heads are ignored`() {
        let (lines, _) = read([
            "HTTP/1.1 103 Early\r\n", "ETag: \"early\"\r\n", "\r\n", "HTTP/1.1 200 OK\r\n", "X: y\r\n", "\r\n",
        ])
        #expect(lines.isComplete)
        #expect(lines.status == 200)
        #expect(lines.head["etag"] == nil)
        #expect(lines.head["x"] == "y")
    }

    @Test func `trailers change nothing`() {
        var (lines, _) = read(["HTTP/1.1 200 OK\r\n", "ETag: \"a\"\r\n", "\r\n"])
        #expect(lines.take(Array("ETag: \"b\"\r\n".utf8)) == .more)
        #expect(lines.take(Array("\r\n".utf8)) == .more)
        #expect(lines.head["etag"] == "\"a\"")
    }

    @Test func `a head that does not end is refused as too long`() {
        var lines = ResponseLines()
        var step = lines.take(Array("HTTP/1.1 200 OK\r\n".utf8))
        var count = 0
        while step == .more, count < 1_000 {
            step = lines.take([UInt8](repeating: UInt8(ascii: "x"), count: 1_000))
            count += 1
        }
        #expect(step == .tooLong)
        #expect(count < 300)
    }

    @Test func `only a redirecting status with an address is a redirect`() {
        let long = "https://example.org/" + String(repeating: "s", count: 2_000)
        #expect(read(["HTTP/1.1 302 There\r\n", "Location: \(long)\r\n", "\r\n"]).0.location == long)
        #expect(read(["HTTP/1.1 302 There\r\n", "\r\n"]).0.location == nil)
        #expect(read(["HTTP/1.1 201 Made\r\n", "Location: /x\r\n", "\r\n"]).0.location == nil)
        #expect(read(["HTTP/1.1 304 Same\r\n", "Location: /x\r\n", "\r\n"]).0.location == nil)
    }

    @Test func `noise is read without a crash`() {
        var numbers = SplitMix(seed: 3)
        for _ in 0..<10_000 {
            var lines = ResponseLines()
            for _ in 0..<Int.random(in: 0..<8, using: &numbers) {
                let count = Int.random(in: 0..<40, using: &numbers)
                var line = (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
                if Bool.random(using: &numbers) {
                    line = Array("HTTP/\(Int.random(in: -9...9, using: &numbers)) ".utf8) + line
                }
                _ = lines.take(line)
            }
            _ = (lines.head.contentLength, lines.location)
        }
    }
}
