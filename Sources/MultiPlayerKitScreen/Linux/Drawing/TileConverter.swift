#if canImport(CGStreamer)
    import CGStreamer
    import MultiPlayerKit

    /// Draws the pictures of one format into one rectangle of a canvas: crops, scales, turns, and converts their
    /// colours.
    ///
    /// An upright picture in the canvas's colours is scaled straight into the canvas. Any other is first converted into
    /// a separate picture for the tile, whose rows are then copied: whatever the steps do, they cannot write outside
    /// the tile. That picture is kept, so that each frame of a tile is converted once, however often it is drawn.
    final class TileConverter {
        private let steps: [any PictureStep]
        /// The last step, if it may draw directly into the canvas.
        private let direct: ScaleStep?
        private let canvas: PictureFormat
        private let place: PixelRect
        private let orientation: PictureOrientation
        private var latest: (source: Picture, result: Picture)?

        /// `nil` when a picture of this format cannot be converted.
        ///
        /// - Parameters:
        ///   - area: the visible part of the stored picture.
        ///   - detail: the same where it is magnified: then it need not begin and end on whole chroma samples.
        ///   - place: where to draw it, in even pixels of the canvas.
        ///   - halves: holds the pictures between two scaling steps.
        init?(
            from original: PictureFormat, _ area: PixelRect, magnifying detail: PictureDetail?,
            to canvas: PictureFormat, _ place: PixelRect, halves: HalfPictures
        ) {
            guard var path = ConversionPath(from: original, area) else { return nil }
            // The size of the tile before turning.
            let (width, height) =
                original.orientation.swapsSides
                ? (Int(place.height), Int(place.width)) : (Int(place.width), Int(place.height))
            if path.format.isScaledByItsPlanes, detail == nil {
                guard path.cropUnalignedArea() else { return nil }
                path.halve(towards: width, height, halves)
                let isPlain = path.format.colour.isCanvas
                guard let scaled = path.format.blank(width: width, height: height),
                    let scale = ScaleStep(from: path.format, path.area, to: scaled)
                else { return nil }
                if isPlain, original.orientation == .rotate0 {
                    direct = scale
                } else {
                    direct = nil
                    path.add(scale, scaled.format)
                }
                if !isPlain { guard path.addColours(width, height) else { return nil } }
            } else {
                direct = nil
                guard path.addColours(width, height, of: detail) else { return nil }
            }
            steps = path.steps
            (self.canvas, self.place, orientation) = (canvas, place, original.orientation)
        }

        /// Draws a picture into a canvas's buffer.
        func convert(_ picture: Picture, into buffer: UnsafeMutablePointer<GstBuffer>) {
            if let direct {
                var source = picture
                for step in steps {
                    guard let next = step.run(source) else { return }
                    source = next
                }
                _ = direct.run(source, into: buffer, canvas, at: place)
                return
            }
            if latest?.source !== picture {
                var result = picture
                for step in steps {
                    guard let next = step.run(result) else { return }
                    result = next
                }
                latest = (picture, result)
            }
            guard let result = latest?.result else { return }
            TilePlacing.place(result, orientation, onto: buffer, canvas, at: place)
        }
    }
#endif
