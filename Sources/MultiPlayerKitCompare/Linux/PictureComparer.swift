#if canImport(CGStreamer)
    import CGStreamer
    import MultiPlayerKit
    import MultiPlayerKitScreen

    /// Measures two decoded pictures. Used from one thread.
    final class PictureComparer {
        private let planes = PlaneComparer()

        /// - Throws: `PlaybackError` `notComparable` for pictures whose samples do not lie in the same places.
        func compare(_ first: Picture, _ second: Picture) throws(PlaybackError) -> PictureMeasures {
            let (one, other) = (Layout(first.format), Layout(second.format))
            guard one == other else { throw Self.refusal(one, other) }
            guard let left = mpk_map(first.format.info, first.buffer, 0) else { throw Self.outOfMemory }
            defer { mpk_unmap(left) }
            guard let right = mpk_map(second.format.info, second.buffer, 0) else { throw Self.outOfMemory }
            defer { mpk_unmap(right) }
            let components = one.names.enumerated().map { index, name in
                let (a, b) = (PlaneSamples(left, index), PlaneSamples(right, index))
                let depth = max(a.depth, b.depth)
                let result = planes.compare(a, b, depth: depth)
                let samples = a.width * a.height
                return PictureMeasures.Component(
                    name: name, samples: samples, meanSquaredError: result.squaredError / Double(samples),
                    peak: 1 << depth - 1, ssim: result.similarity)
            }
            return PictureMeasures(components: components)
        }

        /// Where the samples of a picture lie.
        private struct Layout: Equatable, CustomStringConvertible {
            var width, height: Int
            var orientation: PictureOrientation
            var names: [String]
            /// Pixels per chroma sample.
            var chroma: [Int]

            init(_ format: PictureFormat) {
                (width, height, orientation) = (format.width, format.height, format.orientation)
                names =
                    mpk_component_count(format.info) < 3
                    ? ["Y"] : mpk_is_rgb(format.info) != 0 ? ["R", "G", "B"] : ["Y", "U", "V"]
                chroma = [Int(mpk_chroma_width(format.info)), Int(mpk_chroma_height(format.info))]
            }

            var description: String {
                let colour =
                    names.count < 3
                    ? "grey" : names[0] == "R" ? "RGB" : "one colour for \(chroma[0])x\(chroma[1]) pixels"
                let turn = orientation == .rotate0 ? "" : ", turned"
                return "\(width)x\(height), \(colour)\(turn)"
            }
        }

        private static func refusal(_ one: Layout, _ other: Layout) -> PlaybackError {
            PlaybackError(
                .notComparable, subject: "measure", reason: "the pictures are \(one) and \(other)",
                cure: "make a copy of one in the size and pixel format of the other")
        }

        private static let outOfMemory = PlaybackError(
            .outputFailed, subject: "measure", reason: "there is no memory to read a picture",
            cure: "end other programs")
    }
#endif
