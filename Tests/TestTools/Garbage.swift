import Foundation
import MultiPlayerKitTestSupport

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
            // Trailers after a chunked body.
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
