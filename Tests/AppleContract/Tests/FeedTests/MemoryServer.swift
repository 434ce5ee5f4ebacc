import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server inside the process that answers `URLSession` from memory, with ranges and an `ETag`.
final class MemoryServer: URLProtocol {
    struct Body: Sendable {
        var data: Data
        var type = "video/mp4"
        var version = 1
        /// Whether answers say how long it is; without that, they have no ranges either.
        var statesLength = true
    }

    private final class Shelf: @unchecked Sendable {
        // Guarded by `lock`.
        let lock = NSLock()
        var files: [String: Body] = [:]
        var served: [String: Int] = [:]
        var stopped: Set<String> = []
        var unanswered: Set<String> = []
        var abandoned: Set<String> = []
    }

    private static let shelf = Shelf()

    static func put(_ file: Body, at url: URL) {
        shelf.lock.withLock { shelf.files[url.absoluteString] = file }
    }

    /// The bytes of the file's bodies sent so far.
    static func served(_ url: URL) -> Int {
        shelf.lock.withLock { shelf.served[url.absoluteString] ?? 0 }
    }

    /// Leaves further requests for the file without an answer.
    static func stop(_ url: URL) {
        shelf.lock.withLock { _ = shelf.stopped.insert(url.absoluteString) }
    }

    /// Whether a request for the file has come that gets no answer.
    static func isUnanswered(_ url: URL) -> Bool {
        shelf.lock.withLock { shelf.unanswered.contains(url.absoluteString) }
    }

    /// Whether a request for the file was cancelled before it had an answer.
    static func isAbandoned(_ url: URL) -> Bool {
        shelf.lock.withLock { shelf.abandoned.contains(url.absoluteString) }
    }

    static func session() -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [MemoryServer.self]
        return configuration
    }

    override class func canInit(with request: URLRequest) -> Bool { request.url?.host == "memory.example" }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func stopLoading() {
        guard let url = request.url?.absoluteString else { return }
        Self.shelf.lock.withLock { if Self.shelf.stopped.contains(url) { Self.shelf.abandoned.insert(url) } }
    }

    override func startLoading() {
        guard let url = request.url, let file = Self.shelf.lock.withLock({ Self.shelf.files[url.absoluteString] })
        else {
            return answer(404, [:], Data())
        }
        let isStopped = Self.shelf.lock.withLock {
            guard Self.shelf.stopped.contains(url.absoluteString) else { return false }
            Self.shelf.unanswered.insert(url.absoluteString)
            return true
        }
        if isStopped { return }
        guard file.statesLength else { return answer(200, ["Content-Type": file.type], file.data) }
        var fields = [
            "Content-Type": file.type, "ETag": "\"\(file.version)\"", "Accept-Ranges": "bytes",
        ]
        let all = file.data.count
        guard let range = asked(of: all) else {
            fields["Content-Length"] = "\(all)"
            return answer(200, fields, file.data)
        }
        guard range.lowerBound < all else {
            fields["Content-Range"] = "bytes */\(all)"
            return answer(416, fields, Data())
        }
        fields["Content-Length"] = "\(range.count)"
        fields["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(all)"
        answer(206, fields, Data(file.data[range]))
    }

    private func asked(of length: Int) -> Range<Int>? {
        guard let field = request.value(forHTTPHeaderField: "Range"), field.hasPrefix("bytes=") else { return nil }
        let ends = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard ends.count == 2, let first = ends[0] else { return nil }
        return first..<max(first, min((ends[1] ?? .max - 1) + 1, length))
    }

    private func answer(_ status: Int, _ fields: [String: String], _ body: Data) {
        guard let url = request.url,
            let response = HTTPURLResponse(
                url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        if !body.isEmpty {
            Self.shelf.lock.withLock { Self.shelf.served[url.absoluteString, default: 0] += body.count }
            client?.urlProtocol(self, didLoad: body)
        }
        client?.urlProtocolDidFinishLoading(self)
    }
}
