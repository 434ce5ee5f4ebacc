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

    /// Reads from every composed picture which frame each tile really shows.
    final class TileReader: Sendable {
        /// What one tick showed.
        struct Tick: Sendable {
            var index: Int64
            var host: HostTime
            var tiles: [MemberID: IndexCode]
        }

        private let ticks = Mutex<[Tick]>([])

        /// Watches a stage from the group's start on.
        init(_ stage: Stage, from beginning: StageOutputBeginning = .groupStart) throws {
            let tap = FrameTap { [weak self] tick, planes in self?.read(tick, planes) }
            try stage.add(tap, from: beginning)
        }

        var all: [Tick] { ticks.withLock { $0 } }

        func clear() { ticks.withLock { $0 = [] } }

        private func read(_ tick: StageTick, _ planes: FrameTap.Planes) {
            guard let base = planes.luma.bindMemory(to: UInt8.self).baseAddress else { return }
            let plane = LumaPlane(base: base, width: planes.width, height: planes.height, stride: planes.stride)
            var tiles: [MemberID: IndexCode] = [:]
            for (id, place) in tick.placements {
                let rect = PictureRect(
                    x: place.picture.minX, y: place.picture.minY, width: place.picture.width,
                    height: place.picture.height)
                // A wipe shows one half of each picture.
                let halves = PictureHalf.allCases.filter { half in
                    let block = rect.part(IndexLayout.block(half))
                    return place.visible.contains(
                        CGRect(x: block.x, y: block.y, width: block.width, height: block.height))
                }
                let half: IndexReader.Half = halves.count == 2 ? .either : halves == [.left] ? .left : .right
                if !halves.isEmpty, let code = IndexReader.read(plane, rect: rect, half: half) { tiles[id] = code }
            }
            ticks.withLock { $0.append(Tick(index: tick.index, host: tick.host, tiles: tiles)) }
        }
    }

    /// Two small tiles above and below, so that the background's cells in the middle stay in view.
    extension TileLayout {
        static let besideBackground = TileLayout(.stacked, spacing: 360)
    }

    extension ClipFacts {
        /// Position in `indices` of the frame due at an item time counted from the first frame.
        func position(at time: Duration) -> Int? {
            timesFromFirst.lastIndex { $0 <= time + .microseconds(1) }
        }
    }
#endif
