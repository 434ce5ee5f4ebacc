import Foundation

@testable import MultiPlayerKit

#if THREAD_SANITIZER
    import struct MultiPlayerKit.Mutex
#else
    import Synchronization
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A small web server on loopback that does what it is told, faults included. One thread for each connection.
final class FaultServer: Sendable {
    struct Request: Sendable {
        var path: String
        var fields: [String: String]

        /// The range requested of a resource of this length; `nil`: all of it.
        func range(of length: Int64) -> Range<Int64>? {
            guard let field = fields["range"], field.hasPrefix("bytes=") else { return nil }
            let ends = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
            guard ends.count == 2, let first = Int64(ends[0]) else { return nil }
            let last = Int64(ends[1]).map { min($0, length - 1) } ?? length - 1
            return first <= last ? first..<last + 1 : first..<first
        }
    }

    enum Action: Sendable {
        case text(String)
        case bytes([UInt8])
        /// Bytes of a resource.
        case body(Origin, Range<Int64>)
        case wait(milliseconds: Int)
        /// Bytes at the speed of a line.
        case through(Line, [UInt8])
        /// Closes the connection in order.
        case close
        /// Resets the connection.
        case reset
    }

    struct Entry: Sendable {
        var path: String
        /// As requested.
        var range: String?
        var condition: String?
        /// The ranges of a resource that were sent, as far as the socket took them.
        var sent: [Range<Int64>] = []
        var version: Int?
        let at = HostTime.now
        var fields: [String: String] = [:]
    }

    /// A line whose bandwidth all connections share.
    final class Line: Sendable {
        let bytesPerSecond: Int
        private let free = Mutex(HostTime.now)

        init(bytesPerSecond: Int) { self.bytesPerSecond = bytesPerSecond }

        /// Returns when this many bytes have gone through.
        func carry(_ bytes: Int) {
            let done = free.withLock { free -> HostTime in
                let time = Duration.nanoseconds(Int64(bytes) * 1_000_000_000 / Int64(bytesPerSecond))
                free = max(free, .now).advanced(by: time)
                return free
            }
            let wait = HostTime.now.duration(to: done)
            if wait > .zero { usleep(UInt32(wait.nanoseconds / 1_000)) }
        }
    }

    typealias Handler = @Sendable (Request) -> [Action]

    private struct State {
        var log: [Entry] = []
        var handler: Handler
        var isStopped = false
        var mostAtOnce = 0
        var atOnce = 0
    }

    let port: UInt16
    private let listener: Int32
    private let state: Mutex<State>

    init(_ handler: @escaping Handler) throws {
        state = Mutex(State(handler: handler))
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        listener = socket(AF_INET, kind, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = listener
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                bind(socket, raw, length) == 0 && listen(socket, 128) == 0 && getsockname(socket, raw, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRINUSE) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in accept() }
    }

    var log: [Entry] { state.withLock(\.log) }
    /// The most connections that had a request under way at the same time.
    var mostAtOnce: Int { state.withLock(\.mostAtOnce) }

    func forgetLog() { state.withLock { $0.log = [] } }
    func handle(_ handler: @escaping Handler) { state.withLock { $0.handler = handler } }

    func url(_ path: String) -> URL { URL(string: "http://127.0.0.1:\(port)\(path)")! }

    /// Accepts no more connections.
    func stop() {
        let wasRunning = state.withLock { state in
            defer { state.isStopped = true }
            return !state.isStopped
        }
        if wasRunning {
            shutdown(listener, Int32(SHUT_RDWR))
            close(listener)
        }
    }

    private func accept() {
        while !state.withLock(\.isStopped) {
            #if canImport(Glibc)
                let connection = Glibc.accept(listener, nil, nil)
            #else
                let connection = Darwin.accept(listener, nil, nil)
            #endif
            guard connection >= 0 else { return }
            #if canImport(Darwin)
                var on: Int32 = 1
                setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
            #endif
            _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
            Thread.detachNewThread { [self] in serve(connection) }
        }
    }

    private func serve(_ connection: Int32) {
        defer { close(connection) }
        var buffer: [UInt8] = []
        while let request = read(connection, &buffer) {
            let (handler, index) = state.withLock { state in
                state.atOnce += 1
                state.mostAtOnce = max(state.mostAtOnce, state.atOnce)
                state.log.append(
                    Entry(
                        path: request.path, range: request.fields["range"], condition: request.fields["if-range"],
                        fields: request.fields))
                return (state.handler, state.log.count - 1)
            }
            let goesOn = perform(handler(request), on: connection, entry: index)
            state.withLock { $0.atOnce -= 1 }
            guard goesOn else { return }
        }
    }

    private func read(_ connection: Int32, _ buffer: inout [UInt8]) -> Request? {
        let end = Array("\r\n\r\n".utf8)
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while true {
            if let text = String(bytes: buffer, encoding: .utf8), let found = text.range(of: "\r\n\r\n") {
                buffer.removeFirst(text[..<found.lowerBound].utf8.count + end.count)
                return parse(String(text[..<found.lowerBound]))
            }
            let count = recv(connection, &chunk, chunk.count, 0)
            guard count > 0 else { return nil }
            buffer += chunk[..<count]
        }
    }

    private func parse(_ text: String) -> Request? {
        let lines = text.components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count == 3 else { return nil }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        return Request(path: String(words[1]), fields: fields)
    }

    private func perform(_ actions: [Action], on connection: Int32, entry: Int) -> Bool {
        for action in actions {
            switch action {
            case .text(let text):
                if !send(Array(text.utf8), on: connection) { return false }
            case .bytes(let bytes):
                if !send(bytes, on: connection) { return false }
            case .body(let origin, let range):
                var position = range.lowerBound
                while position < range.upperBound {
                    let end = min(position + (32 << 10), range.upperBound)
                    guard send(origin.bytes(position..<end), on: connection) else { return false }
                    note(position..<end, of: origin, entry)
                    position = end
                }
            case .wait(let milliseconds): usleep(UInt32(milliseconds) * 1_000)
            case .through(let line, let bytes):
                // A hundredth of a second's worth at a time, so that several connections share the line side by side.
                var place = 0
                while place < bytes.count {
                    let next = min(place + max(line.bytesPerSecond / 100, 1), bytes.count)
                    line.carry(next - place)
                    if !send(Array(bytes[place..<next]), on: connection) { return false }
                    place = next
                }
            case .close: return false
            case .reset:
                var linger = linger(l_onoff: 1, l_linger: 0)
                setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
                return false
            }
        }
        return true
    }

    private func note(_ range: Range<Int64>, of origin: Origin, _ entry: Int) {
        state.withLock { state in
            guard entry < state.log.count else { return }
            state.log[entry].version = origin.version
            if let last = state.log[entry].sent.last, last.upperBound == range.lowerBound {
                state.log[entry].sent[state.log[entry].sent.count - 1] = last.lowerBound..<range.upperBound
            } else {
                state.log[entry].sent.append(range)
            }
        }
    }

    private func send(_ bytes: [UInt8], on connection: Int32) -> Bool {
        #if canImport(Glibc)
            let flags = Int32(MSG_NOSIGNAL)
        #else
            let flags: Int32 = 0
        #endif
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { raw in
                #if canImport(Glibc)
                    Glibc.send(connection, raw.baseAddress! + done, raw.count - done, flags)
                #else
                    Darwin.send(connection, raw.baseAddress! + done, raw.count - done, flags)
                #endif
            }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }
}
