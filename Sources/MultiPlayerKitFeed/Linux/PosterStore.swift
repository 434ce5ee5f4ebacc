#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen
    import Synchronization

    /// First frames of videos at a cell's size, made in the background: what a cell shows until its video does.
    final class PosterStore: Sendable {
        private struct State {
            var posters: RecentValues<MediaSource, Picture>
            var failed: Set<MediaSource> = []
            /// The most urgent last.
            var wanted: [MediaSource] = []
            var inWork: Set<MediaSource> = []
            var mayFetch: Set<MediaSource> = []
        }

        /// Posters made at once from one server, or from all files: one is opened while the other is decoded.
        private static let workers = 2
        /// Posters made at once in total: if three servers deliver nothing, a fourth and the files still have their
        /// share.
        private static let allWorkers = 10
        /// How long to wait for a frame: a server that delivers nothing for this long has no poster to give now.
        private static let patience = Duration.seconds(10)

        /// The most bytes kept in memory: a few hundred cells of a phone, a few thousand of a wall.
        private static let capacity = 64 << 20
        /// The fewest posters kept, however large: those of two screens.
        private static let fewest = 24

        private let width: Int
        private let height: Int
        private let opening: Int64
        private let openedMedia: OpenedMediaList
        private let state: Mutex<State>
        private let threads = WorkerThreads("MultiPlayerKit.posters", most: allWorkers)

        init(width: Int, height: Int, opening: Int64, openedMedia: OpenedMediaList) {
            (self.width, self.height, self.opening, self.openedMedia) = (width, height, opening, openedMedia)
            let bytes = max(width * height * 3 / 2, 1)
            state = Mutex(State(posters: RecentValues(capacity: max(Self.capacity / bytes, Self.fewest))))
        }

        /// The poster, if it is ready.
        func poster(of source: MediaSource) -> Picture? { state.withLock { $0.posters[source] } }

        /// Whether the poster is ready, or cannot be made.
        func isDone(_ source: MediaSource) -> Bool {
            state.withLock { $0.posters[source] != nil || $0.failed.contains(source) }
        }

        /// Whether no wanted poster is waiting or in work.
        var isIdle: Bool { state.withLock { $0.wanted.isEmpty && $0.inWork.isEmpty } }

        /// Sets what is wanted now, the most urgent first. What was wanted before and has not begun is dropped.
        ///
        /// - Parameter fetching: Sources whose beginning may be fetched for the poster; the others get one once their
        ///   beginning is here.
        func want(_ sources: [MediaSource], fetching: Set<MediaSource>) {
            let count = state.withLock { state -> Int in
                state.mayFetch = fetching
                // A failure is forgotten when its source is not wanted, so that it is tried again when it comes back.
                if !state.failed.isEmpty { state.failed.formIntersection(sources) }
                var seen: Set<MediaSource> = []
                state.wanted = []
                for source in sources.filter({ seen.insert($0).inserted }).reversed() {
                    if let poster = state.posters[source] {
                        state.posters[source] = poster
                    } else if !state.failed.contains(source), !state.inWork.contains(source) {
                        state.wanted.append(source)
                    }
                }
                return min(Self.allWorkers - state.inWork.count, state.wanted.count)
            }
            for _ in 0..<max(count, 0) { threads.perform { [weak self] in self?.work() } }
        }

        private func work() {
            while let source = next() {
                let mayFetch = state.withLock { $0.mayFetch.contains(source) }
                guard mayFetch || source.readiness(opening: opening) != .cold else {
                    state.withLock { _ = $0.inWork.remove(source) }
                    continue
                }
                let picture = try? make(source)
                state.withLock { state in
                    state.inWork.remove(source)
                    guard let picture else {
                        state.failed.insert(source)
                        return
                    }
                    state.posters[source] = picture
                }
            }
        }

        private func next() -> MediaSource? {
            state.withLock { state in
                let busy = Dictionary(grouping: state.inWork, by: Self.server).mapValues(\.count)
                guard let index = state.wanted.lastIndex(where: { busy[Self.server($0), default: 0] < Self.workers })
                else { return nil }
                let source = state.wanted.remove(at: index)
                state.inWork.insert(source)
                return source
            }
        }

        private static func server(_ source: MediaSource) -> String {
            source.usedCache == nil ? "" : MediaAddress.server(source.url)
        }

        private func make(_ source: MediaSource) throws -> Picture? {
            let media = try openedMedia.media(of: source)
            guard
                let picture = FirstFrame(of: media, source, size: CGSize(width: width, height: height))
                    .picture(patience: Self.patience)
            else { return nil }
            let canvas = try Canvas(width: width, height: height, rate: FrameRate(60), background: .black)
            return canvas.fill(with: picture, display: media.info.displaySize)
        }
    }

    extension Canvas {
        /// Fills the canvas with one picture, in its own aspect ratio and cropped where it exceeds.
        func fill(with picture: Picture, display: CGSize) -> Picture? {
            let size = CGSize(width: format.width, height: format.height)
            guard let place = TileLayout(.sideBySide, fitting: .fill).placements(for: [display], in: size).first else {
                return nil
            }
            return compose([Layer(id: 0, picture: picture, crop: place.sourceCrop, target: place.visible)])
        }
    }

    /// Decodes the first frame of a video, and releases the decoder.
    private struct FirstFrame {
        private let decoder: FrameDecoder
        private let position: MemberTimeline.Position
        private let ticket: VisitQueue.Ticket

        init(of media: OpenedMedia, _ source: MediaSource, size: CGSize) {
            ticket = VisitQueue.ticket(for: source)
            let timeline = MemberTimeline(
                line: GroupLine(anchor: .held(at: .zero)), map: TimeMap(), bounds: media.info.bounds)
            position = timeline.position(at: HostTime(nanoseconds: 0))
            decoder = FrameDecoder(
                // All frames, though only one is wanted: a decoder that gets key frames only does not put out the first
                // before it has the third, which may be megabytes away.
                chain: media.smallestChain, terms: DecodeTerms(size: size, priority: .ambient),
                timeline: timeline, position: position, meter: DecodeMeter()
            ) { _ in }
            decoder.prepare(timeline, at: position, allowsPreview: false, generation: 0)
        }

        /// Blocks. Decodes in the queue of tiles that hold no decoder and borrow one for a single picture.
        func picture(patience: Duration) -> Picture? {
            ticket.begin { [decoder] in decoder.start() }
            let answer = decoder.frame(at: position, on: nil, waitingAtMost: patience)
            decoder.close {}
            return if case .exact(let picture, _) = answer { picture } else { nil }
        }
    }
#endif
