#if canImport(CGStreamer)
    import Foundation
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitKiosk

    #if THREAD_SANITIZER
        import struct MultiPlayerKit.Mutex
    #else
        import Synchronization
    #endif

    /// An X server that ends in the middle of a word: a real one, whose clients lose it after a number of bytes.
    final class CutDisplay: Sendable {
        /// One direction of a connection.
        private struct Way {
            var from: PosixSocket
            var to: PosixSocket
            var comesFromServer: Bool
        }

        private struct State {
            /// How many more bytes the server gets to say.
            var left = Int.max
            var isStopped = false
        }

        /// As in `DISPLAY`.
        let name: String
        /// Where clients connect.
        private let path: String
        private let server = Process()
        private let state = Mutex(State())
        private let done = DispatchSemaphore(value: 0)

        init() throws {
            let pipe = Pipe()
            server.executableURL = URL(filePath: "/usr/bin/env")
            // A test's thread blocks signals, and children inherit that: the first option lets the server be ended.
            server.arguments = [
                "--default-signal=TERM", "Xvfb", "-displayfd", "1", "-noreset", "-screen", "0", "640x360x24",
                "-nolisten", "tcp",
            ]
            server.standardOutput = pipe
            server.standardError = FileHandle.nullDevice
            try server.run()
            // The server writes its number when it is ready.
            let text = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
            let number = try #require(
                Int(text.trimmingCharacters(in: .whitespacesAndNewlines)), "Xvfb does not start")
            // Far above the numbers that servers take by themselves.
            name = ":\(number + Self.offset)"
            path = Self.path(number + Self.offset)
            // Left by a process that was killed.
            unlink(path)
            let listener = try PosixSocket(AF_UNIX, .stream)
            try listener.bind(try #require(PosixAddress(path: path)))
            try listener.listen()
            let address = try #require(PosixAddress(path: Self.path(number)))
            Thread.detachNewThread { [self] in
                carry(listener, to: address)
                done.signal()
            }
        }

        private static let offset = 1_000

        private static func path(_ number: Int) -> String { "/tmp/.X11-unix/X\(number)" }

        /// Ends both servers.
        func close() {
            state.withLock { $0.isStopped = true }
            done.wait()
            unlink(path)
            server.terminate()
            server.waitUntilExit()
        }

        /// Serves again, for this many bytes.
        func serve(_ bytes: Int) { state.withLock { $0.left = bytes } }

        var hasEnded: Bool { state.withLock { $0.left == 0 } }

        private func carry(_ listener: PosixSocket, to server: PosixAddress) {
            var ways: [Way] = []
            var buffer = [UInt8](repeating: 0, count: 64 << 10)
            while !state.withLock(\.isStopped) {
                var pollers = ([listener] + ways.map(\.from)).map {
                    pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
                }
                poll(&pollers, nfds_t(pollers.count), 10)
                while let client = try? listener.accept() {
                    guard !hasEnded, let back = try? PosixSocket(AF_UNIX, .stream), (try? back.connect(server)) != nil
                    else { continue }
                    ways.append(Way(from: client, to: back, comesFromServer: false))
                    ways.append(Way(from: back, to: client, comesFromServer: true))
                }
                for (way, poller) in zip(ways, pollers.dropFirst()) where poller.revents != 0 {
                    var result = way.from.receive(into: &buffer)
                    if case .bytes(let count) = result {
                        let bytes = way.comesFromServer ? pass(count) : count
                        if !send(buffer[..<bytes], to: way.to) { result = .failed }
                    }
                    if result == .end || result == .failed {
                        let gone = [way.from.descriptor, way.to.descriptor]
                        ways.removeAll { gone.contains($0.from.descriptor) }
                    }
                }
                if hasEnded { ways = [] }
            }
        }

        /// How many of these bytes are still said.
        private func pass(_ count: Int) -> Int {
            state.withLock { state in
                let bytes = min(count, state.left)
                state.left -= bytes
                return bytes
            }
        }

        private func send(_ bytes: ArraySlice<UInt8>, to socket: PosixSocket) -> Bool {
            var rest = bytes
            while !rest.isEmpty {
                switch socket.send(rest) {
                case .bytes(let count): rest = rest.dropFirst(count)
                case .later: _ = socket.wait(for: Int32(POLLOUT), until: HostTime.now.advanced(by: .seconds(1)))
                case .end, .failed: return false
                }
            }
            return true
        }
    }
#endif
