#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// A comparison on a stage in real time, with the judge of its pixels.
    @MainActor
    struct JudgedComparison {
        let performance: Performance
        private(set) var judge = InstantJudge()
        private let ids: [MemberID]

        /// - Parameters:
        ///   - maps: one for each clip; default: each begins with the group and holds its last frame.
        ///   - source: what is played for a file.
        init(
            _ clips: [IndexClip], maps: [TimeMap]? = nil, layout: TileLayout = .sideBySide, budget: DecoderBudget?,
            source: (URL) -> MediaSource = { MediaSource(url: $0) }
        ) throws {
            try ClipLibrary.shared.make(clips)
            performance = try Performance(pace: .realTime, layout: layout, budget: budget)
            ids = try clips.map { [performance] in try performance.add($0, source: source).id }
            for (index, clip) in clips.enumerated() {
                let map = maps?[index] ?? TimeMap()
                let part = InstantJudge.Part(
                    clip: clip.id, facts: try clip.facts(), map: map, frameDuration: clip.frameRate.time(ofFrame: 1))
                judge.change { [id = ids[index]] in $0[id] = part }
                performance.group.setTimeMap(map, of: ids[index])
            }
        }

        var group: PlaybackGroup { performance.group }

        mutating func nudge(_ index: Int, by frames: Int) {
            judge.change { [id = ids[index]] in $0[id]?.nudges += frames }
            group.nudge(ids[index], by: frames)
        }

        /// Stops the stage. No tick may have shown two instants, by the pixels or by the group's own count.
        @discardableResult
        func end(_ name: String) -> [TileReader.Tick] {
            performance.stage.stop()
            let ticks = performance.reader.all
            let faults = judge.faults(in: ticks)
            let counted = group.snapshot.mixedTicks
            print("\(name): \(faults.count) of \(ticks.count) ticks mixed, ledger \(counted)")
            #expect(faults.isEmpty, "\(name): \(faults.prefix(3))")
            #expect(counted == 0, "\(name)")
            return ticks
        }
    }
#endif
