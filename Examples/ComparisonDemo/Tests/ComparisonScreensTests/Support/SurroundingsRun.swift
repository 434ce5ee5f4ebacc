#if os(Linux)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    /// A kiosk of four different tiles with a recording, and everything around it that can go away and come back.
    final class SurroundingsRun {
        /// Something around the kiosk that goes and comes back.
        enum Fault: String, CaseIterable {
            case displayKilled, displayEnded, sound, clips, disk, clock, stop
        }

        /// When a fault lasted, in seconds since 1970 by the real clock, which is never set.
        struct Spell {
            var fault: Fault
            var begin: Double
            var end: Double
        }

        struct Footprint {
            var memoryBytes: Int
            var threads: Int
            var descriptors: Int
        }

        /// How long to cause faults; `MPK_FAULTS_SECONDS=1800` makes it half an hour.
        static let seconds = ProcessInfo.processInfo.environment["MPK_FAULTS_SECONDS"].flatMap(Int.init) ?? 60
        /// A new one each day; `MPK_FAULTS_SEED` repeats one that was printed.
        static var seed: UInt64 {
            ProcessInfo.processInfo.environment["MPK_FAULTS_SEED"].flatMap(UInt64.init)
                ?? UInt64(Date().timeIntervalSince1970 / 86_400)
        }
        static let day = 86_400.0
        /// The size of the stage, a grid of two by two.
        static let (width, height) = (640, 360)
        /// Clips of four rates and four lengths; the first is heard.
        static let clips = [
            IndexClip(id: 1).with { ($0.frameRate, $0.frameCount, $0.audio) = (.fps30, 120, IndexClip.Audio()) },
            IndexClip(id: 2).with { ($0.frameRate, $0.frameCount, $0.bFrames) = (.fps25, 150, 2) },
            IndexClip(id: 3).with { ($0.frameRate, $0.frameCount) = (.fps60, 300) },
            IndexClip(id: 4).with { ($0.frameRate, $0.frameCount) = (.fps24, 168) },
        ].map { $0.with { ($0.width, $0.height) = (320, 180) } }

        /// The longest a file may be while the disk counts as full: longer than the kiosk's output and heartbeat,
        /// shorter than a recording.
        private static let fullDisk = 256 << 10

        let demo: DemoProcess
        let sound: SoundServer
        private(set) var display: VirtualDisplay
        private(set) var spells: [Spell] = []
        private(set) var footprints: [Footprint] = []
        let epoch: Double
        let folder: URL
        private var random = SplitMix(seed: SurroundingsRun.seed)
        private var deck: [Fault] = []
        private var displayLosses = 0
        private var soundLosses = 0
        private var clockSteps = 0
        private let clock: SetClock

        init() throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "surroundings-\(UUID().uuidString)")
            let (clips, server) = (folder.appending(path: "clips"), folder.appending(path: "sound"))
            for url in [clips, server] {
                try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            }
            for (index, clip) in Self.clips.enumerated() {
                try FileManager.default.copyItem(
                    at: ClipLibrary.shared.url(for: clip), to: clips.appending(path: "\(index).mp4"))
            }
            // Shortly before now, because a test rounds a clip's length to a nanosecond, and over millions of turns
            // that adds up.
            epoch = (Date().timeIntervalSince1970 - 1_000).rounded()
            let tiles = Self.clips.indices.map { "{\"name\": \"tile\($0)\", \"clip\": \"clips/\($0).mp4\"}" }
            let text = """
                {"screens": [{"name": "wall", "size": [\(Self.width), \(Self.height)], "ticksPerSecond": 60,
                    "layout": "grid", "output": "full-screen", "tiles": [\(tiles.joined(separator: ", "))]}],
                 "audio": "tile0",
                 "clock": {"epoch": "\(Date(timeIntervalSince1970: epoch).formatted(.iso8601))"},
                 "watch": {"heartbeat": "kiosk.beat"}}
                """
            let file = folder.appending(path: "kiosk.json")
            try Data(text.utf8).write(to: file)
            sound = SoundServer(in: server)
            try sound.start()
            display = try VirtualDisplay(nil, size: (Self.width, Self.height))
            clock = try SetClock(in: folder)
            demo = try DemoProcess(
                ["kiosk", file.path, "--record", "r.mkv", "--report", "r.json"], display: display.name,
                environment: clock.environment.merging([
                    "PULSE_SERVER": sound.address, "MULTIPLAYERKIT_AUDIO_SINK": nil,
                ]) { $1 })
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        // MARK: Faults

        /// The next fault, from a shuffled deck in which each kind occurs once.
        private func draw() -> Fault {
            if deck.isEmpty {
                deck = Fault.allCases.shuffled(using: &random)
            }
            return deck.removeLast()
        }

        /// Causes one fault after the other for this many seconds.
        func harm(for seconds: Int) async throws {
            let end = Date(timeIntervalSinceNow: Double(seconds))
            while Date() < end {
                let fault = draw()
                try #require(demo.isRunning, "the kiosk has ended before \(fault)")
                let begin = Date()
                try await suffer(fault)
                spells.append(
                    Spell(fault: fault, begin: begin.timeIntervalSince1970, end: Date().timeIntervalSince1970))
                try await back(from: fault)
                print("surroundings: \(fault) for \(String(format: "%.1f", Date().timeIntervalSince(begin))) s")
                footprints.append(try footprint())
                try await Task.sleep(for: .milliseconds(Int.random(in: 3_000...4_000, using: &random)))
            }
        }

        /// Takes something away, and brings it back.
        private func suffer(_ fault: Fault) async throws {
            switch fault {
            case .displayKilled, .displayEnded:
                display.end(fault == .displayKilled ? SIGKILL : SIGTERM)
                displayLosses += 1
                try await demo.waitFor(output: "screen wall: output lost", times: displayLosses)
                display = try VirtualDisplay(display.name, size: (Self.width, Self.height))
            case .sound:
                sound.end()
                soundLosses += 1
                try await demo.waitFor(output: "sound lost", times: soundLosses)
                try sound.start()
            case .clips:
                let (here, away) = (folder.appending(path: "clips"), folder.appending(path: "away"))
                try FileManager.default.moveItem(at: here, to: away)
                // The shortest clip takes four seconds, so it starts over meanwhile.
                try await endure(fault, 5)
                try FileManager.default.moveItem(at: away, to: here)
            case .disk:
                try limitFiles("\(Self.fullDisk)")
                try await endure(fault, 3)
                try limitFiles("unlimited")
            case .clock:
                try clock.set(by: Int64(Self.day))
                try await endure(fault, 4)
                try clock.set(by: 0)
                clockSteps += 1
            case .stop:
                demo.send(SIGSTOP)
                try await Task.sleep(for: .seconds(Self.seconds > 60 ? 5 : 2))
                demo.send(SIGCONT)
            }
        }

        /// Lets a fault last for this many seconds. In half of the cases something else goes and comes back meanwhile.
        private func endure(_ fault: Fault, _ seconds: Int) async throws {
            let end = Date(timeIntervalSinceNow: Double(seconds))
            if Bool.random(using: &random) {
                try await Task.sleep(for: .milliseconds(500))
                // Sound that is lost while the clips are away could not be opened again without its file.
                let other: Fault = fault != .clips && Bool.random(using: &random) ? .sound : .displayEnded
                print("surroundings: \(other) meanwhile")
                try await suffer(other)
                try await back(from: other)
            }
            try await Task.sleep(for: .seconds(max(end.timeIntervalSinceNow, 0)))
        }

        /// Waits until the kiosk reports that it has recovered, for which it has three seconds.
        private func back(from fault: Fault) async throws {
            let begin = Date()
            func wait(_ what: String, until isBack: () throws -> Bool) async throws {
                while try !isBack() {
                    guard demo.isRunning else {
                        let outcome = try await demo.end()
                        let words = (outcome.out + outcome.err).suffix(2_000)
                        Issue.record("\(what): the kiosk ended with \(outcome.code): \(words)")
                        return
                    }
                    guard Date().timeIntervalSince(begin) < 6 else {
                        Issue.record("\(what): not back")
                        return
                    }
                    try await Task.sleep(for: .milliseconds(20))
                }
                let time = Date().timeIntervalSince(begin)
                print("surroundings: \(what) after \(String(format: "%.2f", time)) s")
                #expect(time < 3, "\(what)")
            }
            switch fault {
            case .displayKilled, .displayEnded:
                try await wait("the display is taken") {
                    try demo.count(of: "screen wall: output is back") >= displayLosses
                }
            case .sound:
                try await wait("sound is heard") {
                    try demo.count(of: "sound is back") >= soundLosses && sound.isHeard
                }
            case .disk:
                let size = try unfinished()
                try await wait("the recording grows") { try unfinished() > size + 4_096 }
            case .clock:
                try await wait("the clock is followed") { try demo.count(of: "clock set back") >= clockSteps }
            case .clips, .stop: break
            }
        }

        /// Bytes of the file that is being recorded; 0: there is none.
        private func unfinished() throws -> Int {
            let names = try FileManager.default.contentsOfDirectory(atPath: demo.folder.path)
            guard let name = names.first(where: { $0.hasPrefix(".multiplayerkit-unfinished") }) else { return 0 }
            let facts = try? FileManager.default.attributesOfItem(atPath: demo.path(name))
            return (facts?[.size] as? Int) ?? 0
        }

        private func limitFiles(_ limit: String) throws {
            _ = try HelperTool.run(["prlimit", "--pid", "\(demo.identifier)", "--fsize=\(limit):unlimited"])
        }

        // MARK: Figures

        func footprint() throws -> Footprint {
            let process = "/proc/\(demo.identifier)"
            let status = try String(contentsOfFile: "\(process)/status", encoding: .utf8)
            func value(_ name: String) -> Int {
                let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
                return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
            }
            let files = try FileManager.default.contentsOfDirectory(atPath: "\(process)/fd").count
            return Footprint(memoryBytes: value("VmRSS") * 1_024, threads: value("Threads"), descriptors: files)
        }
    }
#endif
