#if os(Linux)
    import Foundation
    import MultiPlayerKitTestSupport

    /// Plays in the demo a grid with more tiles than the machine can decode, and reads from the recording which frame
    /// of which video each tile showed.
    struct GridRecording {
        let effort: Effort

        private static let tiles = 48
        /// Ticks a second, as many as the clips have frames.
        private static let rate = 30
        /// Frames by which the demo starts each tile later in its file: 0.4 s.
        private static let stagger = 12
        /// The report's change comes some ticks after the picture has changed: this many seconds around it, no tier is
        /// expected.
        private static let blur = 0.3

        func run() throws -> [Gate] {
            let clips = (1...4).map { IndexClip.hard(id: $0) }
            let paths = try clips.map { try ClipLibrary.shared.url(for: $0).path }
            let table = Table(
                "Grid: \(Self.tiles) tiles in the demo, \(effort.gridSeconds) s, tile 1 focused",
                [
                    "budget", "focus late", "full tiles", "of them off", "foreign", "changes/10 s", "settled",
                    "processor", "peak MB",
                ])
            var gates: [Gate] = []
            for budget in ["auto", "off"] {
                let seen = try play(clips, paths, budget: budget)
                table.row([
                    budget, "\(seen.focusLate) of \(seen.frames)", "\(seen.full)", "\(seen.mixed)", "\(seen.foreign)",
                    "\(seen.mostChanges)", seen.report.budget.settledAfterSeconds.map { "\($0.text(1)) s" } ?? "never",
                    "\((seen.processor * 100).text(0)) %", "\(seen.report.cost.peakMemoryBytes / 1_000_000)",
                ])
                guard budget == "auto" else { continue }
                gates = [
                    Gate(
                        text: "the focused tile is late on \(seen.focusLate) of \(seen.frames) ticks, at most 0.2 %",
                        holds: Double(seen.focusLate) <= 0.002 * Double(seen.frames) && seen.isWhole),
                    Gate(
                        text:
                            "tiles at full tier show the focused tile's instant (\(seen.mixed) of \(seen.full) do not)",
                        holds: seen.full > 0 && seen.mixed == 0),
                    Gate(
                        text: "from the second second on every tile shows its own video (\(seen.foreign) do not)",
                        holds: seen.foreign == 0),
                    Gate(
                        text: "settled within 3 s",
                        holds: seen.report.budget.settledAfterSeconds.map { $0 <= 3 } ?? false),
                    Gate(
                        text: "a tile changes \(seen.mostChanges) times within 10 s, at most once",
                        holds: seen.mostChanges <= 1),
                    Gate(
                        text: "the program takes \((seen.processor * 100).text(0)) % of the machine, at most 90 %",
                        holds: seen.processor <= 0.9),
                    Gate(
                        text: "the program stays under 900 MB",
                        holds: seen.report.cost.peakMemoryBytes < 900_000_000),
                ]
            }
            return gates
        }

        private func play(_ clips: [IndexClip], _ paths: [String], budget: String) throws -> Seen {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("grid-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let record = folder.appendingPathComponent("grid.mkv").path
            let report = folder.appendingPathComponent("grid.json")
            _ = try ChildRun(
                Self.demo,
                ["grid"] + paths + [
                    "--tiles", "\(Self.tiles)", "--focus", "1", "--budget", budget, "--headless", "--fps",
                    "\(Self.rate)", "--duration", "\(effort.gridSeconds)", "--record", record, "--report", report.path,
                ], atMost: .seconds(effort.gridSeconds * 3 + 300))
            var seen = Seen(report: try JSONDecoder().decode(GridReport.self, from: Data(contentsOf: report)))
            let stream = try PictureStream(try LaunchLine.tool(), LaunchLine.dump(record))
            defer { stream.close() }
            while let picture = stream.next() {
                picture.withUnsafeBytes {
                    seen.look($0, clips, stagger: Self.stagger, rate: Self.rate, blur: Self.blur)
                }
            }
            return seen
        }

        private static let demo = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../../Examples/ComparisonDemo/run").standardizedFileURL
    }

    /// The parts of the demo's report that are needed here.
    private struct GridReport: Decodable {
        struct Member: Decodable {
            struct Tile: Decodable { var x, y, width, height: Int }
            var tile: Tile
            var tier: String
        }
        struct Budget: Decodable {
            struct Change: Decodable {
                var t: Double
                var tile: Int
                var from: String
                var to: String
            }
            var changes: [Change]
            var settledAfterSeconds: Double?
        }
        struct Cost: Decodable {
            var cpuSeconds: Double
            var wallSeconds: Double
            var peakMemoryBytes: Int
        }
        struct Ticks: Decodable { var presented: Int }
        var members: [Member]
        var budget: Budget
        var cost: Cost
        var ticks: Ticks
    }

    /// What was read from a recording.
    private struct Seen {
        let report: GridReport
        /// Recorded pictures.
        var frames = 0
        /// Pictures on which the focused tile did not show the frame after its previous one.
        var focusLate = 0
        /// Pictures of other tiles while at full tier, and those that were of another instant than the focused tile's.
        var full = 0
        var mixed = 0
        /// Pictures after the first second that are not of the tile's own video.
        var foreign = 0
        private var last: Int?

        init(report: GridReport) { self.report = report }

        /// Whether the recording has every presented tick.
        var isWhole: Bool { frames == report.ticks.presented }

        var processor: Double {
            report.cost.cpuSeconds / report.cost.wallSeconds / Double(ProcessInfo.processInfo.activeProcessorCount)
        }

        /// The most changes of one tile within ten seconds, once settled.
        var mostChanges: Int {
            let late = report.budget.changes.filter { $0.t > 3 }
            return Dictionary(grouping: late, by: \.tile).values.map { own in
                own.map { one in own.count { $0.t >= one.t && $0.t - one.t < 10 } }.max() ?? 0
            }.max() ?? 0
        }

        mutating func look(
            _ picture: UnsafeRawBufferPointer, _ clips: [IndexClip], stagger: Int, rate: Int, blur: Double
        ) {
            let plane = LumaPlane(
                base: picture.baseAddress!.assumingMemoryBound(to: UInt8.self), width: BenchStage.width,
                height: BenchStage.height)
            let time = Double(frames) / Double(rate)
            frames += 1
            var focus: Int?
            for (tile, member) in report.members.enumerated() {
                let rect = PictureRect(
                    x: member.tile.x, y: member.tile.y, width: member.tile.width, height: member.tile.height)
                let clip = clips[tile % clips.count]
                let code = IndexReader.read(plane, rect: rect)
                if time >= 1, code?.clip != clip.id { foreign += 1 }
                guard tile > 0 else {
                    focus = code?.index
                    if let last, code?.index != (last + 1) % clip.frameCount { focusLate += 1 }
                    last = code?.index ?? last.map { ($0 + 1) % clip.frameCount }
                    continue
                }
                guard let focus, isFull(tile, at: time, blur: blur) else { continue }
                full += 1
                if code?.index != (focus + stagger * tile) % clip.frameCount { mixed += 1 }
            }
        }

        private func isFull(_ tile: Int, at time: Double, blur: Double) -> Bool {
            let own = report.budget.changes.filter { $0.tile == tile + 1 }
            if own.contains(where: { abs($0.t - time) < blur }) { return false }
            let tier = own.last { $0.t <= time }?.to ?? own.first?.from ?? report.members[tile].tier
            return tier == "full"
        }
    }
#endif
