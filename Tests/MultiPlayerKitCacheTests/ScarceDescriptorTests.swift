#if os(Linux)
    import Foundation
    import Glibc
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitCache
    @testable import TestTools

    /// A process that can open no more files. It is one of its own, because that limit holds for a whole process.
    @Suite(.timeLimit(.minutes(10)))
    struct ScarceDescriptorTests {
        private static let name = String(repeating: "0a", count: 32)

        @Test(.enabled(if: ProcessInfo.processInfo.environment["CACHE_DESCRIPTORS"] == nil))
        func `a process that is short of descriptors deletes nothing that is stored`() throws {
            let bench = try CacheBench()
            defer { bench.remove() }
            let child = try ChildTest.run(
                "ScarceDescriptorTests", "CACHE_DESCRIPTORS", "\(bench.folder.path) \(bench.notes.path)")
            #expect(child.status == 0, "\(child.output.suffix(2_000))")
            #expect(FileManager.default.fileExists(atPath: bench.notes.path), "the other process tested nothing")
        }

        @Test(.enabled(if: ProcessInfo.processInfo.environment["CACHE_DESCRIPTORS"] != nil))
        func `the process that is short of descriptors`() throws {
            let text = ProcessInfo.processInfo.environment["CACHE_DESCRIPTORS"] ?? ""
            let words = text.split(separator: " ").map(String.init)
            // With seven there are more than opening a folder and a resource takes.
            for spare in 0..<8 {
                for isOpen in [false, true] {
                    for hasLeftover in [false, true] {
                        let path = "\(words[0])-\(spare)-\(isOpen)-\(hasLeftover)"
                        try Self.open(URL(fileURLWithPath: path), spare, isOpen: isOpen, hasLeftover: hasLeftover)
                    }
                }
                try Self.remove(URL(fileURLWithPath: "\(words[0])-\(spare)"), spare)
            }
            try Data().write(to: URL(fileURLWithPath: words[1]))
        }

        /// Opens a complete resource.
        ///
        /// - Parameters:
        ///   - isOpen: whether the folder was opened when there were descriptors.
        ///   - hasLeftover: whether an older version is left from a crash, so that its index has to be read first.
        private static func open(_ directory: URL, _ spare: Int, isOpen: Bool, hasLeftover: Bool) throws {
            try store(in: directory)
            if hasLeftover { try Data(count: 5_000).write(to: directory.appending(path: "\(name)-0.mp4")) }
            let folder = StoreFolder(directory, limit: 1 << 20, pause: .zero)
            if isOpen { folder.open() }
            try withDescriptors(spare) {
                for _ in 0..<2 {
                    _ = try? folder.use(name)
                    folder.leave(name)
                }
            }
            let place: Comment = "\(spare) descriptors, open before: \(isOpen), leftover: \(hasLeftover)"
            let (stored, contents) = try #require(try folder.use(name), place)
            #expect(contents.isSealed, place)
            #expect(contents.runs.map(\.range) == [0..<20_000] && stored.check(contents.runs[0]) != nil, place)
            #expect(folder.bytes >= 20_000 && folder.problem == nil, place)
            folder.leave(name)
        }

        /// Removes a resource that a guest reads.
        private static func remove(_ directory: URL, _ spare: Int) throws {
            try store(in: directory)
            let folder = StoreFolder(directory, limit: 1 << 20)
            folder.open()
            let guest = StoreFolder(directory, limit: 1 << 20)
            let (stored, _) = try #require(try guest.use(name))
            try withDescriptors(spare) { folder.remove(name) }
            #expect(PosixFile.facts(of: stored.dataPath) != nil, "\(spare) descriptors")
            withExtendedLifetime(stored) { guest.leave(name) }
        }

        private static func store(in directory: URL) throws {
            let folder = StoreFolder(directory, limit: 1 << 20)
            try #require(try folder.use(name) == nil)
            let version = MediaVersion(etag: "\"a\"", lastModified: nil, length: 20_000)
            let stored = try folder.create(name, version: version, contentType: nil, ending: "mp4")
            try #require(folder.reserve(0..<20_000, of: name))
            _ = try stored.write(Data(repeating: 7, count: 20_000), at: 0)
            try stored.seal()
            folder.leave(name)
        }

        /// Runs `body` while no more than this many files can be opened.
        private static func withDescriptors(_ spare: Int, _ body: () -> Void) throws {
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            var before = rlimit()
            try #require(getrlimit(resource, &before) == 0)
            // The next file gets the lowest free number, and numbers end at the limit.
            let lowest = Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
            try #require(lowest >= 0)
            close(lowest)
            var scarce = rlimit(rlim_cur: rlim_t(lowest) + rlim_t(spare), rlim_max: before.rlim_max)
            try #require(setrlimit(resource, &scarce) == 0)
            body()
            try #require(setrlimit(resource, &before) == 0)
        }
    }
#endif
