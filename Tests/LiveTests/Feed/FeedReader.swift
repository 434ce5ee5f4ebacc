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
    @testable import MultiPlayerKitFeed

    /// Twenty clips that any single frame identifies: sixteen clip numbers, four of them again with later frames.
    enum FeedClips {
        static let count = 20

        static func clip(_ number: Int) -> IndexClip {
            IndexClip(id: number % 16).with {
                ($0.width, $0.height) = (320, 180)
                $0.frameCount = number < 16 ? 75 : 150
                if number >= 16 { $0.variant = .cutWithoutEditList(atFrame: 90) }
            }.dressed(fixing: .opening)
        }

        static func urls() throws -> [URL] { try (0..<count).map { try ClipLibrary.shared.url(for: clip($0)) } }

        /// The number of the clip that a frame belongs to.
        static func number(of code: IndexCode) -> Int { code.index >= 90 ? code.clip + 16 : code.clip }
    }

    /// Reads what each wholly visible cell shows from every composed picture of a feed.
    final class FeedReader: Sendable {
        struct Sight: Sendable {
            var tick: Int64
            var host: HostTime
            var place: Double
            var cell: Int
            /// `nil`: the picture cannot be read.
            var code: IndexCode?
        }

        private let state = Mutex<[Sight]>([])
        private let feed: StageFeed

        init(_ stage: Stage, _ feed: StageFeed) throws {
            self.feed = feed
            let tap = FrameTap { [weak self] tick, planes in self?.read(tick, planes) }
            try stage.add(tap, from: .groupStart)
        }

        var all: [Sight] { state.withLock { $0 } }

        /// The role of each cell on every thirtieth tick, with its reason.
        var roles: [Int64: [String]] { notes.withLock { $0 } }
        private let notes = Mutex<[Int64: [String]]>([:])

        private func read(_ tick: StageTick, _ planes: FrameTap.Planes) {
            guard let base = planes.luma.bindMemory(to: UInt8.self).baseAddress else { return }
            let plane = LumaPlane(base: base, width: planes.width, height: planes.height, stride: planes.stride)
            let place = feed.drawing.withLock(\.offset)
            let screen = CGRect(x: 0, y: place, width: Double(planes.width), height: Double(planes.height))
            var sights: [Sight] = []
            for id in feed.layout.cells(in: screen) {
                guard let frame = feed.layout.frame(of: id), frame.minY >= screen.minY, frame.maxY <= screen.maxY,
                    let cell = Int(id.description)
                else { continue }
                let rect = PictureRect(
                    x: (frame.minX / 2).rounded() * 2, y: ((frame.minY - place) / 2).rounded() * 2, width: frame.width,
                    height: frame.height)
                sights.append(
                    Sight(
                        tick: tick.index, host: tick.host, place: place, cell: cell,
                        code: IndexReader.read(plane, rect: rect)))
            }
            state.withLock { $0 += sights }
            guard tick.index.isMultiple(of: 30) else { return }
            let roles = feed.snapshot.assignments.map { "\($0.binding.cell): \($0.role), \($0.reason)" }
            notes.withLock { $0[tick.index] = roles }
        }
    }
#endif
