#if os(Linux)
    import Foundation
    import Testing

    @testable import MultiPlayerKit
    @testable import TestTools
    @testable import MultiPlayerKitKiosk

    import Glibc

    @Suite(.shared) struct KioskReadTests {
        /// Answers one connection with the bytes, repeated, and then closes it or not.
        static func serve(_ bench: WatchBench, _ bytes: [UInt8], times: Int = 1, ends: Bool = true) throws -> Thread {
            let listener = try PosixSocket(AF_UNIX, .stream)
            try listener.bind(PosixAddress(path: bench.socket.path)!)
            try listener.listen()
            let thread = Thread {
                let deadline = HostTime.now.advanced(by: .seconds(20))
                guard listener.wait(for: Int32(POLLIN), until: deadline), let peer = try? listener.accept() else {
                    return
                }
                for _ in 0..<times {
                    var rest = bytes[...]
                    while !rest.isEmpty {
                        switch peer.send(rest) {
                        case .bytes(let count): rest = rest.dropFirst(count)
                        case .later: if !peer.wait(for: Int32(POLLOUT), until: deadline) { return }
                        case .end, .failed: return
                        }
                    }
                }
                if !ends { _ = peer.wait(for: Int32(POLLIN), until: deadline) }
            }
            thread.start()
            return thread
        }

        static func failure(_ bench: WatchBench) async -> PlaybackError? {
            do {
                _ = try await WatchBench.aside { try KioskStatus.read(from: bench.socket) }
                return nil
            } catch {
                return error as? PlaybackError
            }
        }

        @Test func `a missing socket and a socket without a process are told apart`() async throws {
            let bench = WatchBench()
            #expect(await Self.failure(bench)?.code == .sourceNotFound)
            do {
                let listener = try PosixSocket(AF_UNIX, .stream)
                try listener.bind(PosixAddress(path: bench.socket.path)!)
                try listener.listen()
            }
            #expect(await Self.failure(bench)?.reason == "nobody listens there any more")
        }

        @Test func `an answer that is not a kiosk's status is an error`() async throws {
            for text in ["", "hello\n", "{}", "[1,2]"] {
                let bench = WatchBench()
                _ = try Self.serve(bench, Array(text.utf8))
                #expect(await Self.failure(bench)?.code == .sourceUnreadable)
            }
        }

        @Test func `an answer without end is given up after three seconds, one that keeps on after 4 MB`() async throws
        {
            let mute = WatchBench()
            _ = try Self.serve(mute, Array("{".utf8), ends: false)
            let start = HostTime.now
            #expect(await Self.failure(mute)?.code == .sourceUnreachable)
            #expect((2.9...4.5).contains(start.duration(to: .now).seconds))

            let endless = WatchBench()
            _ = try Self.serve(endless, [UInt8](repeating: 32, count: 1 << 20), times: 1_000)
            #expect(await Self.failure(endless)?.code == .sourceUnreachable)
        }
    }
#endif
