#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// Shrinks the pictures of small tiles before they wait in a window: a grid of 48 costs a fiftieth of the memory,
    /// and the streaming threads share the work that one stage would have to do alone.
    ///
    /// Pictures of 8 bits are only halved, and only as often as the tile allows: these are the first steps that the
    /// canvas would take, so that the composed picture is the same to the bit. Deeper ones are converted to the
    /// canvas's colours at once.
    struct PictureShrinker {
        /// The fewest halvings worth doing: a single one saves little, and a tile that grows would be soft for a
        /// moment; grids of sixteen and more gain.
        private static let fewest = 2

        private var path: Path?

        /// How often a picture is halved for a tile of a given size in pixels.
        ///
        /// - Parameters:
        ///   - stored: the picture's size in its own pixels.
        ///   - shown: its size in square pixels.
        static func halvings(stored: CGSize, shown: CGSize, tile: CGSize?) -> Int {
            guard let tile, tile.width > 0, tile.height > 0, shown.width > 0, shown.height > 0 else { return 0 }
            let least = (stored.width * tile.width / shown.width, stored.height * tile.height / shown.height)
            var (width, height) = (Int(stored.width), Int(stored.height))
            var count = 0
            // Sides must divide by four, so that the half has whole colour samples.
            while width % 4 == 0, height % 4 == 0, Double(width / 2) >= least.0.rounded(.down),
                Double(height / 2) >= least.1.rounded(.down)
            {
                (width, height) = (width / 2, height / 2)
                count += 1
            }
            return count < fewest ? 0 : count
        }

        /// The picture halved this often, in the canvas's colours if it cannot be halved in its own; unchanged if it
        /// cannot be converted at all.
        mutating func shrink(_ picture: Picture, halvings: Int) -> Picture {
            guard halvings > 0 else { return picture }
            if path?.from !== picture.format || path?.halvings != halvings {
                path = Path(from: picture.format, halvings: halvings)
            }
            return path?.run(picture) ?? picture
        }

        /// The steps from one format to its shrunken one.
        private struct Path {
            let from: PictureFormat
            let halvings: Int
            private let steps: [any PictureStep]

            init?(from format: PictureFormat, halvings: Int) {
                guard var path = ConversionPath(from: format, format.whole) else { return nil }
                let (width, height) = (format.width >> halvings, format.height >> halvings)
                if path.format.isScaledByItsPlanes {
                    for _ in 0..<halvings {
                        guard
                            let half = path.format.blank(width: path.format.width / 2, height: path.format.height / 2),
                            let step = ScaleStep(from: path.format, path.area, to: half)
                        else { return nil }
                        path.add(step, half.format)
                    }
                } else {
                    guard path.addColours(width, height) else { return nil }
                }
                (from, self.halvings, steps) = (format, halvings, path.steps)
            }

            func run(_ picture: Picture) -> Picture? {
                var result = picture
                for step in steps {
                    guard let next = step.run(result) else { return nil }
                    result = next
                }
                // It waits in a window, so it gets memory of its own.
                guard let buffer = mpk_buffer_aligned(result.format.info) else { return nil }
                _ = mpk_copy_picture(result.format.info, result.buffer, buffer)
                mpk_buffer_take_type(buffer, picture.buffer)
                return Picture(owning: buffer, format: result.format)
            }
        }
    }
#endif
