#if canImport(AVFoundation) && canImport(SwiftUI)
    import CoreGraphics
    import MultiPlayerKit
    import SwiftUI

    /// A caption as a picture.
    ///
    /// Sendable because an image never changes once it is made.
    package struct CaptionLabel: @unchecked Sendable {
        let image: CGImage
        /// In pixels of the stage, y down.
        let place: CGRect
    }

    /// Draws the captions of a stage that is no view, each anew only when its text changes.
    @MainActor
    package final class CaptionLabels {
        private let captions: TileCaptions
        private let layout: TileLayout
        private let line: Double
        private var drawn: [MemberID: (text: String, image: CGImage?)] = [:]

        /// - Parameter height: of the stage, in pixels.
        package init(_ captions: TileCaptions, layout: TileLayout, height: Double) {
            (self.captions, self.layout, line) = (captions, layout, captions.pixels(on: height))
        }

        /// The captions of the tiles that are seen, in the order of their members.
        ///
        /// - Parameter visible: of each tile, in pixels of the stage.
        package func labels(for tiles: [(facts: CaptionFacts, visible: CGRect)]) -> [CaptionLabel] {
            tiles.enumerated().compactMap { index, tile in
                let text = captions.text(of: tile.facts)
                let member = tile.facts.member
                if drawn[member]?.text != text {
                    drawn[member] = (text, text.isEmpty ? nil : image(of: text, width: tile.visible.width))
                }
                guard let image = drawn[member]?.image else { return nil }
                return CaptionLabel(
                    image: image, place: place(of: image, in: tile.visible, layout.corner(of: captions, at: index)))
            }
        }

        private func image(of text: String, width: Double) -> CGImage? {
            let renderer = ImageRenderer(content: CaptionText(text: text, line: line))
            // A point is a pixel.
            renderer.scale = 1
            renderer.proposedSize = ProposedViewSize(width: width, height: nil)
            return renderer.cgImage
        }

        /// The image has the margin around the plate.
        private func place(of image: CGImage, in area: CGRect, _ corner: TileCaptions.Corner) -> CGRect {
            let size = CGSize(width: Double(image.width), height: Double(image.height))
            let isLeft = corner == .topLeft || corner == .bottomLeft
            let isTop = corner == .topLeft || corner == .topRight
            return CGRect(
                origin: CGPoint(
                    x: isLeft ? area.minX : area.maxX - size.width, y: isTop ? area.minY : area.maxY - size.height),
                size: size)
        }
    }
#endif
