#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen
    import MultiPlayerKitTestSupport

    /// Plays an order with the kit: the whole life of a child of this program.
    @MainActor
    struct Performer {
        private let order: PlayOrder
        private let stage: Stage
        private let group: PlaybackGroup
        private let sampler: TickSampler

        init(_ order: PlayOrder) throws {
            self.order = order
            stage = try Stage(
                size: CGSize(width: BenchStage.width, height: BenchStage.height), rate: FrameRate(order.rate))
            group = PlaybackGroup(on: stage)
            stage.show(group, layout: order.isGrid ? .grid : .sideBySide)
            var clips: [MemberID: Int] = [:]
            for clip in order.members { clips[group.add(url: URL(fileURLWithPath: clip.path))] = clip.id }
            if let clip = order.background {
                group.background = LoopingBackground(url: URL(fileURLWithPath: clip.path))
            }
            sampler = TickSampler(stage: stage, clips: clips, lastTick: Int64(order.seconds) * order.rate - 1)
        }

        /// Plays in real time and prints the report.
        func play() async throws {
            let isEmpty = order.members.isEmpty && order.background == nil
            try stage.add(sampler, from: isEmpty ? .nextTick : .groupStart)
            let events = group.events
            stage.start()
            var start = HostTime.now
            if !isEmpty {
                try await group.play()
                for await event in events {
                    guard case .started(let host, _) = event else { continue }
                    start = host
                    break
                }
            }
            let end = start.advanced(by: .seconds(order.seconds))
            stage.stopTicks(at: end)
            // One sleep: polling would be a cost of its own.
            try await Task.sleep(for: HostTime.now.duration(to: end) + .milliseconds(100))
            while stage.isRunning { try await Task.sleep(for: .milliseconds(20)) }
            stage.stop()
            guard group.failures.isEmpty else { throw BenchmarkError("\(group.failures)") }
            var report = sampler.report(start: start)
            let snapshot = group.snapshot
            (report.planned, report.presented) = (snapshot.ticks.planned, snapshot.ticks.presented)
            (report.late, report.missed) = (snapshot.ticks.late, snapshot.ticks.missed)
            report.mixed = snapshot.mixedTicks
            FileHandle.standardOutput.write(try JSONEncoder().encode(report))
        }

        /// Composes the measured layout tick by tick and writes the pictures.
        static func dump(_ order: DumpOrder) async throws {
            let stage = try Stage(
                size: CGSize(width: BenchStage.width, height: BenchStage.height), rate: FrameRate(BenchStage.rate),
                pace: .unpaced)
            let group = PlaybackGroup(on: stage)
            stage.show(group, layout: .sideBySide)
            for clip in order.members { group.add(url: URL(fileURLWithPath: clip.path)) }
            group.background = LoopingBackground(url: URL(fileURLWithPath: order.background.path))
            try stage.add(PictureWriter(), from: .groupStart)
            try await group.play()
            stage.advance(ticks: order.ticks + 1)
            guard group.failures.isEmpty else { throw BenchmarkError("\(group.failures)") }
        }
    }

    /// Writes pictures to standard output without the padding of their rows.
    private final class PictureWriter: StageOutput {
        func open(_ format: StageFormat) throws {}
        func finish() {}

        func show(_ tick: StageTick) {
            tick.picture.withPlanes { planes in
                let (width, height) = (planes.width, planes.height)
                for (plane, stride, columns, rows) in [
                    (planes.luma, planes.stride, width, height), (planes.u, planes.chromaStride, width / 2, height / 2),
                    (planes.v, planes.chromaStride, width / 2, height / 2),
                ] {
                    for row in 0..<rows {
                        FileHandle.standardOutput.write(Data(plane[(row * stride)..<(row * stride + columns)]))
                    }
                }
            }
        }
    }
#endif
