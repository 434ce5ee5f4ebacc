#if os(Linux)
    import Foundation

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitKiosk

    #if THREAD_SANITIZER
        import struct MultiPlayerKit.Mutex
    #else
        import Synchronization
    #endif

    import Glibc

    /// A folder for sockets, removed at the end, and a status that counts how often it is requested.
    final class WatchBench: Sendable {
        let folder: URL
        private let looks = Mutex(0)

        init() {
            // A socket's path is limited to about a hundred bytes.
            folder = URL(fileURLWithPath: "/tmp/mpk-\(UInt32.random(in: 0 ... .max))", isDirectory: true)
            try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        deinit {
            try? FileManager.default.removeItem(at: folder)
        }

        var socket: URL { folder.appendingPathComponent("kiosk.sock") }
        /// How often the status was requested.
        var lookCount: Int { looks.withLock { $0 } }

        func server(_ status: KioskStatus = .sample) throws -> WatchServer {
            try WatchServer(socket: socket, port: 0) { [self] in
                looks.withLock { $0 += 1 }
                return status
            }
        }

        /// The number of open ends on the server's side, listeners included: of local sockets with this bench's path,
        /// and of connections to a port.
        func openEnds(port: Int) -> Int {
            let local = Self.lines("/proc/net/unix").filter { $0.hasSuffix(socket.path) }.count
            let address = "0100007F:" + String(format: "%04X", port)
            let web = Self.lines("/proc/net/tcp").filter {
                let words = $0.split(separator: " ")
                // Closed connections belong to no file: the kernel finishes them by itself.
                return words.count > 9 && words[1] == address && words[9] != "0"
            }
            return local + web.count
        }

        /// The number of servers' threads, of this test and of others that run at the same time.
        static var serverThreads: Int {
            let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
            return tasks.filter { lines("/proc/self/task/\($0)/comm").first == "kiosk watch" }.count
        }

        /// Seconds of processor time that those threads have taken.
        static var serverTime: Double {
            let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
            let ticks = tasks.map { task -> Double in
                guard let line = lines("/proc/self/task/\(task)/stat").first, line.contains("(kiosk watch)") else {
                    return 0
                }
                // After the name, user time is the 12th word and system time the 13th.
                let words = line.split(separator: ")").last?.split(separator: " ") ?? []
                return words.count > 12 ? (Double(words[11]) ?? 0) + (Double(words[12]) ?? 0) : 0
            }
            return ticks.reduce(0, +) / Double(sysconf(Int32(_SC_CLK_TCK)))
        }

        /// The lines of a file with any bytes: abstract sockets of other programs have names that are not text.
        private static func lines(_ path: String) -> [String] {
            // A file in /proc reports size zero and comes in pieces, so read it to its end.
            let table = FileHandle(forReadingAtPath: path)?.readDataToEndOfFile() ?? Data()
            return String(decoding: table, as: UTF8.self)
                .split(separator: "\n").map(String.init)
        }

        /// Runs blocking work on a thread of its own: the tests have only as many threads as there are cores.
        static func aside<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread { continuation.resume(with: Swift.Result(catching: body)) }
            }
        }

        /// Polls a condition for five seconds.
        static func comes(_ condition: () -> Bool) async throws -> Bool {
            for _ in 0..<250 {
                if condition() { return true }
                try await Task.sleep(for: .milliseconds(20))
            }
            return condition()
        }
    }
#endif
