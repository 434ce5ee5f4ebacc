#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport

    @testable import MultiPlayerKit

    #if THREAD_SANITIZER
        import struct MultiPlayerKit.Mutex
    #else
        import Synchronization
    #endif

    /// A bad network on loopback: relays the datagrams of one client to a server and back, each with a delay of its
    /// own.
    final class DatagramRelay: Sendable {
        private struct Packet {
            var due: HostTime
            var bytes: [UInt8]
            /// The client; `nil`: it goes to the server.
            var to: sockaddr_in?
        }

        let port: Int
        /// Whether anything gets through.
        let isOpen = Mutex(true)
        private let isStopped = Mutex(false)
        private let done = DispatchSemaphore(value: 0)

        /// - Parameters:
        ///   - port: the server's, on loopback.
        ///   - delay: seconds each way; `jitter` is the most by which a packet deviates from it.
        init(to port: Int, delay: Double, jitter: Double, seed: UInt64 = 1) {
            let front = Self.socket()
            let back = Self.socket()
            var name = sockaddr_in()
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            _ = withUnsafeMutablePointer(to: &name) { name in
                name.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(front, $0, &size) }
            }
            self.port = Int(UInt16(bigEndian: name.sin_port))
            let server = Self.loopback(port)
            Thread.detachNewThread { [self] in
                carry(front: front, back: back, server: server, delay: delay, jitter: jitter, seed: seed)
                Glibc.close(front)
                Glibc.close(back)
                done.signal()
            }
        }

        /// Ends the thread and waits for it.
        func close() {
            isStopped.withLock { $0 = true }
            done.wait()
        }

        private func carry(
            front: Int32, back: Int32, server: sockaddr_in, delay: Double, jitter: Double, seed: UInt64
        ) {
            var random = SplitMix(seed: seed)
            var waiting: [Packet] = []
            var client: sockaddr_in?
            while !isStopped.withLock({ $0 }) {
                var descriptors = [front, back].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
                // `poll` is exact to a millisecond; the remaining fraction of the wait is spent in a busy loop.
                let next = waiting.map(\.due).min().map { HostTime.now.duration(to: $0).seconds } ?? 0.05
                poll(&descriptors, 2, Int32(max(min(next * 1e3, 50), 0)))
                for (index, descriptor) in descriptors.enumerated() where descriptor.revents & Int16(POLLIN) != 0 {
                    guard let (bytes, sender) = Self.receive(descriptor.fd) else { continue }
                    if index == 0 { client = sender }
                    guard isOpen.withLock({ $0 }), index == 0 || client != nil else { continue }
                    let late = delay + Double.random(in: -jitter...jitter, using: &random)
                    waiting.append(
                        Packet(
                            due: HostTime.now.advanced(by: .nearest(seconds: late)), bytes: bytes,
                            to: index == 0 ? nil : client))
                }
                let now = HostTime.now
                for packet in waiting where packet.due <= now {
                    Self.send(packet.bytes, from: packet.to == nil ? back : front, to: packet.to ?? server)
                }
                waiting.removeAll { $0.due <= now }
            }
        }

        private static func socket() -> Int32 {
            let descriptor = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
            var name = loopback(0)
            let status = withUnsafePointer(to: &name) { name in
                name.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            precondition(status == 0, "no socket on loopback")
            return descriptor
        }

        private static func loopback(_ port: Int) -> sockaddr_in {
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            name.sin_port = UInt16(port).bigEndian
            return name
        }

        private static func receive(_ descriptor: Int32) -> (bytes: [UInt8], sender: sockaddr_in)? {
            var bytes = [UInt8](repeating: 0, count: 2_048)
            var sender = sockaddr_in()
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let count = withUnsafeMutablePointer(to: &sender) { sender in
                sender.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    recvfrom(descriptor, &bytes, bytes.count, 0, $0, &size)
                }
            }
            return count > 0 ? (Array(bytes.prefix(count)), sender) : nil
        }

        private static func send(_ bytes: [UInt8], from descriptor: Int32, to name: sockaddr_in) {
            _ = withUnsafePointer(to: name) { name in
                name.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    sendto(descriptor, bytes, bytes.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
    }
#endif
