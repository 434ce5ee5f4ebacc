#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen
    import Synchronization

    /// Writes one picture of each member of a group, all of one instant, each as large as its video is shown pixel for
    /// pixel.
    ///
    /// ```swift
    /// let files = try await GroupStills(of: group).write(to: folder)     // 1-left.png, 2-right.png
    /// ```
    /// The group itself is only looked at: its members are opened anew, beside it. The pictures look as on a stage: turned,
    /// in square pixels, and in its colours.
    public struct GroupStills: Sendable {
        /// Group time. Default: where the group was.
        public var time: Duration

        private let members: [GroupCopy.Member]

        /// Creates stills of what a group shows now.
        @MainActor
        public init(of group: PlaybackGroup) {
            members = GroupCopy(of: group).members
            time = max(group.time(), .zero)
        }

        /// Decodes the pictures and writes them.
        ///
        /// - Parameter folder: is there already. Files of the same names are replaced, each when the new one is complete.
        /// - Returns: a PNG file for each member, in their order: its number, counted from 1, and the name of its video.
        ///   A side that is odd is a pixel shorter.
        /// - Throws: `PlaybackError` for a video that cannot be played or shows nothing at that time, and for a file that
        ///   cannot be written; the files before it are there then. `CancellationError`.
        @MainActor
        @discardableResult
        public func write(to folder: URL) async throws -> [URL] {
            var files: [URL] = []
            for (index, member) in members.enumerated() {
                try Task.checkCancellation()
                let name = (member.source.name as NSString).deletingPathExtension
                let file = folder.appending(path: "\(index + 1)-\(name.replacing("/", with: "-")).png")
                try await write(member, to: file)
                files.append(file)
            }
            return files
        }

        /// Large enough for a stage; nothing of it is shown.
        private static let smallest = CGSize(width: 16, height: 16)

        @MainActor
        private func write(_ member: GroupCopy.Member, to file: URL) async throws {
            let size = try await open(member, on: try Stage(size: Self.smallest, pace: .unpaced)).info.displaySize
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
                    throw PlaybackError(
                        .outputFailed, subject: member.source.name,
                        reason: "its picture at \(time.seconds) s did not come",
                        cure: "choose another time, or check the file")
                }
                try stage.writeSnapshot(to: file)
            }
        }

        @MainActor
        private func open(
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
