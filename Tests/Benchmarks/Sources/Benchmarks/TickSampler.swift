#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen
    import MultiPlayerKitTestSupport
    import Synchronization

    /// The output of a measured stage: takes every picture, reads a few of them, and reads the processor time.
    ///
    /// On every 31st tick, about twice a second, the indices of all tiles are read: some 60 µs, less than a thousandth
    /// of what is measured. 31 and not 30, so that frames are met on their first tick and on their second.
    final class TickSampler: StageOutput {
        private struct Sample {
            var host: HostTime
            var member: MemberID
            var code: IndexCode?
        }

        private struct State {
            var samples: [Sample] = []
            var firstTick: Int64?
            var begin: (host: HostTime, cpu: Double)?
            var end: (host: HostTime, cpu: Double)?
        }

        private static let stride: Int64 = 31
        private let stage: Stage
        private let clips: [MemberID: Int]
        private let lastTick: Int64
        private let state = Mutex(State())

        /// - Parameters:
        ///   - clips: the number that each member's frames carry.
        ///   - lastTick: the tick, counted from the first, at which measuring ends.
        init(stage: Stage, clips: [MemberID: Int], lastTick: Int64) {
            (self.stage, self.clips, self.lastTick) = (stage, clips, lastTick)
        }

        func open(_ format: StageFormat) throws {}
        func finish() {}

        func show(_ tick: StageTick) {
            state.withLock { state in
                let count = tick.index - (state.firstTick ?? tick.index)
                if state.firstTick == nil { state.firstTick = tick.index }
                // A second after the start the frames decoded ahead of it no longer count.
                if state.begin == nil, Double(count) >= stage.rate.perSecond {
                    state.begin = (HostTime.now, ProcessorTime.own)
                } else if state.begin != nil, count <= lastTick {
                    state.end = (HostTime.now, ProcessorTime.own)
                }
                if count % Self.stride == 0 { read(tick, into: &state.samples) }
            }
        }

        private func read(_ tick: StageTick, into samples: inout [Sample]) {
            let placements = stage.placements
            tick.picture.withPlanes { planes in
                guard let base = planes.luma.bindMemory(to: UInt8.self).baseAddress else { return }
                let plane = LumaPlane(base: base, width: planes.width, height: planes.height, stride: planes.stride)
                for id in clips.keys {
                    guard let place = placements[id]?.picture else { continue }
                    let rect = PictureRect(x: place.minX, y: place.minY, width: place.width, height: place.height)
                    samples.append(Sample(host: tick.host, member: id, code: IndexReader.read(plane, rect: rect)))
                }
            }
        }

        /// The load and what the tiles showed.
        ///
        /// - Parameter start: the group's common start, from which the frames due follow.
        func report(start: HostTime) -> PlayReport {
            state.withLock { state in
                var report = PlayReport()
                report.tilesRead = state.samples.count
                report.tilesWrong = state.samples.count { sample in
                    let due = FrameRate(30).frame(at: start.duration(to: sample.host))
                    return sample.code.map { Int64($0.index) != due || $0.clip != clips[sample.member] } ?? true
                }
                if let begin = state.begin, let end = state.end {
                    let wall = begin.host.duration(to: end.host) / .seconds(1)
                    report.load = (end.cpu - begin.cpu) / wall
                }
                return report
            }
        }
    }
#endif
