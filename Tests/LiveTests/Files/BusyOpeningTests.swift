#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Synchronization
    import Testing
    #if THREAD_SANITIZER
        import struct MultiPlayerKit.Mutex
    #endif

    @testable import MultiPlayerKit

    /// Openings on an overloaded machine.
    @Suite(.shared, .serialized, .timeLimit(.minutes(3)))
    struct BusyOpeningTests {
        /// Enough that a hang of one opening in a hundred is seen in nearly every run.
        private static let rounds = 80
        private static let atOnce = 6

        @Test func `a pipeline that finds its decoders by itself opens however busy the machine is`() async throws {
            // Short, so that it is read to its end while it is being opened.
            let clip = IndexClip(id: 2).with {
                ($0.width, $0.height, $0.codec, $0.container) = (640, 360, .vp9, .webm)
                ($0.frameRate, $0.frameCount) = (.fps25, 50)
            }.dressed(fixing: .opening)
            let source = MediaSource(url: try ClipLibrary.shared.url(for: clip))
            let media = try OpenedMedia(of: source)
            let hogs = Hogs(count: 3)
            defer { hogs.stop() }
            // They run independently, so that they meet at all stages of their openings.
            let opened = await withTaskGroup(of: [Duration?].self) { group in
                for _ in 0..<Self.atOnce {
                    group.addTask {
                        var times: [Duration?] = []
                        for _ in 0..<Self.rounds { times.append(await Self.open(source, media)) }
                        return times
                    }
                }
                return await group.reduce(into: [Duration?]()) { $0 += $1 }
            }
            let times = opened.compactMap { $0 }
            #expect(times.count == opened.count, "\(opened.count - times.count) never opened")
            let slow = times.count { $0 > .seconds(1) }
            print("busy openings: \(times.count), \(slow) over a second, slowest \(times.max() ?? .zero)")
        }

        /// Opens it in the middle, so that a seek follows at once; `nil`: it took longer than a group waits.
        private static func open(_ source: MediaSource, _ media: OpenedMedia) async -> Duration? {
            let isPrepared = Mutex(false)
            let player = GStreamerPlayer()
            player.attach { if case .prepared = $0 { isPrepared.withLock { $0 = true } } }
            player.load(source, media: media, generation: 1)
            let timeline = MemberTimeline(
                line: GroupLine(anchor: .held(at: .seconds(1))), map: TimeMap(end: .hold), bounds: media.info.bounds)
            let begin = HostTime.now
            player.prepare(timeline, at: .now, allowsPreview: false, generation: 1)
            while !isPrepared.withLock({ $0 }), begin.duration(to: .now) < SyncGroup.prerollTimeout {
                try? await Task.sleep(for: .milliseconds(1))
            }
            let time = begin.duration(to: .now)
            player.release()
            return isPrepared.withLock { $0 } ? time : nil
        }

        /// Threads that keep processors busy.
        private final class Hogs: Sendable {
            private let isOver = Atomic(false)

            init(count: Int) {
                for _ in 0..<count {
                    Thread { [self] in while !isOver.load(ordering: .relaxed) {} }.start()
                }
            }

            func stop() { isOver.store(true, ordering: .relaxed) }
        }
    }
#endif
