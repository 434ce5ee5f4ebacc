#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKitTestSupport
    #if THREAD_SANITIZER
        import struct MultiPlayerKit.Mutex
    #else
        import Synchronization
    #endif

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// A trial of one kind of footage, shown in every layout, sought and looped, and read back from composed pixels.
    @MainActor
    struct FootageTrial {
        /// The mistakes found; empty lists are good.
        struct Outcome: Sendable {
            var shown: [String] = []
            var sought: [String] = []
            var stepped: [String] = []
            var looped: [String] = []
            /// At half and at double rate.
            var rated: [String] = []
            /// Processor time to decode, convert and compose one frame, in milliseconds.
            var cost: Double?

            /// Removes the mistakes that concern one frame.
            mutating func forgive(frame: Int) {
                let paths: [WritableKeyPath<Outcome, [String]>] = [\.shown, \.sought, \.stepped, \.looped, \.rated]
                for path in paths { self[keyPath: path].removeAll { $0.hasSuffix("not frame \(frame)") } }
            }

            var isGood: Bool { mistakes.isEmpty }
            var mistakes: [String] {
                let lists = [
                    ("shown", shown), ("sought", sought), ("stepped", stepped), ("looped", looped), ("rated", rated),
                ]
                return lists.flatMap { name, list in list.map { "\(name): \($0)" } }
            }
        }

        static let layouts: [(name: String, layout: TileLayout)] = [
            ("side by side", .sideBySide), ("stacked", .stacked), ("wipe", .wipe), ("difference", .difference),
            ("grid", .grid), ("focus", TileLayout(.focus(on: 0))),
        ]

        private let clip: IndexClip
        private let url: URL
        private let facts: ClipFacts

        init(_ clip: IndexClip) throws {
            self.clip = clip
            url = try ClipLibrary.shared.url(for: clip)
            facts = try clip.facts()
        }

        /// The processor time that this process has used so far, in seconds.
        static var processorTime: Double {
            var usage = rusage()
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
            return seconds(usage.ru_utime) + seconds(usage.ru_stime)
        }

        func run() async -> Outcome {
            var outcome = Outcome()
            do {
                let rig = try await Rig(clip, url, facts, end: .hold)
                outcome.shown = rig.lookAtLayouts()
                outcome.sought = await rig.seek()
                outcome.stepped = await rig.step()
                rig.close()
                let loop = try await Rig(clip, url, facts, end: .loop)
                (outcome.looped, outcome.cost) = loop.loop()
                loop.close()
                for (rate, ticks) in [(0.5, FrameRate(120)), (2, FrameRate(30))] {
                    let rig = try await Rig(clip, url, facts, end: .loop, rate: rate)
                    outcome.rated += rig.loop(at: ticks).0.map { "\(rate): \($0)" }
                    rig.close()
                }
            } catch {
                outcome.shown = ["\(error)"]
            }
            return outcome
        }

        /// A stage with the one member, and what its tile shows.
        @MainActor
        private struct Rig {
            let stage: Stage
            let group: PlaybackGroup
            let cast: Cast
            let clip: IndexClip
            let reader: LevelReader

            init(_ clip: IndexClip, _ url: URL, _ facts: ClipFacts, end: TimeMap.End, rate: Double = 1) async throws {
                self.clip = clip
                stage = try Stage(size: CGSize(width: 640, height: 360), pace: .unpaced, isGuarded: true)
                group = PlaybackGroup(on: stage)
                stage.show(group, layout: .sideBySide)
                let id = group.add(url: url, end: end)
                cast = Cast(
                    id: id, clip: clip.id, facts: facts, offset: .zero, speed: 1,
                    length: end == .loop ? facts.length : nil)
                reader = try LevelReader(stage, id, clip)
                group.rate = rate
                do { try await group.play() } catch { throw group.failures[id] ?? error }
            }

            func close() {
                group.remove(cast.id)
                stage.stop()
            }

            private var bounds: Duration { group.snapshot.members.first?.info?.bounds.length ?? .zero }

            func lookAtLayouts() -> [String] {
                var mistakes: [String] = []
                for (index, layout) in FootageTrial.layouts.enumerated() {
                    stage.layout = layout.layout
                    reader.clear()
                    stage.advance(ticks: 3)
                    for (offset, seen) in reader.all.enumerated() {
                        let time = FrameRate(60).time(ofFrame: Int64(index * 3 + offset))
                        let wanted = cast.index(atGroupTime: time)
                        if !reader.isSame(seen, wanted) {
                            mistakes.append(
                                "\(layout.name): \(LevelReader.text(seen)), not \(LevelReader.text(wanted))")
                        }
                    }
                }
                if stage.hasOffended { mistakes.append("a converter reached outside its tile") }
                stage.layout = .sideBySide
                return mistakes
            }

            func seek() async -> [String] {
                var mistakes: [String] = []
                var random = SplitMix(seed: UInt64(clip.frameCount * 31 + clip.width))
                group.pause()
                let times = cast.facts.timesFromFirst
                for step in 0..<8 {
                    let frame = Int.random(in: 0..<times.count, using: &random)
                    let end = frame + 1 < times.count ? times[frame + 1] : max(bounds, times[frame] + .milliseconds(1))
                    let target = times[frame] + (end - times[frame]) / 2
                    do { try await group.seek(to: target) } catch {
                        mistakes.append("\(target): \(error)")
                        continue
                    }
                    reader.clear()
                    stage.advance(ticks: 2)
                    let seen = reader.all.last.flatMap(\.self)
                    if !reader.isSame(seen, cast.facts.indices[frame]) {
                        mistakes.append(
                            "\(step): \(LevelReader.text(seen)), not \(LevelReader.text(cast.facts.indices[frame]))")
                    }
                }
                return mistakes
            }

            /// Steps forward over a key frame and back.
            func step() async -> [String] {
                let (times, indices) = (cast.facts.timesFromFirst, cast.facts.indices)
                var frame = max(min(clip.gop - 3, times.count / 2), 0)
                guard times.count > 1 else { return [] }
                do { try await group.seek(to: times[frame] + .milliseconds(1)) } catch { return ["\(error)"] }
                stage.advance(ticks: 2)
                var mistakes: [String] = []
                for step in Array(repeating: 1, count: 5) + Array(repeating: -1, count: 8) + [1, 1]
                where indices.indices.contains(frame + step) {
                    group.step(by: step)
                    frame += step
                    reader.clear()
                    stage.advance(ticks: 2)
                    let seen = reader.all.last.flatMap(\.self)
                    if !reader.isSame(seen, indices[frame]) {
                        mistakes.append("\(step): \(LevelReader.text(seen)), not \(LevelReader.text(indices[frame]))")
                    }
                }
                return mistakes
            }

            /// - Parameter line: the number of ticks in a second of the line.
            func loop(at line: FrameRate = FrameRate(60)) -> ([String], Double?) {
                var mistakes: [String] = []
                let ticks = min(max(Int((bounds.seconds * 60 * 2.3).rounded(.up)), 12), 600)
                reader.clear()
                let before = FootageTrial.processorTime
                stage.advance(ticks: ticks)
                let took = FootageTrial.processorTime - before
                for (offset, seen) in reader.all.enumerated() {
                    let wanted = cast.index(atGroupTime: line.time(ofFrame: Int64(offset)))
                    if !reader.isSame(seen, wanted) {
                        mistakes.append("tick \(offset): \(LevelReader.text(seen)), not \(LevelReader.text(wanted))")
                    }
                }
                let frames = Double(cast.facts.frameCount) * Double(ticks) / 60 / max(bounds.seconds, 1.0 / 60)
                return (mistakes, took * 1_000 / max(frames, 1))
            }
        }
    }

    /// Reads one member's tile at each tick: its cells, or its level if the clip is too small for cells.
    final class LevelReader: Sendable {
        private let ticks = Mutex<[Int?]>([])
        private let stage: Stage
        private let member: MemberID
        private let clip: IndexClip

        init(_ stage: Stage, _ member: MemberID, _ clip: IndexClip) throws {
            (self.stage, self.member, self.clip) = (stage, member, clip)
            try stage.add(FrameTap { [weak self] _, planes in self?.read(planes) }, from: .groupStart)
        }

        /// The index seen at each tick; `nil`: none, or that of another clip.
        var all: [Int?] { ticks.withLock { $0 } }

        func clear() { ticks.withLock { $0 = [] } }

        /// Whether what was seen is the frame that was due.
        func isSame(_ seen: Int?, _ wanted: Int?) -> Bool {
            guard let seen, let wanted else { return false }
            return clip.hasCells ? seen == wanted : seen == wanted % 8
        }

        static func text(_ index: Int?) -> String { index.map { "frame \($0)" } ?? "unreadable" }

        private func read(_ planes: FrameTap.Planes) {
            guard let base = planes.luma.bindMemory(to: UInt8.self).baseAddress,
                let place = stage.placements[member]?.picture
            else { return ticks.withLock { $0.append(nil) } }
            let plane = LumaPlane(base: base, width: planes.width, height: planes.height, stride: planes.stride)
            let rect = PictureRect(x: place.minX, y: place.minY, width: place.width, height: place.height)
            let seen: Int?
            if clip.hasCells {
                seen = IndexReader.read(plane, rect: rect).flatMap { $0.clip == clip.id ? $0.index : nil }
            } else {
                seen = IndexReader.readLevel(plane, rect: rect)
            }
            ticks.withLock { $0.append(seen) }
        }
    }
#endif
