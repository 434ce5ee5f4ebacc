import Foundation

@testable import MultiPlayerKit
@testable import TestTools

/// Serves files on loopback by name, with ranges, and slowly where a test needs a real line.
struct MediaServer {
    let server: FaultServer

    /// - Parameters:
    ///   - delay: milliseconds before each answer.
    ///   - line: the line that all answers share; `nil`: they are sent as fast as possible.
    init(_ files: [String: URL], delay: Int = 0, line: FaultServer.Line? = nil) throws {
        let contents = try files.mapValues { [UInt8](try Data(contentsOf: $0)) }
        server = try FaultServer { request in
            guard let data = contents[String(request.path.dropFirst())] else {
                return [.text("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n")]
            }
            let range = request.range(of: Int64(data.count))
            let span = range ?? 0..<Int64(data.count)
            var head = range == nil ? "HTTP/1.1 200 OK\r\n" : "HTTP/1.1 206 Part\r\n"
            if range != nil {
                head += "Content-Range: bytes \(span.lowerBound)-\(span.upperBound - 1)/\(data.count)\r\n"
            }
            head += "ETag: \"\(data.count)\"\r\nAccept-Ranges: bytes\r\nContent-Type: video/mp4\r\n"
            head += "Content-Length: \(span.count)\r\n\r\n"
            var actions: [FaultServer.Action] = delay > 0 ? [.wait(milliseconds: delay)] : []
            actions.append(.text(head))
            let body = Array(data[Int(span.lowerBound)..<Int(span.upperBound)])
            actions.append(line.map { .through($0, body) } ?? .bytes(body))
            return actions
        }
    }

    func url(_ name: String) -> URL { server.url("/\(name)") }

    /// The ranges requested of a file.
    func requests(_ name: String) -> [String?] { server.log.filter { $0.path == "/\(name)" }.map(\.range) }
}
