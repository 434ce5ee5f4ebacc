#if os(Linux)
    import Foundation
    import Testing

    @testable import MultiPlayerKit
    @testable import TestTools
    @testable import MultiPlayerKitKiosk

    import Glibc

    @Suite(.shared, .serialized, .timeLimit(.minutes(5)))
    struct WatchServerTests {
        // MARK: Answers

        @Test func `a client of the socket reads the status`() throws {
            let bench = WatchBench()
            let server = try bench.server()
            defer { server.stop() }
            #expect(try KioskStatus.read(from: bench.socket) == .sample)
            #expect(PosixFile.facts(of: bench.socket.path) != nil)
            var answer = stat()
            #expect(lstat(bench.socket.path, &answer) == 0 && answer.st_mode & 0o777 == 0o600)
        }

        @Test func `a port on loopback serves two pages and nothing else`() throws {
            let bench = WatchBench()
            let server = try bench.server()
            defer { server.stop() }
            for target in ["/", "/status", "/status?x=1"] {
                let page = try #require(server.get(target))
                #expect(page.status == 200)
                #expect(page.head.contains("Content-Type: application/json"))
                #expect(try KioskStatus(json: Data(page.body.utf8)) == .sample)
            }
            let metrics = try #require(server.get("/metrics"))
            #expect(metrics.status == 200)
            #expect(metrics.head.contains("Content-Type: text/plain; version=0.0.4"))
            #expect(metrics.head.contains("Content-Length: \(metrics.body.utf8.count)\r\n"))
            #expect(metrics.body == KioskStatus.sample.prometheusText)
            for target in ["/quit", "/status/", "/metricsx", "/../etc/passwd", "*", "//"] {
                #expect(server.get(target)?.status == 404)
            }
            // Every other address of this machine is closed.
            #expect(throws: PosixError.self) { try WatchClient(port: server.port!, address: 2) }
        }

        @Test func `commands are refused and change nothing`() throws {
            let bench = WatchBench()
            let server = try bench.server()
            defer { server.stop() }
            for method in ["POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "CONNECT", "TRACE", "get", "QUIT"] {
                let answer = try #require(server.get("/status", method))
                #expect(answer.status == 405)
                #expect(answer.head.contains("\r\nAllow: GET\r\n"))
            }
            for text in ["quit\n\n", "GET /status\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n", "GET / HTTP/2\r\n\r\n", "\n\n"] {
                let client = try WatchClient(port: server.port!)
                client.send(text)
                #expect(client.readText().flatMap(WatchServer.parse)?.status == 400)
            }
            for text in ["quit\n", "off", #"{"isOn": false}"#, "PUT / HTTP/1.1\r\n\r\n{}"] {
                let client = try WatchClient(socket: bench.socket.path)
                client.send(text)
                let bytes = try #require(client.readAll())
                #expect(try KioskStatus(json: Data(bytes)) == .sample)
            }
            #expect(try KioskStatus.read(from: bench.socket) == .sample)
        }

        @Test func `a client that sends before the answer still reads the whole answer`() throws {
            let bench = WatchBench()
            let server = try WatchServer(socket: bench.socket) {
                usleep(100_000)
                return .sample
            }
            defer { server.stop() }
            let client = try WatchClient(socket: bench.socket.path)
            // Still unread when the answer goes out: closing the socket then would send a reset.
            client.send("quit\n")
            usleep(300_000)
            #expect(client.readAll() == Array(KioskStatus.sample.json()))
        }

        @Test func `a request may come in pieces and with a body, but not exceed 4 KB`() throws {
            let bench = WatchBench()
            let server = try bench.server()
            defer { server.stop() }
            let slow = try WatchClient(port: server.port!)
            for byte in "GET /metrics HTTP/1.0\n\n".utf8 {
                slow.send([byte])
                usleep(2_000)
            }
            #expect(slow.readText().flatMap(WatchServer.parse)?.status == 200)

            let half = try WatchClient(port: server.port!)
            half.send("GET / HTTP/1.1\r\n\r\n")
            half.finishSending()
            #expect(half.readText().flatMap(WatchServer.parse)?.status == 200)

            let body = try WatchClient(port: server.port!)
            body.send("POST / HTTP/1.1\r\nContent-Length: 20000\r\n\r\n" + String(repeating: "x", count: 20_000))
            #expect(body.readText().flatMap(WatchServer.parse)?.status == 405)

            let long = try WatchClient(port: server.port!)
            long.send("GET /\(String(repeating: "a", count: 5_000)) HTTP/1.1\r\n\r\n")
            #expect(long.readText().flatMap(WatchServer.parse)?.status == 431)
        }

        @Test func `the kiosk is asked for its status at most four times a second`() throws {
            let bench = WatchBench()
            let server = try bench.server()
            defer { server.stop() }
            let start = HostTime.now
            for _ in 0..<100 {
                #expect(server.get("/status")?.status == 200)
                _ = try KioskStatus.read(from: bench.socket)
            }
            let quarters = Int(start.duration(to: .now).nanoseconds / 250_000_000)
            #expect((1...quarters + 1).contains(bench.lookCount))
        }

        // MARK: Socket files

        @Test func `a socket that a killed process left is replaced`() throws {
            let bench = WatchBench()
            do {
                let listener = try PosixSocket(AF_UNIX, .stream)
                try listener.bind(PosixAddress(path: bench.socket.path)!)
                try listener.listen()
            }
            #expect(PosixFile.facts(of: bench.socket.path) != nil)
            let server = try bench.server()
            #expect(try KioskStatus.read(from: bench.socket) == .sample)
            server.stop()
            #expect(PosixFile.facts(of: bench.socket.path) == nil)
        }

        @Test func `a socket that somebody listens on is left alone`() throws {
            let bench = WatchBench()
            let server = try bench.server()
            defer { server.stop() }
            let error = #expect(throws: PlaybackError.self) { try WatchServer(socket: bench.socket) { .sample } }
            #expect(error?.code == .outputFailed)
            #expect(
                error?.description.hasPrefix("\(bench.socket.path): output: another process listens there; ") == true)
            #expect(try KioskStatus.read(from: bench.socket) == .sample)
            let taken = #expect(throws: PlaybackError.self) { try WatchServer(port: server.port) { .sample } }
            #expect(taken?.subject == "127.0.0.1:\(server.port!)")
        }

        @Test func `a path or port that cannot be served is an error with a cure`() throws {
            let bench = WatchBench()
            let file = bench.folder.appendingPathComponent("notes")
            try Data("mine".utf8).write(to: file)
            let places = [
                file, bench.folder.appendingPathComponent("no/folder/s"), URL(fileURLWithPath: "/dev/s"), bench.folder,
                bench.folder.appendingPathComponent(String(repeating: "x", count: 120)),
            ]
            for place in places where place.path != "/dev/s" || getuid() != 0 {
                let error = #expect(throws: PlaybackError.self) { try WatchServer(socket: place) { .sample } }
                #expect(error?.code == .outputFailed && error?.subject == place.path && error?.cure.isEmpty == false)
            }
            #expect(try Data(contentsOf: file) == Data("mine".utf8))
            for port in [-1, 65_536] {
                #expect(throws: PlaybackError.self) { try WatchServer(port: port) { .sample } }
            }
            // A start that fails half-way leaves nothing behind.
            let other = try WatchServer(port: 0) { .sample }
            #expect(throws: PlaybackError.self) { try WatchServer(socket: bench.socket, port: other.port) { .sample } }
            #expect(PosixFile.facts(of: bench.socket.path) == nil)
        }

        @Test func `stopping removes the server's own socket and no other`() throws {
            let bench = WatchBench()
            let first = try bench.server()
            try FileManager.default.removeItem(at: bench.socket)
            let second = try bench.server()
            first.stop()
            #expect(try KioskStatus.read(from: bench.socket) == .sample)
            second.stop()
            second.stop()
            #expect(PosixFile.facts(of: bench.socket.path) == nil)
        }

        @Test func `the server ends with its last user, even on its own thread`() async throws {
            let bench = WatchBench()
            _ = try bench.server()
            #expect(PosixFile.facts(of: bench.socket.path) == nil)
            // The status closure is the last to release the server, on the server's own thread.
            final class Owner: @unchecked Sendable {
                // Set before any client connects, and cleared by the thread that then asks for the status.
                var server: WatchServer?
            }
            let owner = Owner()
            owner.server = try WatchServer(socket: bench.socket) {
                owner.server = nil
                return .sample
            }
            #expect(try await WatchBench.aside { try KioskStatus.read(from: bench.socket) } == .sample)
            #expect(try await WatchBench.comes { PosixFile.facts(of: bench.socket.path) == nil })
        }
    }
#endif
