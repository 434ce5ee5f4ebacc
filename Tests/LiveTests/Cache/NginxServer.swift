import Foundation
import Synchronization

@testable import MultiPlayerKit
@testable import MultiPlayerKitCache
@testable import TestTools

/// The system's nginx, which serves some files on loopback; its log tells what was fetched.
final class NginxServer: Sendable {
    /// One answer, as the server logged it.
    struct Answer: Sendable {
        var name: String
        var status: Int
        /// The range of the file that was sent.
        var sent: Range<Int64>
    }

    private static let program = "/usr/sbin/nginx"
    private let scratch: ScratchFolder
    private var folder: URL { scratch.url }
    private let process: Process
    private let port: UInt16

    /// - Parameter bytesPerSecond: the rate of each answer; `nil`: as fast as possible.
    init(_ files: [String: URL], bytesPerSecond: Int? = nil) async throws {
        scratch = try ScratchFolder()
        let folder = scratch.url
        let root = folder.appending(path: "files")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        for (name, file) in files {
            try FileManager.default.createSymbolicLink(at: root.appending(path: name), withDestinationURL: file)
        }
        // A port that is free now; later requests for a free port get another.
        let holder = try FaultServer { _ in [] }
        port = holder.port
        holder.stop()
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(folder.path)/\($0);" }.joined(separator: " ")
        let text = """
            daemon off; master_process off; pid \(folder.path)/pid; error_log \(folder.path)/errors;
            events { worker_connections 256; }
            http {
                \(temporary)
                log_format ranges '$uri $status $body_bytes_sent $http_range';
                access_log \(folder.path)/log ranges;
                types { video/mp4 mp4; }
                sendfile off; output_buffers 1 32k;
                server {
                    listen 127.0.0.1:\(port);
                    root \(root.path);
                    \(bytesPerSecond.map { "limit_rate \($0);" } ?? "")
                }
            }
            """
        let settings = folder.appending(path: "nginx.conf")
        try text.write(to: settings, atomically: true, encoding: .utf8)
        process = Process()
        process.executableURL = URL(fileURLWithPath: Self.program)
        process.arguments = ["-c", settings.path, "-p", folder.path, "-e", folder.appending(path: "errors").path]
        try process.run()
        for _ in 0..<200 where !FileManager.default.fileExists(atPath: folder.appending(path: "pid").path) {
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    deinit { stop() }

    func url(_ name: String) -> URL { URL(string: "http://127.0.0.1:\(port)/\(name)")! }

    func stop() {
        guard process.isRunning else { return }
        // Not `terminate()`: processes started here have SIGTERM blocked.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    var answers: [Answer] {
        let log = (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? ""
        return log.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 4, let status = Int(words[1]), let count = Int64(words[2]) else { return nil }
            let start = words[3].dropFirst("bytes=".count).split(separator: "-").first.flatMap { Int64($0) } ?? 0
            return Answer(name: String(words[0].dropFirst()), status: status, sent: start..<start + count)
        }
    }

    /// The number of bytes sent, and how many of them had been sent before.
    var traffic: (sent: Int64, twice: Int64) {
        var seen: [String: ByteRangeSet] = [:]
        var (sent, twice): (Int64, Int64) = (0, 0)
        for answer in answers where answer.status == 200 || answer.status == 206 {
            sent += Int64(answer.sent.count)
            let again = seen[answer.name, default: ByteRangeSet()].present(in: answer.sent)
            twice += again.reduce(0) { $0 + Int64($1.count) }
            seen[answer.name, default: ByteRangeSet()].insert(answer.sent)
        }
        return (sent, twice)
    }
}
