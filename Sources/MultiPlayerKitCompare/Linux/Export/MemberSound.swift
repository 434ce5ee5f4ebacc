#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit

    /// The sound of one member of an export, decoded by GStreamer.
    final class MemberSound: Sendable {
        let sound: ExportSound
        private let member: MemberID

        /// Opens a file with sound; blocks.
        init(of source: MediaSource, member: MemberID) throws(PlaybackError) {
            let chain = try OpenedMedia(of: source).smallestChain
            self.member = member
            sound = ExportSound { stretch throws(PlaybackError) in try StretchReading.open(stretch, of: chain) }
        }

        /// - Parameter start: the host time of the export's first frame.
        func begin(at start: HostTime, in lineup: GroupRunner.Lineup) {
            guard let timeline = lineup.entries.first(where: { $0.id == member })?.timeline else { return }
            sound.begin(at: start) { host in
                let stretch = SoundStretch(of: timeline, at: host)
                return ExportSound.Stretch(sound: stretch.sound, speed: stretch.speed, end: stretch.end)
            }
        }
    }

    /// One stretch of a file's sound. Used from one thread.
    private final class StretchReading: SoundReading {
        private let reading: StreamReading
        private let chain: DecodeChain
        private let sound: Range<Duration>
        private let isStretched: Bool

        private init(_ reading: StreamReading, _ chain: DecodeChain, _ sound: Range<Duration>, _ isStretched: Bool) {
            (self.reading, self.chain, self.sound, self.isStretched) = (reading, chain, sound, isStretched)
        }

        /// Opens the file for a stretch.
        ///
        /// At its own speed it is read from its beginning, and what comes before the stretch is dropped: decoding sound
        /// is quick, and a decoder that has been sought in gives noise of its own to some codecs, so that no two
        /// exports would be alike.
        static func open(
            _ stretch: ExportSound.Stretch, of chain: DecodeChain
        ) throws(PlaybackError) -> StretchReading? {
            guard let sound = stretch.sound else { return nil }
            let reading = try StreamReading.programme(of: chain, speed: stretch.speed)
            let isStretched = stretch.speed != 1
            if isStretched, try !reading.seek(toSound: sound, speed: stretch.speed) { return nil }
            return StretchReading(reading, chain, sound, isStretched)
        }

        func next(
            _ take: (UnsafeBufferPointer<Float>, Duration) -> Void
        ) throws(PlaybackError) -> Bool {
            let hasMore: Void? = try reading.next { sample throws(PlaybackError) in
                guard let buffer = gst_sample_get_buffer(sample),
                    let time = isStretched ? reading.runningTime(of: sample) : itemTime(of: sample)
                else { return }
                var map = GstMapInfo()
                guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return }
                defer { gst_buffer_unmap(buffer, &map) }
                let bytes = UnsafeRawBufferPointer(start: map.data, count: Int(map.size))
                take(bytes.bindMemory(to: Float.self), isStretched ? time : time - sound.lowerBound)
            }
            return hasMore != nil
        }

        private func itemTime(of sample: OpaquePointer) -> Duration? {
            chain.soundTime(of: sample).map { $0 + chain.begin + reading.lateness }
        }
    }
#endif
