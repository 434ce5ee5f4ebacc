#if canImport(CGStreamer)
    @testable import MultiPlayerKit

    /// Measures the time from `load` until a player is prepared, without a screen.
    enum PlayerOpening {
        static func time(of source: MediaSource) async throws -> Duration {
            let player = GStreamerPlayer()
            let (events, continuation) = AsyncStream.makeStream(of: PlayerEvent.self)
            player.attach { continuation.yield($0) }
            let begin = HostTime.now
            player.load(source, generation: 1)
            defer { player.release() }
            for await event in events {
                switch event {
                case .loaded(let info, _):
                    let timeline = MemberTimeline(
                        line: GroupLine(anchor: .held(at: .zero)), map: TimeMap(), bounds: info.bounds)
                    player.prepare(timeline, at: begin, allowsPreview: false, generation: 2)
                case .prepared: return begin.duration(to: .now)
                case .refused(let error, _), .failed(let error, _): throw error
                default: break
                }
            }
            throw CancellationError()
        }
    }
#endif
