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

    /// A folder for sockets, gone at the end, and a status that counts who looks.
    final class WatchBench: Sendable {
        let folder: URL
        private let looks = Mutex(0)

        init() {
            // A socket's path may have a hundred bytes.
            folder = URL(fileURLWithPath: "/tmp/mpk-\(UInt32.random(in: 0 ... .max))", isDirectory: true)
            try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        deinit {
            try? FileManager.default.removeItem(at: folder)
        }

        var socket: URL { folder.appendingPathComponent("kiosk.sock") }
        /// How often the status was asked for.
        var lookCount: Int { looks.withLock { $0 } }

        func server(_ status: KioskStatus = .sample) throws -> WatchServer {
            try WatchServer(socket: socket, port: 0) { [self] in
                looks.withLock { $0 += 1 }
                return status
            }
        }

        /// Open ends of local sockets with this bench's path and of connections to a port, on the server's side, those
        /// that listen included.
        func openEnds(port: Int) -> Int {
            let local = Self.lines("/proc/net/unix").filter { $0.hasSuffix(socket.path) }.count
            let address = "0100007F:" + String(format: "%04X", port)
            let web = Self.lines("/proc/net/tcp").filter {
                let words = $0.split(separator: " ")
                // The kernel finishes closed ones by itself: they belong to no file.
                return words.count > 9 && words[1] == address && words[9] != "0"
            }
            return local + web.count
        }

        /// Threads of servers, of this test and of others that run at the same time.
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
                // Behind the name: user time is the 12th word, system time the 13th.
                let words = line.split(separator: ")").last?.split(separator: " ") ?? []
                return words.count > 12 ? (Double(words[11]) ?? 0) + (Double(words[12]) ?? 0) : 0
            }
            return ticks.reduce(0, +) / Double(sysconf(Int32(_SC_CLK_TCK)))
        }

        /// Whatever bytes stand there: abstract sockets of other programs have names that are no text.
        private static func lines(_ path: String) -> [String] {
            // A file of /proc says that it is empty and comes in pieces: it is read until it ends.
            let table = FileHandle(forReadingAtPath: path)?.readDataToEndOfFile() ?? Data()
            return String(decoding: table, as: UTF8.self)
                .split(separator: "\n").map(String.init)
        }

        /// Does what waits on a thread of its own: those of the tests are as few as there are cores.
        static func aside<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread { continuation.resume(with: Swift.Result(catching: body)) }
            }
        }

        /// Asks again and again, for five seconds.
        static func comes(_ condition: () -> Bool) async throws -> Bool {
            for _ in 0..<250 {
                if condition() { return true }
                try await Task.sleep(for: .milliseconds(20))
            }
            return condition()
        }
    }
#endif
