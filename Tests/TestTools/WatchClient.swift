#if os(Linux)
    import Foundation

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitKiosk

    import Glibc

    /// Connects to a `WatchServer` and behaves as badly as it is told.
    final class WatchClient: Sendable {
        private let descriptor: Int32

        /// - Throws: `PosixError`.
        init(socket path: String) throws {
            descriptor = try Self.open(AF_UNIX, PosixAddress(path: path)!)
        }

        /// - Parameter address: the last number of an address 127.0.0.x.
        init(port: Int, address: UInt8 = 1) throws {
            let one = PosixAddress(loopbackPort: UInt16(port))
            descriptor = try Self.open(AF_INET, one, lastNumber: address)
        }

        deinit {
            close(descriptor)
        }

        /// - Returns: whether all of it was taken.
        @discardableResult
        func send(_ bytes: [UInt8]) -> Bool {
            var done = 0
            while done < bytes.count {
                let count = bytes[done...].withUnsafeBytes { raw in
                    Glibc.send(descriptor, raw.baseAddress, raw.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return false }
                done += count
            }
            return true
        }

        @discardableResult
        func send(_ text: String) -> Bool { send(Array(text.utf8)) }

        /// Reads everything until the other side ends the connection.
        ///
        /// - Returns: `nil`: the end did not come within ten seconds, or was a reset.
        func readAll() -> [UInt8]? {
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 64 << 10)
            while true {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                if count == 0 { return bytes }
                if count < 0 { return nil }
                bytes += buffer.prefix(count)
            }
        }

        func readText() -> String? { readAll().map { String(decoding: $0, as: UTF8.self) } }

        func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

        /// Makes closing the connection a reset.
        func resetAtEnd() {
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        }

        /// Whether the other side ends the connection within a time, even if data is still unread.
        func isEnded(within milliseconds: Int32) -> Bool {
            // POLLRDHUP, which Swift's Glibc module does not offer.
            let ends: Int16 = 0x2000
            var poller = pollfd(fd: descriptor, events: ends, revents: 0)
            return poll(&poller, 1, milliseconds) > 0
        }

        private static func open(_ family: Int32, _ address: PosixAddress, lastNumber: UInt8 = 1) throws -> Int32 {
            let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
            guard descriptor >= 0 else { throw PosixError("socket") }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            var time = timeval(tv_sec: 10, tv_usec: 0)
            for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
                setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
            }
            let result = address.withPointer { pointer, length in
                if family == AF_INET {
                    let raw = UnsafeMutableRawPointer(mutating: pointer).assumingMemoryBound(to: sockaddr_in.self)
                    raw.pointee.sin_addr.s_addr = (0x7F00_0000 | UInt32(lastNumber)).bigEndian
                }
                return connect(descriptor, pointer, length)
            }
            guard result == 0 else {
                let error = PosixError("connect")
                close(descriptor)
                throw error
            }
            return descriptor
        }
    }

    extension WatchServer {
        /// What a browser would get; `nil`: no answer.
        func get(_ target: String, _ method: String = "GET") -> (status: Int, head: String, body: String)? {
            guard let port, let client = try? WatchClient(port: port) else { return nil }
            client.send("\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            return client.readText().flatMap(Self.parse)
        }

        static func parse(_ answer: String) -> (status: Int, head: String, body: String)? {
            guard let end = answer.range(of: "\r\n\r\n"), answer.hasPrefix("HTTP/1.1 ") else { return nil }
            let status = Int(answer.dropFirst(9).prefix(3)) ?? 0
            return (status, String(answer[..<end.lowerBound]), String(answer[end.upperBound...]))
        }
    }
#endif
