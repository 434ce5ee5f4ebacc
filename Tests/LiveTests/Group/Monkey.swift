#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// Calls a group's public interface at random, as users do, and records what it has set.
    @MainActor
    final class Monkey {
        let performance: Performance
        private(set) var judge = InstantJudge()
        /// The calls, and the group's events.
        private(set) var log: [String] = []
        private(set) var actions = 0
        /// Members that failed; no call may lead to that.
        private(set) var failures: [String] = []
        /// Whether the budget has lowered a member, as it does when other programs take the processors.
        private(set) var wasLowered = false
        private let clips: [IndexClip]
        private let backdrop: IndexClip
        private var members: [(id: MemberID, clip: Int)] = []
        private var random: SplitMix
        /// Mixed ticks by the group's own count.
        private var counted = 0
        private var calls: [Task<Void, Never>] = []
        private var layout = TileLayout.sideBySide

        /// - Parameters:
        ///   - clips: one for each member; each carries a number of its own.
        ///   - backdrop: the clip of the background that comes and goes.
        init(seed: UInt64, clips: [IndexClip], backdrop: IndexClip, budget: DecoderBudget?) throws {
            random = SplitMix(seed: seed)
            (self.clips, self.backdrop) = (clips, backdrop)
            performance = try Performance(
                size: CGSize(width: 960, height: 540), pace: .realTime, layout: layout, budget: budget)
            // Make the clips first: nothing else should run while the group plays.
            try ClipLibrary.shared.make(clips + [backdrop])
            for index in clips.indices.prefix(2) { try add(index) }
        }

        private var group: PlaybackGroup { performance.group }

        /// Acts for this long, once every 20 to 900 ms.
        func act(for time: Duration) async throws {
            let events = group.events
            let listening = Task { @MainActor in
                for await event in events {
                    note("  \(event)")
                    if case .failed(let id, let error) = event { failures.append("\(id): \(error)") }
                    if case .tierChanged(_, .full, _, _) = event { wasLowered = true }
                }
            }
            defer { listening.cancel() }
            performance.stage.start()
            try await group.play()
            let end = HostTime.now.advanced(by: time)
            while HostTime.now < end {
                actions += 1
                noteLedger()
                try await act()
                try await Task.sleep(for: .milliseconds(Int.random(in: 20...900, using: &random)))
            }
            for call in calls { await call.value }
        }

        private func act() async throws {
            let id = members.randomElement(using: &random)?.id
            switch Int.random(in: 0..<32, using: &random) {
            case 0...3: call("play") { try await $0.play() }
            case 4...6:
                note("pause")
                group.pause()
            case 7...9:
                let time = place()
                call("seek \(time)") { try await $0.seek(to: time) }
            case 10:
                let time = place()
                note("seek to \(time) and wait")
                try? await group.seek(to: time)
            case 11, 12:
                let count = Int.random(in: -4...4, using: &random)
                note("step \(count)")
                group.step(by: count)
            case 13, 14:
                let rates: [Double] = [0.25, 0.5, 1, 1, 1.5, 2, 4]
                let rate = rates.randomElement(using: &random) ?? 1
                note("rate \(rate)")
                group.rate = rate
            case 15...18: try await scrub()
            case 19, 20: if let id { nudge(id) }
            case 21, 22: if let id { setMap(id) }
            case 23: setRange()
            case 24: setBackground()
            case 25, 26: setLayout()
            case 27: if members.count < clips.count { try addAny() }
            case 28: if members.count > 1, let id { remove(id) }
            case 29:
                if let id {
                    remove(id)
                    try addAny()
                }
            case 30:
                note("audible \(id.map { "\($0)" } ?? "nobody")")
                group.audibleMember = id
            default:
                let priority = PlaybackPriority.allCases.randomElement(using: &random) ?? .normal
                note("priority \(priority)")
                if let id { group.setPriority(priority, of: id) }
            }
        }

        /// Logs the mixed ticks that the group itself has counted since the last action.
        private func noteLedger() {
            let mixed = group.snapshot.mixedTicks
            if mixed > counted { note("  the ledger counts \(mixed - counted) mixed ticks") }
            counted = mixed
        }

        private func place() -> Duration { .milliseconds(Int.random(in: 0...9_500, using: &random)) }

        private func note(_ text: String) { log.append("\(HostTime.now.nanoseconds / 1_000_000 % 1_000_000): \(text)") }

        /// Makes a call without waiting for its result; a call that a newer one supersedes is no fault.
        private func call(_ text: String, _ body: @escaping @MainActor (PlaybackGroup) async throws -> Void) {
            note(text)
            let group = group
            calls.append(Task { @MainActor in try? await body(group) })
        }

        private func scrub() async throws {
            var time = place()
            let count = Int.random(in: 3...40, using: &random)
            note("scrub from \(time), \(count) times")
            for _ in 0..<count {
                group.scrub(to: time)
                time = max(time + .milliseconds(Int.random(in: -150...300, using: &random)), .zero)
                try await Task.sleep(for: .milliseconds(16))
            }
        }

        private func nudge(_ id: MemberID) {
            let frames = Int.random(in: -5...5, using: &random)
            note("nudge \(id) \(frames)")
            judge.change { $0[id]?.nudges += frames }
            group.nudge(id, by: frames)
        }

        private func setMap(_ id: MemberID) {
            var map = TimeMap(offset: .milliseconds(Int.random(in: -800...1_500, using: &random)))
            let speeds: [Double] = [1, 1, 1, 0.5, 2]
            map.speed = speeds.randomElement(using: &random) ?? 1
            map.end = Int.random(in: 0..<3, using: &random) == 0 ? .loop : .hold
            if Int.random(in: 0..<3, using: &random) == 0 {
                map.range = .milliseconds(Int.random(in: 0...3_000, using: &random))..<(.seconds(6))
            }
            note("map \(id) \(map)")
            judge.change {
                $0[id]?.map = map
                $0[id]?.nudges = 0
            }
            group.setTimeMap(map, of: id)
        }

        private func setRange() {
            let begin = place()
            let range: Range<Duration>? = Bool.random(using: &random) ? begin..<begin + .seconds(3) : nil
            let repeats = Bool.random(using: &random)
            note("range \(range.map { "\($0)" } ?? "all"), repeats \(repeats)")
            group.setRange(range, repeats: repeats)
        }

        private func setBackground() {
            guard group.background == nil, let url = try? ClipLibrary.shared.url(for: backdrop) else {
                note("no background")
                group.background = nil
                return
            }
            note("background")
            group.background = LoopingBackground(url: url)
            guard let id = group.snapshot.background?.id, let facts = try? backdrop.facts() else { return }
            judge.change { $0[id] = part(backdrop, facts, isBackground: true) }
        }

        private func setLayout() {
            layout =
                [.sideBySide, .stacked, .grid, TileLayout(.wipe(at: 0.5)), .single(1)].randomElement(using: &random)
                ?? .sideBySide
            note("layout \(layout.arrangement)")
            performance.stage.layout = layout
        }

        private func addAny() throws {
            let free = clips.indices.filter { index in !members.contains { $0.clip == index } }
            if let index = free.randomElement(using: &random) { try add(index) }
        }

        private func add(_ index: Int) throws {
            let clip = clips[index]
            let url = try ClipLibrary.shared.url(for: clip)
            let facts = try clip.facts()
            let id = group.add(url: url)
            note("add \(id), clip \(clip.id)")
            judge.change { $0[id] = part(clip, facts) }
            members.append((id, index))
        }

        private func part(_ clip: IndexClip, _ facts: ClipFacts, isBackground: Bool = false) -> InstantJudge.Part {
            InstantJudge.Part(
                clip: clip.id, facts: facts, map: TimeMap(), frameDuration: clip.frameRate.time(ofFrame: 1),
                isBackground: isBackground)
        }

        private func remove(_ id: MemberID) {
            note("remove \(id)")
            group.remove(id)
            members.removeAll { $0.id == id }
        }

        /// The current members.
        var present: [MemberID] { members.map(\.id) }
    }
#endif
