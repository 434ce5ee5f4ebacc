#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// Makes pictures of small tiles small before they wait in a queue: a grid of 48 costs a fiftieth of the memory, and
    /// the streaming threads share the work that one stage would have to do alone.
    ///
    /// It only halves, and only as often as the tile allows: the same first steps that the canvas would do, so that what
    /// is composed is the same to the bit.
    struct PictureShrinker {
        /// Once halved saves little, and a tile that grows would be soft for a moment; grids of sixteen and more gain.
        private static let fewest = 2

        private var halves = HalfPictures()
        private var steps: (from: PictureFormat, count: Int, converters: [(TileConverter, PictureFormat)])?

        /// How often a picture is halved for a tile of so many pixels.
        ///
        /// - Parameters:
        ///   - stored: its own pixels.
        ///   - shown: the same in square pixels.
        static func halvings(stored: CGSize, shown: CGSize, tile: CGSize?) -> Int {
            guard let tile, tile.width > 0, tile.height > 0, shown.width > 0, shown.height > 0 else { return 0 }
            let least = (stored.width * tile.width / shown.width, stored.height * tile.height / shown.height)
            var (width, height) = (Int(stored.width), Int(stored.height))
            var count = 0
            // Sides divide by four, so that the half's colour samples are whole.
            while width % 4 == 0, height % 4 == 0, Double(width / 2) >= least.0.rounded(.down),
                Double(height / 2) >= least.1.rounded(.down)
            {
                (width, height) = (width / 2, height / 2)
                count += 1
            }
            return count < fewest ? 0 : count
        }

        /// The picture halved so often; itself where GStreamer cannot.
        mutating func shrink(_ picture: Picture, halvings: Int) -> Picture {
            guard halvings > 0, mpk_is_planar_yuv(picture.format.info) != 0 else { return picture }
            if steps?.from !== picture.format || steps?.count != halvings {
                steps = (picture.format, halvings, Self.converters(from: picture.format, halvings: halvings))
            }
            guard let converters = steps?.converters, converters.count == halvings else { return picture }
            var result = picture
            for (index, (converter, format)) in converters.enumerated() {
                let isLast = index == converters.count - 1
                guard let next = isLast ? Self.fresh(format) : halves.picture(in: format) else { return picture }
                converter.convert(result, into: next.buffer)
                result = next
            }
            return result
        }

        private static func fresh(_ format: PictureFormat) -> Picture? {
            gst_buffer_new_allocate(nil, format.info.pointee.size, nil).map { Picture(owning: $0, format: format) }
        }

        private static func converters(from first: PictureFormat, halvings: Int) -> [(TileConverter, PictureFormat)] {
            var result: [(TileConverter, PictureFormat)] = []
            var from = first
            for _ in 0..<halvings {
                guard let info = mpk_info_resized(from.info, Int32(from.width / 2), Int32(from.height / 2)) else {
                    break
                }
                let half = PictureFormat(owning: info)
                guard let converter = TileConverter(halving: from, to: half) else { break }
                result.append((converter, half))
                from = half
            }
            return result
        }
    }
#endif
