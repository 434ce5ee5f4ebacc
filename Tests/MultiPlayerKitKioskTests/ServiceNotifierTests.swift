#if os(Linux)
    import Foundation
    import Testing

    @testable import MultiPlayerKit
    @testable import TestTools
    @testable import MultiPlayerKitKiosk

    import Glibc

    struct ServiceNotifierTests {
        /// A socket at this name, as a service manager has one.
        static func manager(_ name: String) throws -> PosixSocket {
            let socket = try PosixSocket(AF_UNIX, .datagram)
            try socket.bind(PosixAddress(path: name)!)
            return socket
        }

        static func messages(_ manager: PosixSocket) -> [String] {
            var buffer = [UInt8](repeating: 0, count: 4_096)
            var messages: [String] = []
            while case .bytes(let count) = manager.receive(into: &buffer) {
                messages.append(String(decoding: buffer.prefix(count), as: UTF8.self))
            }
            return messages
        }

        static func check(_ name: String) throws {
            let manager = try Self.manager(name)
            let notifier = ServiceNotifier(environment: ["NOTIFY_SOCKET": name])
            #expect(notifier.isPresent)
            #expect(notifier.ready("2 screens"))
            #expect(notifier.say("clip missing\nMAINPID=1\r\nREADY=1"))
            #expect(notifier.beat())
            #expect(notifier.stopping())
            #expect(
                Self.messages(manager) == [
                    "READY=1\nSTATUS=2 screens", "STATUS=clip missing MAINPID=1  READY=1", "WATCHDOG=1", "STOPPING=1",
                ])
        }

        @Test func `a manager at a socket file gets each message whole`() throws {
            let bench = WatchBench()
            try Self.check(bench.folder.appendingPathComponent("notify").path)
        }

        @Test func `a manager at a name outside the file system gets each message whole`() throws {
            try Self.check("@mpk-test-\(UInt64.random(in: 0 ... .max))")
        }

        @Test func `without a manager nothing happens`() {
            for name in [nil, "", "vsock:2:1234", "notify"] {
                var environment = ["WATCHDOG_USEC": "10"]
                environment["NOTIFY_SOCKET"] = name
                let notifier = ServiceNotifier(environment: environment)
                #expect(!notifier.isPresent)
                #expect(notifier.watchdogInterval == nil)
                #expect(!notifier.ready("") && !notifier.beat() && !notifier.stopping())
            }
            let gone = ServiceNotifier(environment: ["NOTIFY_SOCKET": "/nowhere/at/all"])
            #expect(!gone.beat())
            let long = ServiceNotifier(environment: ["NOTIFY_SOCKET": "/" + String(repeating: "x", count: 200)])
            #expect(!long.beat())
        }

        @Test func `a manager that does not read does not hold up the caller`() throws {
            let bench = WatchBench()
            let name = bench.folder.appendingPathComponent("notify").path
            let manager = try Self.manager(name)
            let notifier = ServiceNotifier(environment: ["NOTIFY_SOCKET": name])
            var sent = 0
            while notifier.beat(), sent < 10_000 { sent += 1 }
            #expect(sent < 10_000)
            let start = HostTime.now
            #expect(!notifier.beat())
            #expect(start.duration(to: .now) < .seconds(1))
            _ = Self.messages(manager)
            #expect(notifier.beat())
        }

        @Test func `the interval is half of the manager's timeout, for this process only`() {
            func interval(_ time: String?, _ process: String?) -> Duration? {
                var environment = ["NOTIFY_SOCKET": "/run/notify"]
                environment["WATCHDOG_USEC"] = time
                environment["WATCHDOG_PID"] = process
                return ServiceNotifier(environment: environment).watchdogInterval
            }
            #expect(interval("10000000", nil) == .seconds(5))
            #expect(interval("10000000", "\(getpid())") == .seconds(5))
            #expect(interval("10000000", "\(getpid() + 1)") == nil)
            #expect(interval("10000000", "me") == nil)
            for time in [nil, "", "0", "-5", "soon"] { #expect(interval(time, nil) == nil) }
        }
    }
#endif
