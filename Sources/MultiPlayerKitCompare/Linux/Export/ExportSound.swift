#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit

    /// What is heard of one member over the time of an export, read from front to back.
    ///
    /// Sendable because it is used from one thread at a time: one after the other.
    final class ExportSound: @unchecked Sendable {
        /// Samples a second, of each channel.
        static let rate = 48_000
        static let channels = 2
        /// How far a packet may seem to lie from the end of the one before, in samples. Matroska rounds times to
        /// milliseconds; a larger step is a gap in the file.
        private static let tolerance = rate * 3 / 2_000

        private let chain: DecodeChain
        private let member: MemberID
        private var timeline: MemberTimeline?
        private var start = HostTime(nanoseconds: 0)
        /// The stretch that is read, and where it ends in the export; `nil`: it has no end.
        private var stretch: (value: SoundStretch, first: Int, end: Int?)?
        private var reading: StreamReading?
        /// Samples of both channels that nobody has taken yet, from `position` on.
        private var ready: [Float] = []
        private var position = 0

        /// Opens a file with sound; blocks.
        init(of source: MediaSource, member: MemberID) throws(PlaybackError) {
            chain = try OpenedMedia(of: source).smallestChain
            self.member = member
        }

        /// - Parameters:
        ///   - start: the host time of the export's first frame.
        func begin(at start: HostTime, in lineup: GroupRunner.Lineup) {
            self.start = start
            timeline = lineup.entries.first { $0.id == member }?.timeline
        }

        /// Adds its next samples to a mix of both channels. Blocks.
        func add(to mix: inout [Float]) throws(PlaybackError) {
            let wanted = mix.count / Self.channels
            while ready.count < mix.count { try readOn(atLeast: wanted) }
            for index in mix.indices { mix[index] += ready[index] }
            ready.removeFirst(mix.count)
            position += wanted
        }

        private var end: Int { position + ready.count / Self.channels }

        private func host(of sample: Int) -> HostTime {
            start.advanced(by: .nearest(seconds: Double(sample) / Double(Self.rate)))
        }

        private func sample(at host: HostTime) -> Int {
            Int((start.duration(to: host).seconds * Double(Self.rate)).rounded())
        }

        /// Gets more samples ready, silence where nothing is heard.
        private func readOn(atLeast count: Int) throws(PlaybackError) {
            guard let timeline else { return pad(to: position + count) }
            if stretch.map({ $0.end.map { $0 <= end } ?? false }) ?? true {
                // Times are rounded to samples: the next stretch is looked for a little later.
                let next = SoundStretch(of: timeline, at: host(of: end).advanced(by: .microseconds(25)))
                stretch = (next, end, next.end.map(sample(at:)))
                reading = try next.sound.flatMap { sound throws(PlaybackError) in try open(sound, speed: next.speed) }
            }
            guard let stretch else { return }
            let limit = stretch.end ?? .max
            guard let reading, let sound = stretch.value.sound else { return pad(to: min(limit, position + count)) }
            let isStretched = stretch.value.speed != 1
            let hasMore: Void? = try reading.next { sample throws(PlaybackError) in
                guard let buffer = gst_sample_get_buffer(sample),
                    let time = isStretched ? reading.runningTime(of: sample) : itemTime(of: sample, in: reading)
                else { return }
                let heard = isStretched ? time : time - sound.lowerBound
                var map = GstMapInfo()
                guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return }
                defer { gst_buffer_unmap(buffer, &map) }
                let bytes = UnsafeRawBufferPointer(start: map.data, count: Int(map.size))
                var place = stretch.first + Int((heard.seconds * Double(Self.rate)).rounded())
                // What is stretched comes without gaps, at times that are rounded to the pieces of which it is made.
                if isStretched, end > stretch.first { place = end }
                append(bytes.bindMemory(to: Float.self), at: place, before: limit)
            }
            if hasMore == nil {
                self.reading = nil
                pad(to: min(limit, position + count))
            }
        }

        /// Opens the file for a stretch.
        ///
        /// At its own speed it is read from its beginning, and what comes before the stretch is dropped: decoding sound
        /// is quick, and a decoder that has been sought in gives noise of its own to some codecs, so that no two
        /// exports would be alike.
        private func open(_ sound: Range<Duration>, speed: Double) throws(PlaybackError) -> StreamReading? {
            let reading = try StreamReading.programme(of: chain, speed: speed)
            guard speed != 1 else { return reading }
            return try reading.seek(toSound: sound, speed: speed) ? reading : nil
        }

        private func itemTime(of sample: OpaquePointer, in reading: StreamReading) -> Duration? {
            chain.soundTime(of: sample).map { $0 + chain.begin + reading.lateness }
        }

        private func append(_ samples: UnsafeBufferPointer<Float>, at place: Int, before limit: Int) {
            var place = place
            if abs(place - end) <= Self.tolerance { place = end }
            pad(to: min(place, limit))
            // What came before the stretch, or again.
            let skipped = max(end - place, 0)
            let count = min(samples.count / Self.channels - skipped, limit - end)
            guard count > 0 else { return }
            ready.append(contentsOf: samples[skipped * Self.channels..<(skipped + count) * Self.channels])
        }

        private func pad(to sample: Int) {
            guard sample > end else { return }
            ready.append(contentsOf: repeatElement(0, count: (sample - end) * Self.channels))
        }
    }
#endif
