#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen
    import Synchronization

    extension GroupStills {
        /// Creates stills of what a group shows now. Its members are opened anew, beside it, and drawn as on a stage, in its
        /// colours. A side that is odd is a pixel shorter.
        @MainActor
        public init(of group: PlaybackGroup) {
            time = max(group.time(), .zero)
            members = GroupCopy(of: group).members.map { member in
                Member(name: member.source.name) { time, file in try await Self.write(member, at: time, to: file) }
            }
        }

        /// Large enough for a stage; nothing of it is shown.
        private static let smallest = CGSize(width: 16, height: 16)

        @MainActor
        private static func write(_ member: GroupCopy.Member, at time: Duration, to file: URL) async throws {
            let size = try await open(member, on: try Stage(size: smallest, pace: .unpaced)).info.displaySize
            func even(_ side: Double) -> Double { max((side / 2).rounded(.down) * 2, 16) }
            let stage = try Stage(
                size: CGSize(width: even(size.width), height: even(size.height)), pace: .unpaced, background: .black)
            defer { stage.stop() }
            let group = try await open(member, on: stage).group
            group.setRange(time..<(time + .seconds(1)), repeats: false)
            stage.show(group, layout: TileLayout(.single(0), fitting: .fill))
            let first = FirstTick()
            try stage.add(first, from: .groupStart)
            try await group.play()
            try await Blocking.run {
                stage.advance(ticks: 1)
                guard first.isDue else {
                    throw missing(member.source.name, at: time, cure: "choose another time, or check the file")
                }
                try stage.writeSnapshot(to: file)
            }
        }

        @MainActor
        private static func open(
            _ member: GroupCopy.Member, on stage: Stage
        ) async throws -> (group: PlaybackGroup, info: MediaInfo) {
            let group = PlaybackGroup(on: stage, budget: nil)
            let events = group.events
            let id = group.add(source: member.source, map: member.map)
            guard let info = try await events.infos(of: [id])[id] else { throw CancellationError() }
            return (group, info)
        }

        /// Whether the first tick of a stage shows the frame that is due.
        private final class FirstTick: StageOutput {
            private let verdict = Mutex<Bool?>(nil)
            var isDue: Bool { verdict.withLock { $0 ?? false } }

            func open(_ format: StageFormat) throws {}
            func finish() {}
            func show(_ tick: StageTick) {
                verdict.withLock { $0 = $0 ?? (!tick.frames.isEmpty && tick.frames.allSatisfy(\.isDue)) }
            }
        }
    }
#endif
