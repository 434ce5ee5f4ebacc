#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    #if THREAD_SANITIZER
        import struct MultiPlayerKit.Mutex
    #else
        import Synchronization
    #endif

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen
    @testable import TestTools
    @testable import MultiPlayerKitKiosk

    /// A playlist whose frames carry their numbers, with what is due at a time by the test's own arithmetic.
    struct KioskReel: Sendable {
        struct Entry: Sendable {
            var url: URL
            /// The number that its frames carry beside their index.
            var id: Int
            var size: CGSize
            var length: Duration
            /// When each frame is due, and the index it carries.
            var times: [Duration]
            var indices: [Int]
        }

        var entries: [Entry]

        var cycle: Duration { entries.reduce(.zero) { $0 + $1.length } }

        func tile(_ name: String, poster: URL? = nil) -> KioskConfiguration.Tile {
            KioskConfiguration.Tile(
                name: name,
                clips: entries.map { entry in
                    KioskConfiguration.Clip(
                        source: MediaSource(url: entry.url), duration: entry.times.count == 1 ? entry.length : nil)
                }, poster: poster)
        }

        /// The entry and the frame that are due at a time since the epoch.
        func due(at time: Duration, period: Duration? = nil) -> (entry: Entry, place: Int, frame: Int) {
            let period = period ?? cycle
            let (_, rest) = time.nanoseconds.flooredDivision(by: period.nanoseconds)
            var inside = Duration.nanoseconds(rest)
            for (place, entry) in entries.enumerated() {
                if inside < entry.length || place == entries.count - 1 {
                    return (entry, place, entry.times.lastIndex { $0 <= inside + .microseconds(1) } ?? 0)
                }
                inside -= entry.length
            }
            return (entries[0], 0, 0)
        }

        /// Makes clips from descriptions, in today's clothes; a still is the first frame of its clip as PNG, shown for
        /// a second.
        static func make(
            _ clips: [(clip: IndexClip, isStill: Bool)], fixing fixed: Set<Wardrobe.Field> = .load, in folder: URL
        ) throws -> KioskReel {
            KioskReel(
                entries: try clips.map { clip, isStill in
                    let clip = clip.dressed(fixing: fixed)
                    let facts = try clip.facts()
                    let source = try ClipLibrary.shared.url(for: clip)
                    let name = isStill ? "\(clip.id).png" : source.lastPathComponent
                    let url = folder.appending(path: "\(clip.id)-\(name)")
                    if isStill {
                        let maker = try Process.run(
                            URL(fileURLWithPath: "/usr/bin/env"),
                            arguments: ["ffmpeg", "-v", "error", "-y", "-i", source.path, "-frames:v", "1", url.path])
                        maker.waitUntilExit()
                    } else {
                        try FileManager.default.copyItem(at: source, to: url)
                    }
                    let times = isStill ? [.zero] : facts.timesFromFirst
                    return Entry(
                        url: url, id: clip.id, size: CGSize(width: facts.width, height: facts.height),
                        length: isStill ? .seconds(1) : .nanoseconds(facts.length.nanoseconds), times: times,
                        indices: try Array(facts.decodedIndices().prefix(times.count)))
                })
        }
    }

    /// Reads from every composed picture of a kiosk's screen what each tile shows.
    final class KioskReader: Sendable {
        struct Sight: Sendable {
            var tick: Int64
            var time: Duration
            /// `nil`: nothing can be read.
            var codes: [IndexCode?]
            /// Whether each tile shows what is due.
            var isDue: [Bool]
            /// The number of tiles on which nothing is lighter than the stage.
            var black: Int
        }

        /// One tile at one tick, without pointers, so that a long run allocates nothing while memory is measured.
        private struct Glance {
            var tick: Int64 = 0
            var time = Duration.zero
            var code: IndexCode?
            var isDue = false
            var isBlack = false
        }

        /// Tile after tile, tick after tick.
        private struct Log {
            var glances: [Glance]
            var count = 0

            mutating func append(_ glance: Glance) {
                if count < glances.count { glances[count] = glance } else { glances.append(glance) }
                count += 1
            }
        }

        private let log: Mutex<Log>
        private let tiles: Int

        /// - Parameters:
        ///   - reels: one for each tile, in order; the screen lays them side by side.
        ///   - ticks: the number of ticks to reserve room for; more are recorded too.
        init(_ display: KioskDisplay, _ reels: [KioskReel], period: Duration? = nil, ticks: Int = 0) throws {
            tiles = reels.count
            log = Mutex(Log(glances: Array(repeating: Glance(), count: ticks * reels.count)))
            let screen = display.configuration.screens[0]
            let epoch = display.configuration.clock.epoch
            let tap = FrameTap { [weak self] tick, planes in
                guard let self, let base = planes.luma.bindMemory(to: UInt8.self).baseAddress,
                    let shared = tick.sharedTime
                else { return }
                let plane = LumaPlane(base: base, width: planes.width, height: planes.height, stride: planes.stride)
                let time = shared - epoch
                let dues = reels.map { $0.due(at: time, period: period) }
                for (index, due) in dues.enumerated() {
                    var code: IndexCode?
                    // Read it in the shape of the entry due or, while that is not shown, of another entry of the
                    // playlist.
                    for entry in [due.entry] + reels[index].entries where code == nil {
                        var sizes = dues.map(\.entry.size)
                        sizes[index] = entry.size
                        let place = screen.layout.placements(for: sizes, in: screen.size)[index].picture
                        code = IndexReader.read(
                            plane,
                            rect: PictureRect(x: place.minX, y: place.minY, width: place.width, height: place.height))
                    }
                    let glance = Glance(
                        tick: tick.index, time: time, code: code,
                        isDue: code == IndexCode(index: due.entry.indices[due.frame], clip: due.entry.id),
                        isBlack: code == nil && plane.isBlack(index, of: reels.count))
                    log.withLock { $0.append(glance) }
                }
            }
            try display.stages[0].add(tap, from: .groupStart)
        }

        var all: [Sight] {
            log.withLock { log in
                stride(from: 0, to: log.count - tiles + 1, by: tiles).map { start in
                    let glances = log.glances[start..<start + tiles]
                    return Sight(
                        tick: log.glances[start].tick, time: log.glances[start].time, codes: glances.map(\.code),
                        isDue: glances.map(\.isDue), black: glances.count(where: \.isBlack))
                }
            }
        }
    }

    extension LumaPlane {
        /// Whether the middle of one of several tiles side by side is dark.
        fileprivate func isBlack(_ index: Int, of count: Int) -> Bool {
            let width = width / count
            for y in stride(from: height / 4, to: height * 3 / 4, by: 4) {
                for x in stride(from: index * width + width / 4, to: index * width + width * 3 / 4, by: 4)
                where base[y * self.stride + x] > 48 { return false }
            }
            return true
        }

        private func stride(from: Int, to: Int, by: Int) -> StrideTo<Int> { Swift.stride(from: from, to: to, by: by) }
    }
#endif
