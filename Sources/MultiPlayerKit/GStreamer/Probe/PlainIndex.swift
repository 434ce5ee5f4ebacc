#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// What is overwritten in an MP4's index on its way to the demuxer, so that the demuxer sees one plain track: no
    /// edit list, and an end that lies far away.
    ///
    /// GStreamer's demuxer (1.22) compares positions in the stored track with an end counted in the shown one. If an
    /// edit list hides some seconds at the front, it stops after the first key frame of as many seconds at the end; if
    /// frames go on past the stated length, it drops them. Both happen silently. For such files the kit hides list and
    /// length from the demuxer and applies the list itself, as one shift of time.
    struct PlainIndex: Sendable {
        /// The position in the file of each byte to overwrite; `values` has the bytes to put there.
        private(set) var positions: [UInt] = []
        private(set) var values: [UInt8] = []
        /// Whether the file has an edit list.
        private(set) var hasEdits = false
        /// Whether its packets are described fragment by fragment, between them.
        private(set) var isFragmented = false

        /// Reads the boxes moov/mvhd, moov/trak/edts and moov/trak/mdia/mdhd of a file; overwrites nothing if there are
        /// none.
        init(of bytes: SourceBytes) {
            let boxes = ISOBoxes(bytes)
            guard let movie = boxes.movies.first else { return }
            isFragmented = !boxes.children("mvex", in: movie).isEmpty
            let tracks = boxes.children("trak", in: movie)
            // One in each track; the bound keeps a damaged file from making the list long, which is gone through for
            // every buffer.
            let edits = tracks.flatMap { boxes.children("edts", in: $0).prefix(ProbeLimits.tracks) }
            for edit in edits.prefix(ProbeLimits.tracks) {
                hasEdits = true
                // The four letters of its name precede its content directly.
                hide(at: edit.lowerBound - 4)
            }
            // Of several boxes with one name the demuxer reads the first.
            let media = tracks.compactMap { track in
                boxes.children("mdia", in: track).first.flatMap { boxes.children("mdhd", in: $0).first }
                    .flatMap { Length(boxes, header: $0) }
            }
            let whole = boxes.children("mvhd", in: movie).first.flatMap { Length(boxes, header: $0) }
            for (length, units) in Length.far(movie: whole, media: media, isFragmented: isFragmented) {
                let bytes = (0..<length.width).map { UInt8(truncatingIfNeeded: units >> (8 * (length.width - 1 - $0))) }
                put(bytes, at: length.position)
            }
            // The times in `mfra` are presentation times, but the demuxer (1.22) takes them for decoding times: with
            // B-frames all that follows a seek is late by their delay. Without that box the demuxer goes from fragment
            // to fragment.
            if isFragmented, let table = boxes.fragmentTable {
                hide(at: table.upperBound - 12)
                if boxes.number(4, at: table.lowerBound) == ISOBoxes.code("mfra") { hide(at: table.lowerBound) }
            }
        }

        /// Overwrites the name of a box.
        private mutating func hide(at name: UInt64) { put(Array("free".utf8), at: name) }

        private mutating func put(_ bytes: [UInt8], at position: UInt64) {
            for (index, byte) in bytes.enumerated() {
                positions.append(UInt(position) + UInt(index))
                values.append(byte)
            }
        }

        /// The length that a movie or a track states in its header (ISO/IEC 14496-12, 8.2.2 and 8.4.2).
        struct Length {
            /// Where it stands in the file, and in how many bytes.
            var position: UInt64
            var width: UInt64
            /// Units in a second.
            var scale: UInt64
            /// `nil`: unknown.
            var units: UInt64?

            /// - Returns: `nil`: the header is cut off.
            init?(_ boxes: ISOBoxes, header: Range<UInt64>) {
                // Version, flags and two dates precede the time scale, and that the length.
                let isWide = boxes.byte(at: header.lowerBound) == 1
                width = isWide ? 8 : 4
                position = header.lowerBound + (isWide ? 24 : 16)
                guard position + width <= header.upperBound, let scale = boxes.number(4, at: position - 4),
                    let units = boxes.number(Int(width), at: position)
                else { return nil }
                self.scale = scale
                self.units = units == most ? nil : units
            }

            private var most: UInt64 { width == 8 ? .max : UInt64(UInt32.max) }

            /// The demuxer takes this length of a track to be unknown. Others it compares with the movie's, and leaves
            /// out a track that is much shorter.
            private static let unknown = UInt64(Int32.max)

            /// The stated length and a quarter more, for what goes on past it.
            private var longer: UInt64 {
                let units = units ?? 0
                return units.addingReportingOverflow(units / 4).overflow ? units : units + units / 4
            }

            /// Lengths that end after all frames, for a movie and its tracks.
            static func far(movie: Length?, media: [Length], isFragmented: Bool) -> [(Length, units: UInt64)] {
                // The demuxer does not compare lengths of fragmented files, whose headers often state none.
                if isFragmented {
                    let seconds = UInt64(ProbeLimits.length.components.seconds)
                    return ((movie.map { [$0] } ?? []) + media).map {
                        ($0, $0.width == 8 ? max($0.scale * seconds, unknown) : unknown)
                    }
                }
                let tracks = media.map { ($0, units: min(max($0.longer, unknown), $0.most)) }
                guard let movie else { return tracks }
                let seconds = (media + [movie]).map { Double($0.longer) / Double(max($0.scale, 1)) }.max() ?? 0
                let units = UInt64(min(seconds * Double(movie.scale), Double(Int64.max) / 2))
                // Where a track is too long to pass for one of unknown length, the movie gets the same length.
                let isCompared = units > unknown || tracks.contains { $0.units > unknown }
                return [(movie, isCompared ? min(max(units, 1), movie.most) : unknown)] + tracks
            }
        }

        /// Puts it in place of the file's own index for everything read through the element named `source`.
        func apply(to pipeline: Element) {
            guard !positions.isEmpty, let source = pipeline.child("source") else { return }
            source.probeBytes(
                context: Unmanaged.passRetained(Box(self)).toOpaque(),
                release: { context in context.map { Unmanaged<Box>.fromOpaque($0).release() } }
            ) { _, info, context in
                guard let info, let context else { return GST_PAD_PROBE_OK }
                let index = Unmanaged<Box>.fromOpaque(context).takeUnretainedValue().index
                mpk_probe_overwrite(info, index.positions, index.values, Int32(index.positions.count))
                return GST_PAD_PROBE_OK
            }
        }

        private final class Box: Sendable {
            let index: PlainIndex
            init(_ index: PlainIndex) { self.index = index }
        }
    }
#endif
