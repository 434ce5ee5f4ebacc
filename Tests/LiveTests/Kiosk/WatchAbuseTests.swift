#if os(Linux)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import TestTools
    @testable import MultiPlayerKitKiosk

    import Glibc

    /// Clients that misbehave; after all of them everything is as it was.
    @Suite(.shared, .serialized, .timeLimit(.minutes(5)))
    struct WatchAbuseTests {
        /// The number of clients that send garbage. The long form: `WATCH_GARBAGE=20000`.
        static let garbage = ProcessInfo.processInfo.environment["WATCH_GARBAGE"].flatMap(Int.init) ?? 300

        /// Runs `body` with a server, then checks that the server still answers and that no connection is left.
        static func tryOut(
            _ status: KioskStatus = .sample, _ body: (WatchBench, WatchServer) async throws -> Void
        ) async throws {
            let bench = WatchBench()
            let server = try bench.server(status)
            try await body(bench, server)
            #expect(try await WatchBench.aside { try KioskStatus.read(from: bench.socket) } == status)
            #expect(try await WatchBench.aside { server.get("/metrics")?.status } == 200)
            #expect(
                try await WatchBench.comes { bench.openEnds(port: server.port!) == 2 },
                "\(bench.openEnds(port: server.port!)) sockets are open")
            server.stop()
            #expect(bench.openEnds(port: server.port!) == 0)
        }

        @Test func `the server survives three hundred clients that send garbage`() async throws {
            try await Self.tryOut { bench, server in
                let answered = try await withThrowingTaskGroup(of: Int.self) { group in
                    let lanes = 30
                    for lane in 0..<lanes {
                        group.addTask {
                            try await WatchBench.aside {
                                stride(from: lane, to: Self.garbage, by: lanes).count { seed in
                                    var numbers = SplitMix(seed: UInt64(seed))
                                    return Self.behaveBadly(bench, server, &numbers)
                                }
                            }
                        }
                    }
                    return try await group.reduce(0, +)
                }
                print("of \(Self.garbage) that sent garbage, \(answered) read an answer")
                // A server that dropped all of them at once would pass all other checks.
                #expect(answered > Self.garbage / 10)
            }
        }

        /// - Returns: whether an answer came.
        private static func behaveBadly(_ bench: WatchBench, _ server: WatchServer, _ numbers: inout SplitMix) -> Bool {
            let isLocal = Int.random(in: 0..<3, using: &numbers) == 0
            guard
                let client = try? isLocal
                    ? WatchClient(socket: bench.socket.path) : WatchClient(port: server.port!)
            else { return false }
            if Bool.random(using: &numbers) {
                let starts = ["GET /", "GET /metrics HTTP/1.1\r\n", "POST / HTTP/1.1\r\n\r\n"]
                client.send(starts.randomElement(using: &numbers)!)
            }
            let count = Int.random(in: 0...6_000, using: &numbers)
            client.send((0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) })
            if Bool.random(using: &numbers) { client.send("\r\n\r\n") }
            switch Int.random(in: 0..<5, using: &numbers) {
            case 0: client.resetAtEnd()
            case 1: client.finishSending()
            case 2: usleep(UInt32.random(in: 0...20_000, using: &numbers))
            default: return client.readAll()?.isEmpty == false
            }
            return false
        }

        @Test func `the server survives two hundred silent clients at once`() async throws {
            try await Self.tryOut { bench, server in
                var crowd: [WatchClient] = []
                for number in 0..<200 {
                    crowd.append(
                        try number % 2 == 0 ? WatchClient(port: server.port!) : WatchClient(socket: bench.socket.path))
                    guard number % 20 == 0 else { continue }
                    #expect(try KioskStatus.read(from: bench.socket) == .sample)
                    #expect(server.get("/status")?.status == 200)
                    #expect(bench.openEnds(port: server.port!) <= 2 + WatchLoop.mostConnections)
                }
                // The rest of them are disconnected when their time is over.
                let all = crowd
                #expect(try await WatchBench.aside { all.allSatisfy { $0.isEnded(within: 4_500) } })
            }
        }

        @Test func `clients that never read are disconnected, and others are served meanwhile`() async throws {
            try await Self.tryOut(.vast) { bench, server in
                #expect(KioskStatus.vast.json().count > 512 << 10)
                let start = HostTime.now
                let deaf = try (0..<10).map { _ in try WatchClient(socket: bench.socket.path) }
                let deafWeb = try (0..<5).map { _ in
                    let client = try WatchClient(port: server.port!)
                    client.send("GET /metrics HTTP/1.1\r\n\r\n")
                    return client
                }
                #expect(try await WatchBench.aside { try KioskStatus.read(from: bench.socket) } == .vast)
                #expect(start.duration(to: .now) < .seconds(2))
                #expect(try await WatchBench.aside { deaf.allSatisfy { $0.isEnded(within: 4_500) } })
                // Over TCP, the end shows only to a client that reads; so check that the server has closed its ends.
                #expect(try await WatchBench.comes { bench.openEnds(port: server.port!) == 2 })
                #expect(start.duration(to: .now) > .milliseconds(2_900))
                withExtendedLifetime(deafWeb) {}
            }
        }

        @Test func `clients that never stop sending are disconnected, fast or slow`() async throws {
            try await Self.tryOut { bench, server in
                let sent = try await WatchBench.aside {
                    let endless = try WatchClient(socket: bench.socket.path)
                    var sent = 0
                    while endless.send([UInt8](repeating: 120, count: 4_096)), sent < 64 << 20 { sent += 4_096 }
                    return sent
                }
                // Cut off long before, apart from what the sockets hold.
                #expect(sent < 2 << 20)

                let time = try await WatchBench.aside {
                    let slow = try WatchClient(port: server.port!)
                    let start = HostTime.now
                    while slow.send("G"), start.duration(to: .now) < .seconds(8) { usleep(100_000) }
                    return start.duration(to: .now).seconds
                }
                #expect((2.8...4.5).contains(time))
            }
        }

        @Test func `the server stops at once even with many clients connected`() throws {
            let bench = WatchBench()
            let server = try bench.server(.vast)
            let crowd = try (0..<12).map { _ in try WatchClient(socket: bench.socket.path) }
            let start = HostTime.now
            server.stop()
            #expect(start.duration(to: .now) < .seconds(1))
            #expect(crowd.allSatisfy { $0.isEnded(within: 1_000) })
        }

        @Test func `a hundred starts and stops leave nothing behind`() async throws {
            let before = KioskStatus.Process.current.descriptors
            for _ in 0..<100 {
                let bench = WatchBench()
                let server = try bench.server()
                _ = try KioskStatus.read(from: bench.socket)
                server.stop()
            }
            // Other tests open and close files at the same time; one leaked descriptor in each of a hundred rounds is
            // more.
            #expect(try await WatchBench.comes { KioskStatus.Process.current.descriptors < before + 50 })
            // Allows for threads of other suites, and of servers that have just ended.
            #expect(try await WatchBench.comes { WatchBench.serverThreads < 10 })
        }

        @Test func `the server sleeps while its clients stay connected`() async throws {
            try await Self.tryOut(.vast) { bench, server in
                // Threads of other suites' servers sleep or end meanwhile; a loop that never sleeps takes two seconds.
                let crowd = try (0..<12).map { number in
                    let client =
                        try number % 2 == 0
                        ? WatchClient(port: server.port!) : WatchClient(socket: bench.socket.path)
                    client.send("GET / HTTP/1.1\r\n" + (number % 3 == 0 ? "\r\n" : ""))
                    // Ends sending, but not reading.
                    if number % 4 == 2 { client.finishSending() }
                    return client
                }
                try await Task.sleep(for: .milliseconds(300))
                let before = WatchBench.serverTime
                try await Task.sleep(for: .seconds(2))
                #expect(WatchBench.serverTime < before + 0.5)
                withExtendedLifetime(crowd) {}
            }
        }

        @Test func `the server has one thread, however many clients connect`() async throws {
            let bench = WatchBench()
            let before = WatchBench.serverThreads
            let server = try bench.server()
            let crowd = try (0..<40).map { _ in try WatchClient(socket: bench.socket.path) }
            // Other suites may have a few threads at the same time, but not forty.
            #expect(
                try await WatchBench.comes { (1...before + 5).contains(WatchBench.serverThreads) },
                "\(before), then \(WatchBench.serverThreads)")
            withExtendedLifetime(crowd) { server.stop() }
        }
    }
#endif
