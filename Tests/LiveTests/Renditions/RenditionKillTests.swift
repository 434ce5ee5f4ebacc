#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitRenditions
    @testable import TestTools

    /// A process that makes renditions is killed at any moment: what is there afterwards is complete.
    @Suite(.shared, .serialized, .timeLimit(.minutes(30)))
    struct RenditionKillTests {
        private static let key = "MPK_RENDITION_CHILD"
        private static let clip = IndexClip(id: 1).with { ($0.width, $0.height) = (640, 360) }

        /// Videos of their own content each: a file may have bytes after its last box.
        private static func copies(_ count: Int, in folder: URL) throws -> [URL] {
            let bytes = try Data(contentsOf: ClipLibrary.shared.url(for: clip))
            return try (0..<count).map { number in
                let url = folder.appending(path: "\(number).mp4")
                try (bytes + Data("\0\0\0\u{0C}free\(1_000 + number)".utf8)).write(to: url)
                return url
            }
        }

        @Test(.enabled(if: ProcessInfo.processInfo.environment[key] == nil))
        func `after a kill at any moment every rendition that is there is complete`() async throws {
            let scratch = try ScratchFolder()
            defer { scratch.remove() }
            let originals = try Self.copies(400, in: scratch.url)
            let renditions = scratch.url.appending(path: "renditions")
            let kills = TestRun.count(500, dividedBy: 60)
            var random = SplitMix(seed: 7)
            var (found, leftovers) = (0, 0)
            for _ in 0..<kills {
                let child = Process()
                child.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
                child.arguments = ["--testing-library", "swift-testing", "--filter", "RenditionKillTests"]
                child.environment = ProcessInfo.processInfo.environment.merging([Self.key: scratch.url.path]) { $1 }
                (child.standardOutput, child.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
                try child.run()
                try await Task.sleep(for: .milliseconds(Int.random(in: 300...2_000, using: &random)))
                kill(child.processIdentifier, SIGKILL)
                child.waitUntilExit()
                let names = (try? FileManager.default.contentsOfDirectory(atPath: renditions.path)) ?? []
                leftovers += names.count { $0.hasSuffix(".part") }
                let store = RenditionStore(.init(directory: renditions))
                found = 0
                for original in originals {
                    let source = store.source(of: original)
                    guard !source.otherSizes.isEmpty else { continue }
                    found += 1
                    let media = try OpenedMedia(of: source)
                    #expect(media.mismatches.isEmpty, "\(media.mismatches)")
                }
                let after = try FileManager.default.contentsOfDirectory(atPath: renditions.path)
                #expect(!after.contains { $0.hasSuffix(".part") }, "what a crash leaves is removed")
            }
            print("killed \(kills) times; \(leftovers) unfinished files were left, \(found) renditions are complete")
            // A test in which nothing was ever half done, or nothing survived, would prove nothing.
            #expect(leftovers > 0 && found > 0)
        }

        @Test(.enabled(if: ProcessInfo.processInfo.environment[key] != nil))
        func `the process that is killed`() async throws {
            let folder = URL(filePath: ProcessInfo.processInfo.environment[Self.key] ?? "/nonexistent")
            let store = RenditionStore(.init(directory: folder.appending(path: "renditions")))
            for number in 0..<400 { _ = try await store.make(for: 100, of: folder.appending(path: "\(number).mp4")) }
        }

        @Test(.enabled(if: ProcessInfo.processInfo.environment[key] == nil))
        func `two stores on one folder make one rendition, and the limit holds`() async throws {
            let scratch = try ScratchFolder()
            defer { scratch.remove() }
            let originals = try Self.copies(6, in: scratch.url)
            let renditions = scratch.url.appending(path: "renditions")
            let stores = (0..<2).map { _ in RenditionStore(.init(directory: renditions)) }
            async let one = stores[0].make(for: 100, of: originals[0])
            async let two = stores[1].make(for: 100, of: originals[0])
            let made = try await [one, two]
            #expect(made[0] != nil && made[0] == made[1])
            let size = stores[0].bytesOnDisk
            #expect(size > 0)
            // Others hold theirs; one that nobody may play goes first.
            let small = RenditionStore(.init(directory: renditions, byteLimit: size * 5 / 2))
            _ = try await small.make(for: 100, of: originals[1])
            let error = await #expect(throws: PlaybackError.self) { try await small.make(for: 100, of: originals[2]) }
            #expect(error?.description.contains("byteLimit") == true, "\(String(describing: error))")
            #expect(small.bytesOnDisk <= size * 5 / 2)
            #expect(stores[0].source(of: originals[0]).otherSizes == [made[0]])
        }

        @Test(.enabled(if: SmallDisk.canBeMade && ProcessInfo.processInfo.environment[key] == nil))
        func `a full disk is told, and what was there stays`() async throws {
            let scratch = try ScratchFolder()
            defer { scratch.remove() }
            let disk = try SmallDisk(megabytes: 1)
            defer { disk.remove() }
            let originals = try Self.copies(40, in: scratch.url)
            let store = RenditionStore(.init(directory: disk.folder))
            var made: [URL] = []
            var refusal: PlaybackError?
            for original in originals where refusal == nil {
                do {
                    if let url = try await store.make(for: 160, of: original) { made.append(url) }
                } catch let error as PlaybackError {
                    refusal = error
                }
            }
            let text = try #require(refusal).description
            #expect(text.contains(".mp4") && text.contains("written") && text.contains("make room"), "\(text)")
            print("\(made.count) fitted; then: \(text)")
            #expect(!made.isEmpty)
            for (original, url) in zip(originals, made) { #expect(store.source(of: original).otherSizes == [url]) }
            let names = try FileManager.default.contentsOfDirectory(atPath: disk.folder.path)
            #expect(!names.contains { $0.hasSuffix(".part") }, "\(names)")
        }
    }

    /// Renditions are made in processor time that nobody else wants.
    @Suite(.alone, .serialized, .timeLimit(.minutes(10)))
    @MainActor
    struct RenditionIdleTests {
        /// A program that computes, and the processor time that it gets.
        private final class Program {
            private let process: Process

            init() throws {
                process = try Process.run(
                    URL(filePath: "/bin/sh"), arguments: ["-c", "while kill -0 $PPID; do :; done"])
            }

            /// In hundredths of a second.
            var time: Int {
                let text =
                    (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)) ?? ""
                let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
                return fields.count > 12 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
            }

            func end() { kill(process.processIdentifier, SIGKILL) }
        }

        @Test func `beside programs that take all processors, these lose at most three percent`() async throws {
            let scratch = try ScratchFolder()
            defer { scratch.remove() }
            let original = try ClipLibrary.shared.url(for: .hard(id: 1))
            let programs = try (0..<ProcessInfo.processInfo.activeProcessorCount).map { _ in try Program() }
            defer { programs.forEach { $0.end() } }
            func share(for seconds: Int) async throws -> Int {
                let before = programs.reduce(0) { $0 + $1.time }
                try await Task.sleep(for: .seconds(seconds))
                return programs.reduce(0) { $0 + $1.time } - before
            }
            let ratio = try await QuietMachine.run(
                besides: 1, until: { (ratio: Double) in ratio >= 0.97 }, always: { _ in }
            ) {
                var (alone, beside) = (0, 0)
                // In turns, so that what else happens on the machine meets both.
                for turn in 0..<4 {
                    alone += try await share(for: 2)
                    let store = RenditionStore(.init(directory: scratch.url.appending(path: "\(turn)-\(alone)")))
                    let making = Task { try await store.make(for: 100, of: original) }
                    beside += try await share(for: 2)
                    making.cancel()
                    _ = try? await making.value
                }
                return Double(beside) / Double(alone)
            }
            print("programs beside the making got \(ratio * 100) % of the processor time that they had alone")
            #expect(ratio >= 0.97)
        }
    }
#endif
