#if canImport(AVFoundation) && canImport(CoreImage) && canImport(Metal)
    import CoreImage
    import CoreVideo
    import MultiPlayerKit

    /// A member's picture, and where it goes on the stage.
    package struct PaintedTile {
        let buffer: CVPixelBuffer
        let transform: CGAffineTransform
        let placement: TilePlacement

        /// - Parameters:
        ///   - transform: how the file wants its pictures turned.
        ///   - placement: in pixels of the stage.
        package init(_ buffer: CVPixelBuffer, turnedBy transform: CGAffineTransform, at placement: TilePlacement) {
            (self.buffer, self.transform, self.placement) = (buffer, transform, placement)
        }
    }

    /// Draws all that a group shows into one picture, as a stage would be seen. Used from one thread at a time.
    package final class GroupPainter {
        /// What is drawn.
        package enum Layer {
            case picture(PaintedTile)
            case difference(PaintedTile, PaintedTile, TileLayout.Difference)
            case caption(CaptionLabel)
        }

        private let size: CGSize
        private let context: CIContext
        private let backdrop: CIImage
        /// The colours of the finished picture.
        private let space: CGColorSpace

        /// - Parameters:
        ///   - size: of the stage, in pixels.
        ///   - background: the colour where there is no picture.
        package init?(size: CGSize, background: StageColour) {
            let (red, green, blue) = background.components
            guard let working = CGColorSpace(name: CGColorSpace.sRGB),
                let space = CGColorSpace(name: CGColorSpace.itur_709),
                let color = CIColor(red: red, green: green, blue: blue, alpha: 1, colorSpace: space)
            else { return nil }
            (self.size, self.space) = (size, space)
            backdrop = CIImage(color: color).cropped(to: CGRect(origin: .zero, size: size))
            // Differences are taken in the colours in which a composed surface takes them. Every frame differs from the
            // one before, so caching is pointless.
            context = CIContext(options: [.workingColorSpace: working, .cacheIntermediates: false])
        }

        /// Draws layers, the furthest first. Blocks until it is done.
        ///
        /// - Parameter buffer: of the stage's size. It is tagged with its colours, those of Rec. 709.
        package func paint(_ layers: [Layer], into buffer: CVPixelBuffer) {
            let stage = layers.reduce(backdrop) { image(of: $1).composited(over: $0) }
            context.render(stage, to: buffer, bounds: CGRect(origin: .zero, size: size), colorSpace: space)
            for (key, value) in [
                (kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_ITU_R_709_2),
                (kCVImageBufferTransferFunctionKey, kCVImageBufferTransferFunction_ITU_R_709_2),
                (kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_709_2),
            ] {
                CVBufferSetAttachment(buffer, key, value, .shouldPropagate)
            }
        }

        private func image(of layer: Layer) -> CIImage {
            switch layer {
            case .picture(let tile): image(of: tile)
            case .difference(let first, let second, let difference):
                difference.image(of: image(of: first), and: image(of: second))
            case .caption(let label):
                CIImage(cgImage: label.image).transformed(
                    by: CGAffineTransform(
                        translationX: label.place.minX, y: size.height - label.place.minY - Double(label.image.height)))
            }
        }

        private func image(of tile: PaintedTile) -> CIImage {
            let placed = PlacedPicture(
                ComposedStage.Part(buffer: tile.buffer, transform: tile.transform, displaySize: .zero),
                at: tile.placement, on: size)
            let picture = CIImage(cvPixelBuffer: placed.buffer)
            // Where a picture is scaled, its edge would be mixed with what lies around it, which is nothing: its
            // outermost pixels are repeated there.
            return picture.clampedToExtent()
                .cropped(to: picture.extent.insetBy(dx: -Self.rim, dy: -Self.rim))
                .transformed(by: placed.transform, highQualityDownsample: true)
                .cropped(to: placed.visible)
        }

        /// Pixels that are repeated at an edge: as far as a filter looks when it makes a picture an eighth as large.
        private static let rim = 16.0
    }

    extension StageColour {
        /// Red, green and blue of BT.709, 0…1 each.
        fileprivate var components: (red: Double, green: Double, blue: Double) {
            let luma = (Double(y) - 16) / 219
            let (red, blue) = (luma + 1.5748 * (Double(v) - 128) / 224, luma + 1.8556 * (Double(u) - 128) / 224)
            let green = (luma - 0.2126 * red - 0.0722 * blue) / 0.7152
            func clamped(_ value: Double) -> Double { min(max(value, 0), 1) }
            return (clamped(red), clamped(green), clamped(blue))
        }
    }
#endif
