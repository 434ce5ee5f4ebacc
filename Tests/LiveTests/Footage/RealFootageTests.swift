#if canImport(CGStreamer)
    import Foundation
    @testable import MultiPlayerKitTestSupport
    #if THREAD_SANITIZER
        import struct MultiPlayerKit.Mutex
    #else
        import Synchronization
    #endif
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// Videos that others have made.
    enum RealFootage {
        /// Files that are known not to be shown correctly, and why (`Documentation/Footage.md`, Limits).
        static let limits = [
            "alea.mpg": "an elementary stream without a container has no times",
            "Force_constante.avi": "MPEG-4 part 2 with B-frames in AVI",
            "Principe_inertie.avi": "MPEG-4 part 2 with B-frames in AVI",
            "balle1-vp9.avi": "GStreamer's AVI demuxer does not know VP9",
        ]

        static let files: [URL] = {
            let extensions: Set = ["mp4", "mov", "avi", "mpg", "mpeg", "ogv", "mkv", "webm"]
            guard let folder = ProcessInfo.processInfo.environment["MPK_REAL_FOOTAGE"],
                let all = FileManager.default.enumerator(at: URL(filePath: folder), includingPropertiesForKeys: nil)
            else { return [] }
            return all.compactMap { $0 as? URL }.filter { extensions.contains($0.pathExtension) }
                .sorted { $0.path < $1.path }
        }()
    }

    /// Footage that the project has not made, from packages of the system, against what ffmpeg decodes.
    ///
    /// `Tests/run` fetches the packages and names the folder in `MPK_REAL_FOOTAGE`. These pictures have no numbers,
    /// so a frame is recognised by its brightness in a grid: the frame shown has to be nearer to the frame due than to
    /// any that looks different.
    @Suite(
        .shared, .serialized, .timeLimit(.minutes(10)),
        .enabled(if: !RealFootage.files.isEmpty, "no footage: MPK_REAL_FOOTAGE names no folder with videos"))
    @MainActor
    struct RealFootageTests {
        @Test(arguments: RealFootage.files)
        func `every frame is the one that ffmpeg decodes, played, sought and looped`(file: URL) async throws {
            guard let limit = RealFootage.limits[file.lastPathComponent] else { return try await play(file) }
            // Other releases of GStreamer show some of them correctly.
            await withKnownIssue("\(file.lastPathComponent): \(limit)", isIntermittent: true) { try await play(file) }
        }

        private func play(_ file: URL) async throws {
            let film = try Film(file)
            let stage = try Stage(size: CGSize(width: 640, height: 360), pace: .unpaced, isGuarded: true)
            defer { stage.stop() }
            let group = PlaybackGroup(on: stage)
            stage.show(group, layout: .sideBySide)
            let id = group.add(url: file, end: .loop)
            let reader = ThumbnailReader(stage, id)
            try stage.add(FrameTap { [weak reader] _, planes in reader?.read(planes) }, from: .groupStart)
            do { try await group.play() } catch { throw group.failures[id] ?? error }
            let info = try #require(group.snapshot.members.first?.info)
            // The length follows from ffprobe's times, counted from the file's first frame, whatever its clock says.
            #expect(abs((info.bounds.length - film.length).seconds) < 0.1, "\(info.bounds), not \(film.length)")
            var mistakes: [String] = []
            let ticks = Int(info.bounds.length.seconds * 60 * 1.2)
            stage.advance(ticks: ticks)
            for (tick, seen) in reader.all.enumerated() {
                let time = FrameRate(60).time(ofFrame: Int64(tick)).nanoseconds
                    .flooredDivision(by: info.bounds.length.nanoseconds).remainder
                if let mistake = film.mistake(seen, at: .nanoseconds(time)) {
                    mistakes.append("tick \(tick): \(mistake)")
                }
            }
            group.pause()
            var random = SplitMix(seed: 14)
            for _ in 0..<12 {
                let target = Duration.nanoseconds(Int64.random(in: 0..<info.bounds.length.nanoseconds, using: &random))
                try await group.seek(to: target)
                reader.clear()
                stage.advance(ticks: 2)
                let seen = try #require(reader.all.last)
                if let mistake = film.mistake(seen, at: target) { mistakes.append("seek to \(target): \(mistake)") }
            }
            #expect(!stage.hasOffended)
            print("\(file.lastPathComponent): \(info.codec), \(film.times.count) frames, \(mistakes.count) wrong")
            #expect(mistakes.isEmpty, "\(file.lastPathComponent): \(mistakes.prefix(6))")
        }

        /// What ffmpeg decodes of a file.
        private struct Film {
            /// When the frames are due, counted from the first one.
            let times: [Duration]
            private let thumbnails: [Thumbnail]

            init(_ file: URL) throws {
                let entries = [
                    "-v", "error", "-select_streams", "v:0", "-show_entries", "frame=best_effort_timestamp_time",
                ]
                let text = String(
                    decoding: try Tool.ffprobe.output(entries + ["-of", "csv=p=0", file.path]), as: UTF8.self)
                let stamps = text.split(separator: "\n").compactMap { Double($0.split(separator: ",")[0]) }
                let first = try #require(stamps.first)
                times = stamps.map { .nanoseconds(Int64((($0 - first) * 1e9).rounded())) }
                var thumbnails: [Thumbnail] = []
                let size = "\(Thumbnail.columns):\(Thumbnail.rows)"
                let filter = "scale=\(size):flags=area:out_range=tv,format=yuv420p,extractplanes=y"
                try Tool.ffmpeg.output(
                    ["-v", "error", "-i", file.path, "-map", "0:v:0", "-fps_mode", "passthrough", "-vf", filter] + [
                        "-f", "rawvideo", "-pix_fmt", "gray", "pipe:1",
                    ], inPiecesOf: Thumbnail.columns * Thumbnail.rows
                ) { thumbnails.append(Thumbnail(levels: $0.map(Double.init))) }
                self.thumbnails = thumbnails
            }

            /// From the first frame to the end of the last, which is taken to be as long as the others on average.
            var length: Duration { times.count > 1 ? times[times.count - 1] / (times.count - 1) * times.count : .zero }

            /// What is wrong with a picture at a time; `nil`: nothing, or it cannot be told, because a frame begins
            /// within a millisecond.
            func mistake(_ seen: Thumbnail, at time: Duration) -> String? {
                guard let due = times.lastIndex(where: { $0 <= time }), due < thumbnails.count else { return nil }
                guard !times.contains(where: { abs(($0 - time).nanoseconds) < 1_000_000 }) else { return nil }
                let distances = thumbnails.map { seen.distance(to: $0) }
                // Two frames that look alike to within half a level cannot be told apart.
                guard let least = distances.min(), least < distances[due] - 0.5 else { return nil }
                let nearest = distances.firstIndex(of: least) ?? due
                return "frame \(nearest), not \(due)"
            }
        }

        /// A picture's brightness in a grid.
        private struct Thumbnail {
            static let columns = 32
            static let rows = 18
            /// In levels of 8 bits.
            let levels: [Double]

            /// Mean difference of the levels without their common offset: a change of matrix or range moves them alike.
            func distance(to other: Thumbnail) -> Double {
                var differences: [Double] = []
                for index in levels.indices { differences.append(levels[index] - other.levels[index]) }
                let mean = differences.reduce(0, +) / Double(differences.count)
                return differences.reduce(0) { $0 + abs($1 - mean) } / Double(differences.count)
            }
        }

        /// Looks at one member's tile on each tick.
        private final class ThumbnailReader: Sendable {
            private let ticks = Mutex<[Thumbnail]>([])
            private let stage: Stage
            private let member: MemberID

            init(_ stage: Stage, _ member: MemberID) { (self.stage, self.member) = (stage, member) }

            var all: [Thumbnail] { ticks.withLock { $0 } }

            func clear() { ticks.withLock { $0 = [] } }

            func read(_ planes: FrameTap.Planes) {
                guard let luma = planes.luma.bindMemory(to: UInt8.self).baseAddress,
                    let place = stage.placements[member]?.picture
                else { return }
                let levels = (0..<Thumbnail.rows * Thumbnail.columns).map { cell -> Double in
                    func span(_ index: Int, _ count: Int, _ start: Double, _ length: Double) -> Range<Int> {
                        let low = Int((start + length * Double(index) / Double(count)).rounded())
                        let high = Int((start + length * Double(index + 1) / Double(count)).rounded())
                        return low..<max(high, low + 1)
                    }
                    let rows = span(cell / Thumbnail.columns, Thumbnail.rows, place.minY, place.height)
                    let columns = span(cell % Thumbnail.columns, Thumbnail.columns, place.minX, place.width)
                    var sum = 0
                    for y in rows { for x in columns { sum += Int(luma[y * planes.stride + x]) } }
                    return Double(sum) / Double(rows.count * columns.count)
                }
                ticks.withLock { $0.append(Thumbnail(levels: levels)) }
            }
        }
    }
#endif
