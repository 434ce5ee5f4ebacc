#if canImport(AVFoundation)
    import AVFoundation
    import MultiPlayerKitTestSupport

    @testable import MultiPlayerKit

    /// Real AVPlayers on the system's clock, in real time, playing the small clips.
    @MainActor
    final class RealWorld: StoryWorld {
        /// Whether there are real players: on Linux the same files are compiled against stand-ins.
        #if os(macOS) || os(iOS)
            nonisolated static let isHere = true
        #else
            nonisolated static let isHere = false
        #endif

        /// No clip of the repository fits.
        struct NoSuchClip: Error {
            var wanted: String
        }

        let group = PlaybackGroup()
        private(set) var events: [GroupEvent] = []
        private var listening: Task<Void, Never>?

        init() {
            let events = group.events
            listening = Task { [weak self] in
                for await event in events { self?.events.append(event) }
            }
        }

        deinit { listening?.cancel() }

        let violations: [String] = []
        /// The error that the group leaves uncorrected, and the drift of an audible member (500 ppm) within the second
        /// between two measurements.
        let tolerance = Duration.milliseconds(2.5)
        /// Seeks are exact; this leaves room for rounding by AVFoundation, and is less than the shortest frame.
        let stillTolerance = Duration.milliseconds(2)
        let turns = 2

        func clip(seconds: Double, rate: Double, hasAudio: Bool) throws -> URL {
            let fitting = SmallClip.allCases.first {
                $0.seconds == seconds && $0.rate == rate && $0.hasAudio == hasAudio
            }
            guard let fitting else { throw NoSuchClip(wanted: "\(seconds) s at \(rate), sound: \(hasAudio)") }
            return fitting.url
        }

        // MARK: Time

        /// The players' clock. The group's is the same clock, read in another way.
        var now: HostTime { HostTime(CMClock.hostTimeClock.time) ?? .now }

        func advance(by duration: Duration) async {
            guard duration > .zero else { return }
            try? await Task.sleep(for: duration, tolerance: .zero, clock: .suspending)
        }

        func advance(atMost limit: Duration, until holds: () -> Bool) async -> Bool {
            let end = now.advanced(by: limit)
            while !holds() {
                guard now < end else { return false }
                await advance(by: .milliseconds(10))
            }
            return true
        }

        // MARK: Looking

        func itemTime(of player: AVPlayer, at host: HostTime) -> Duration? {
            guard let item = player.currentItem else { return nil }
            if let timebase = item.timebase,
                let line = try? timebase.rateAndAnchorTime(relativeTo: CMClock.hostTimeClock), line.rate > 0,
                let time = Duration(line.anchorTime), let anchored = HostTime(line.referenceTime)
            {
                return time + anchored.duration(to: host).scaled(by: line.rate)
            }
            return Duration(item.currentTime())
        }

        #if canImport(Darwin)
            func frameIndex(in buffer: CVPixelBuffer) -> Int? {
                guard CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess else { return nil }
                defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
                guard let base = CVPixelBufferGetBaseAddressOfPlane(buffer, 0) else { return nil }
                let plane = LumaPlane(
                    base: UnsafePointer(base.assumingMemoryBound(to: UInt8.self)),
                    width: CVPixelBufferGetWidthOfPlane(buffer, 0), height: CVPixelBufferGetHeightOfPlane(buffer, 0),
                    stride: CVPixelBufferGetBytesPerRowOfPlane(buffer, 0))
                return IndexReader.read(plane, rect: plane.bounds)?.index
            }
        #else
            /// The stand-ins have no pixels.
            func frameIndex(in buffer: CVPixelBuffer) -> Int? { nil }
        #endif
    }
#endif
