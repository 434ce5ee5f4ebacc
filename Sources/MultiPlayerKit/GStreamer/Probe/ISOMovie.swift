#if canImport(CGStreamer)
    import Foundation

    /// What the probe itself reads from the index of an MP4 or QuickTime file: tracks, display matrices, colour boxes,
    /// and whether a demuxer may see it.
    struct ISOMovie: Sendable {
        /// One video track.
        struct Track: Sendable {
            /// The number that ends the stream id which GStreamer's demuxer gives the track's pad.
            var id: UInt32
            var orientation: PictureOrientation
            /// What the colour box of its first sample entry states (`nclx`, or QuickTime's `nclc`, which states no
            /// range).
            var colour: MediaColour.Stated
        }

        private(set) var tracks: [Track] = []
        /// The number of tracks of any kind.
        private(set) var trackCount = 0
        /// How deep boxes are nested, if that is deeper than the kit reads.
        private(set) var excessDepth: Int?
        /// Whether it is compressed, as QuickTime once did: a demuxer would unpack any number of boxes in any depth.
        let isCompressed: Bool
        /// Whether it has more boxes than the kit reads.
        let isCrowded: Bool

        init(of bytes: SourceBytes) {
            let boxes = ISOBoxes(bytes)
            isCompressed = boxes.movies.contains { !boxes.children("cmov", in: $0).isEmpty }
            for movie in boxes.movies {
                let found = boxes.children("trak", in: movie)
                trackCount += found.count
                guard trackCount <= ProbeLimits.tracks else { continue }
                let matrix = boxes.children("mvhd", in: movie).first.flatMap { Self.matrix(boxes, header: $0, 36, 48) }
                tracks += found.compactMap { Self.track(boxes, $0, movie: matrix) }
            }
            if trackCount <= ProbeLimits.tracks {
                excessDepth = boxes.depth(beyond: ProbeLimits.depth)
            }
            isCrowded = boxes.isCrowded
        }

        private static func track(_ boxes: ISOBoxes, _ track: Range<UInt64>, movie: [Double]?) -> Track? {
            guard let header = boxes.children("tkhd", in: track).first,
                let media = boxes.children("mdia", in: track).first,
                let handler = boxes.children("hdlr", in: media).first,
                boxes.bytes(4, at: handler.lowerBound + 8) == Array("vide".utf8),
                let id = boxes.number(4, at: header.lowerBound + (boxes.byte(at: header.lowerBound) == 1 ? 20 : 12))
            else { return nil }
            var orientation = PictureOrientation.rotate0
            if let own = matrix(boxes, header: header, 40, 52) {
                let all = movie.map { product(own, $0) } ?? own
                orientation = PictureOrientation(a: all[0], b: all[1], c: all[2], d: all[3])
            }
            let table = boxes.children("minf", in: media).first.flatMap { boxes.children("stbl", in: $0).first }
            let entries = table.flatMap { boxes.children("stsd", in: $0).first }
            return Track(
                id: UInt32(id), orientation: orientation, colour: entries.flatMap { colour(boxes, $0) } ?? .init())
        }

        /// The four numbers of a display matrix that rotate (ISO/IEC 14496-12, 6.2.2): a, b, c, d. `nil`: cut off.
        private static func matrix(
            _ boxes: ISOBoxes, header: Range<UInt64>, _ offset: UInt64, _ offset64: UInt64
        ) -> [Double]? {
            let start = header.lowerBound + (boxes.byte(at: header.lowerBound) == 1 ? offset64 : offset)
            guard start + 36 <= header.upperBound else { return nil }
            let numbers = [0, 4, 12, 16].compactMap { boxes.number(4, at: start + $0) }
            guard numbers.count == 4 else { return nil }
            return numbers.map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
        }

        /// The matrix that applies `one` first, then `other`.
        private static func product(_ one: [Double], _ other: [Double]) -> [Double] {
            [
                one[0] * other[0] + one[1] * other[2], one[0] * other[1] + one[1] * other[3],
                one[2] * other[0] + one[3] * other[2], one[2] * other[1] + one[3] * other[3],
            ]
        }

        /// - Parameter entries: Content of the sample description box: version, flags and a count, then the entries.
        private static func colour(_ boxes: ISOBoxes, _ entries: Range<UInt64>) -> MediaColour.Stated? {
            guard entries.count > 8,
                let entry = boxes.children(nil, in: entries.lowerBound + 8..<entries.upperBound).first,
                // The fields of every visual sample entry (12.1.3) precede its boxes.
                entry.count > 78
            else { return nil }
            for box in boxes.children("colr", in: entry.lowerBound + 78..<entry.upperBound) {
                guard let kind = boxes.bytes(4, at: box.lowerBound), box.count >= 10,
                    let codes = boxes.bytes(6, at: box.lowerBound + 4), codes.count == 6
                else { continue }
                let isNew = kind == Array("nclx".utf8)
                guard isNew || kind == Array("nclc".utf8) else { continue }
                func code(_ index: Int) -> UInt8? {
                    let value = Int(codes[index]) << 8 | Int(codes[index + 1])
                    return value == 2 ? nil : UInt8(exactly: value)
                }
                let flag = isNew && box.count >= 11 ? boxes.byte(at: box.lowerBound + 10) : nil
                return MediaColour.Stated(
                    matrix: code(4).map(ColourMatrix.init(code:)), transfer: code(2).map(ColourTransfer.init(code:)),
                    primaries: code(0).map(ColourPrimaries.init(code:)),
                    range: flag.map { $0 >> 7 == 1 ? .full : .limited })
            }
            return nil
        }
    }

    /// The tracks of a Matroska or WebM file, counted before a demuxer makes a pad for each.
    struct MatroskaTracks {
        /// `nil`: not a Matroska file, or no tracks where they are expected.
        let count: Int?

        private static let header: UInt64 = 0x1A45_DFA3
        private static let segment: UInt64 = 0x1853_8067
        private static let tracks: UInt64 = 0x1654_AE6B
        private static let cluster: UInt64 = 0x1F43_B675
        private static let entry: UInt64 = 0xAE

        init(of bytes: SourceBytes) {
            count = Self.count(bytes)
        }

        private static func count(_ bytes: SourceBytes) -> Int? {
            guard let head = element(bytes, at: 0), head.id == header else { return nil }
            guard let body = element(bytes, at: head.content.upperBound), body.id == segment else { return nil }
            var at = body.content.lowerBound
            // Tracks precede the frames; the bound keeps a damaged file from holding up the probe.
            for _ in 0..<1_000 {
                guard let next = element(bytes, at: at), next.id != cluster else { return nil }
                if next.id == tracks { return entries(bytes, next.content) }
                at = next.content.upperBound
            }
            return nil
        }

        private static func entries(_ bytes: SourceBytes, _ tracks: Range<UInt64>) -> Int {
            var (at, count, left) = (tracks.lowerBound, 0, ProbeLimits.mostCounted)
            while at < tracks.upperBound, left > 0, let next = element(bytes, at: at) {
                if next.id == entry { count += 1 }
                left -= 1
                at = next.content.upperBound
            }
            return count
        }

        /// RFC 8794, 4 to 6: an identifier and a length of variable size. Unknown lengths reach to the file's end.
        private static func element(_ bytes: SourceBytes, at start: UInt64) -> (id: UInt64, content: Range<UInt64>)? {
            guard start < bytes.size, let head = bytes.read(12, at: start), let first = head.first, first > 0 else {
                return nil
            }
            let idSize = first.leadingZeroBitCount + 1
            guard idSize <= 4, head.count > idSize, head[idSize] > 0 else { return nil }
            let sizeSize = head[idSize].leadingZeroBitCount + 1
            guard head.count >= idSize + sizeSize else { return nil }
            let id = head[..<idSize].reduce(0) { $0 << 8 | UInt64($1) }
            let digits = head[idSize..<idSize + sizeSize].reduce(0) { $0 << 8 | UInt64($1) }
            let limit = UInt64(1) << UInt64(7 * sizeSize)
            let length = digits & (limit - 1)
            let content = start + UInt64(idSize + sizeSize)
            let rest = bytes.size > content ? bytes.size - content : 0
            return (id, content..<content + (length == limit - 1 ? rest : min(length, rest)))
        }
    }
#endif
