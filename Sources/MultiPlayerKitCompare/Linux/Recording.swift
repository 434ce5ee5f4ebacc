#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen

    /// A video as alignment reads it: its sound, its coded pictures, and decoded pictures. Each call but
    /// ``open(_:isCancelled:)`` blocks.
    ///
    /// Sendable because it is used from one thread at a time: one after the other.
    final class Recording: @unchecked Sendable {
        let info: MediaInfo
        private let chain: DecodeChain
        private let isCancelled: @Sendable () -> Bool
        private var coded = CodedPictures([])
        private var reading: StreamReading?
        /// All pictures, once they are decoded.
        private var all: [SmallPicture]?
        /// Rows of cells of the pictures.
        private var rows: Int?
        /// The last picture that was decoded.
        private var last: SmallPicture?

        /// Opens a video and reads what it is.
        ///
        /// - Parameter isCancelled: asked now and then.
        static func open(
            _ source: MediaSource, isCancelled: @escaping @Sendable () -> Bool
        ) async throws(PlaybackError) -> Recording {
            let media = await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(
                        returning: Result { () throws(PlaybackError) in try OpenedMedia(of: source) })
                }
            }
            return Recording(try media.get(), isCancelled)
        }

        private init(_ media: OpenedMedia, _ isCancelled: @escaping @Sendable () -> Bool) {
            (info, chain, self.isCancelled) = (media.info, media.smallestChain, isCancelled)
        }

        /// Decodes the sound to a time counted from the first frame, and nothing else.
        func sound(until end: Double = .infinity) throws(PlaybackError) -> SoundTrack {
            try SoundTrack(of: chain, until: end, isCancelled: isCancelled)
        }

        /// Reads the coded pictures, once, and decodes none.
        func codedPictures() throws(PlaybackError) -> CodedPictures {
            if !coded.pictures.isEmpty { return coded }
            let reading = try StreamReading.packets(of: chain)
            var pictures: [CodedPictures.Picture] = []
            while !isCancelled() {
                let goesOn: Void? = try reading.next { sample throws(PlaybackError) in
                    guard let buffer = gst_sample_get_buffer(sample), let time = chain.pictureTime(of: sample) else {
                        return
                    }
                    pictures.append(
                        CodedPictures.Picture(
                            time: time.seconds, size: Int(gst_buffer_get_size(buffer)),
                            isKey: mpk_buffer_has_flag(buffer, GST_BUFFER_FLAG_DELTA_UNIT) == 0))
                }
                if goesOn == nil { break }
            }
            coded = CodedPictures(pictures)
            return coded
        }

        /// Decodes the pictures of a time, counted from the first frame in seconds. Know ``codedPictures()`` first.
        func pictures(in range: ClosedRange<Double>) throws(PlaybackError) -> [SmallPicture] {
            if let all { return all.filter { range.contains($0.time) } }
            let reading = try openedReading()
            let key = coded.key(before: range.lowerBound)
            // A picture already decoded leads there as well as a key picture does.
            let isOnTheWay = last.map { $0.time >= key - 0.001 && $0.time <= range.lowerBound } ?? (key <= 0.001)
            if !isOnTheWay {
                if last == nil { last = try next(reading, from: -.infinity) }
                // Containers round times, and a key picture's own belongs to it.
                _ = reading.seek(toPicture: .nearest(seconds: key + coded.interval / 2))
                last = nil
            }
            var pictures: [SmallPicture] = []
            if let last, range.contains(last.time), last.rows == rows { pictures.append(last) }
            while !isCancelled(), let picture = try next(reading, from: range.lowerBound) {
                last = picture
                if picture.time > range.upperBound { break }
                guard picture.time >= range.lowerBound else { continue }
                // A stream may change its shape; what follows cannot be compared with what was before.
                rows = rows ?? picture.rows
                if picture.rows == rows { pictures.append(picture) }
            }
            return pictures
        }

        /// Decodes every picture.
        func allPictures() throws(PlaybackError) -> [SmallPicture] {
            (reading, last, coded) = (nil, nil, CodedPictures([]))
            let pictures = try pictures(in: 0...Double.infinity)
            (all, reading) = (pictures, nil)
            return pictures
        }

        /// Samples of both videos, per second of the shorter, up to which all are decoded where the sizes of coded pictures
        /// did not help: two of 320x180 with 90 pictures a second. Decoding takes 1 to 3 ns a sample.
        private static let mostSamplesPerSecond = 10e6

        /// How pictures are to be compared, in this order until one way is sure.
        static func waysToCompare(
            _ first: Recording, _ second: Recording, mostPictures: Int
        ) -> [PictureAligner.Way] {
            let length = min(first.info.bounds.length, second.info.bounds.length).seconds
            let isSmall = (first.samples + second.samples) / max(length, 1) <= mostSamplesPerSecond
            return max(first.pictureCount, second.pictureCount) <= mostPictures && isSmall ? [.coded, .all] : [.coded]
        }

        /// How many samples all its pictures have.
        private var samples: Double {
            let size = info.renditions.last?.size ?? info.displaySize
            return size.width * size.height * Double(pictureCount)
        }

        private func openedReading() throws(PlaybackError) -> StreamReading {
            if let reading { return reading }
            let opened = try StreamReading.pictures(of: chain)
            reading = opened
            return opened
        }

        /// The next picture; empty, if it comes before a time.
        private func next(_ reading: StreamReading, from time: Double) throws(PlaybackError) -> SmallPicture? {
            let aspect = Double(info.pixelAspect.width) / Double(info.pixelAspect.height)
            let found: SmallPicture?? = try reading.next { sample throws(PlaybackError) -> SmallPicture? in
                guard let shown = chain.pictureTime(of: sample)?.seconds else { return nil }
                guard shown >= time, let caps = gst_sample_get_caps(sample), let buffer = gst_sample_get_buffer(sample)
                else {
                    return SmallPicture(time: shown, rows: 0, cells: [])
                }
                guard let format = gst_video_info_new_from_caps(caps) else { return nil }
                defer { gst_video_info_free(format) }
                guard let frame = mpk_map(format, buffer, 0) else { return nil }
                defer { mpk_unmap(frame) }
                return SmallPicture(time: shown, PlaneSamples(frame, 0), pixelAspect: aspect)
            }
            return found ?? nil
        }
    }
#endif
