#if canImport(CGStreamer)
    import Foundation

    /// Limits on what a file may state. A file beyond them is refused by name, before anything allocates memory for it.
    package struct ProbeLimits {
        /// Pixels on either side: what decoders, converters and textures can handle.
        static let side = 16_384
        /// Tracks of any kind. Films have some dozens; each costs a pad, a parser and a queue.
        static let tracks = 256
        /// Levels of nested boxes, the innermost included. Real files have fewer than a dozen.
        static let depth = 32
        /// Boxes in all. Two hours in fragments of a second have 80,000; this many took 0.67 s to walk beside other
        /// programs.
        static let boxes = 500_000
        /// Counting ends here.
        static let mostCounted = 20_000
        /// Frames a second.
        static let fastest = 1_000.0
        /// The longest time that a constant rate gives a frame: a slide a day.
        static let slowest = Duration.seconds(86_400)
        /// A longer length is a mistake: times are counted in nanoseconds, which end after 292 years.
        static let length = Duration.seconds(366 * 86_400)
        /// The largest ratio of a pixel's width to its height, or the other way round.
        static let aspect = 64

        let source: MediaSource

        package init(source: MediaSource) {
            self.source = source
        }

        /// Whether a decoder may see its first picture without a parser before it.
        static func isDecodable(_ facts: StreamFacts) -> Bool {
            facts.width > 0 && facts.height > 0 && max(facts.width, facts.height) <= side
        }

        func check(_ movie: ISOMovie) throws(PlaybackError) {
            try check(trackCount: movie.trackCount)
            guard !movie.isCrowded else {
                throw refuse("its index has more than \(Self.grouped(Self.boxes)) boxes", "export it again")
            }
            guard !movie.isCompressed else {
                throw refuse(
                    "its index is compressed, so that nothing in it can be checked before it is read",
                    "copy it into a file with a plain index: ffmpeg -i in.mov -c copy out.mov")
            }
            guard let depth = movie.excessDepth else { return }
            throw refuse("its boxes stand more than \(depth - 1) deep in one another", "export it again")
        }

        func check(trackCount: Int) throws(PlaybackError) {
            guard trackCount > Self.tracks else { return }
            let isAll = trackCount < Self.mostCounted
            throw refuse(
                "it has \(isAll ? "" : "at least ")\(Self.grouped(trackCount)) tracks; at most \(Self.tracks) are looked at",
                "export it with the tracks that are to be played")
        }

        /// - Parameter isAll: Whether nothing more can be learned: then a picture without a size is refused.
        func check(_ facts: StreamFacts, isAll: Bool) throws(PlaybackError) {
            if isAll || facts.width > 0 && facts.height > 0 { try check(width: facts.width, height: facts.height) }
            // Zero means that nothing is stated (ISO/IEC 14496-12, 12.1.4).
            let (width, height) = facts.aspect
            guard width != 0, height != 0 else { return }
            let isSound = width > 0 && height > 0 && width / Self.aspect <= height && height / Self.aspect <= width
            guard isSound else {
                throw refuse(
                    "its pixels are \(width):\(height) wide; at most \(Self.aspect):1 or 1:\(Self.aspect) is shown",
                    "export it with square pixels")
            }
        }

        /// Checks a size in pixels as stored. A size of zero is refused too.
        package func check(width: Int, height: Int) throws(PlaybackError) {
            guard width > 0, height > 0 else {
                throw refuse("its pictures are \(width)x\(height)", "check that it is complete, or export it again")
            }
            guard max(width, height) > Self.side else { return }
            throw refuse(
                "its pictures are \(width)x\(height); at most \(Self.side) a side are shown", "export it smaller")
        }

        /// The error for a stream whose parser cannot tell the size.
        var hiddenSize: PlaybackError {
            refuse(
                "the size of its pictures cannot be read from its stream; at most \(Self.side) a side are shown",
                "export it again")
        }

        /// - Parameters:
        ///   - rate: The constant rate that its frames keep, or the stated one if too few frames tell.
        ///   - bounds: First to last frame.
        func check(rate: FrameRate?, bounds: ItemBounds) throws(PlaybackError) {
            if let rate {
                guard rate.perSecond <= Self.fastest else {
                    throw refuse(
                        "it has \(rate) frames a second; at most \(Int(Self.fastest)) are played",
                        "export it with a customary frame rate")
                }
                guard rate.frameDuration <= Self.slowest else {
                    throw refuse(
                        "each of its frames is shown for \(Int(rate.frameDuration.seconds)) s; at most "
                            + "\(Int(Self.slowest.seconds)) s are played", "export it with a customary frame rate")
                }
            }
            guard bounds.length > Self.length || bounds.end > Self.length else { return }
            let days = Int(max(bounds.length, bounds.end).seconds / 86_400)
            throw refuse("it is \(Self.grouped(days)) days long; at most 366 are played", "export it again")
        }

        private func refuse(_ reason: String, _ cure: String) -> PlaybackError {
            PlaybackError(.beyondLimits, subject: source.name, reason: reason, cure: cure)
        }

        /// "10,000".
        private static func grouped(_ number: Int) -> String {
            var digits = String(number)
            for place in stride(from: digits.count - 3, to: 0, by: -3) {
                digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
            }
            return digits
        }
    }
#endif
