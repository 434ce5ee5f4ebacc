#if canImport(AVFoundation) && canImport(SwiftUI)
    import CoreGraphics
    import Foundation
    import MultiPlayerKit

    /// A layout in points of a view, every edge on a whole pixel of its display.
    package struct ComparisonGeometry {
        /// The boundary of a wipe.
        struct Wipe: Equatable {
            /// The area that the pictures cover together; never empty.
            var area: CGRect
            /// Distance of the boundary from the left edge of the view.
            var x: Double
            /// `0...1`, from the left to the right edge of `area`.
            var position: Double

            /// The smallest width that a finger hits reliably, in points.
            static let touchWidth = 44.0

            /// Where a touch grabs the boundary: ``touchWidth`` wide, and shifted inward at the edges, so that it is as
            /// easy to grab there.
            var handle: CGRect {
                let width = min(Self.touchWidth, Double(area.width))
                let left = min(max(x - width / 2, Double(area.minX)), Double(area.maxX) - width)
                return CGRect(x: left, y: Double(area.minY), width: width, height: Double(area.height))
            }

            /// The position after a drag by some points.
            func position(movedBy points: Double) -> Double {
                min(max(position + points / Double(area.width), 0), 1)
            }
        }

        /// One placement for each picture, in points.
        package let placements: [TilePlacement]
        /// `nil` unless the layout is a wipe of two or more pictures.
        let wipe: Wipe?

        /// Creates a geometry, computed in pixels because every edge has to lie on a whole one.
        ///
        /// - Parameters:
        ///   - layout: with spacing and margin in points.
        ///   - pictures: display sizes; `.zero` while not known.
        ///   - size: of the view, in points.
        ///   - scale: pixels per point.
        package init(_ layout: TileLayout, pictures: [CGSize], size: CGSize, scale: Double) {
            let scale = scale > 0 ? scale : 1
            var layout = layout
            layout.spacing *= scale
            layout.margin *= scale
            layout.pixelStep = 1
            // A view covers a whole number of pixels; its size in points times the scale may miss that by a rounding
            // error.
            let stage = CGSize(
                width: (Double(size.width) * scale).rounded(), height: (Double(size.height) * scale).rounded())
            placements = layout.placements(for: pictures, in: stage).map { placement in
                TilePlacement(
                    tile: placement.tile.divided(by: scale), picture: placement.picture.divided(by: scale),
                    visible: placement.visible.divided(by: scale))
            }
            wipe = layout.wipeBoundary(for: pictures, in: stage).map { boundary in
                Wipe(
                    area: boundary.area.divided(by: scale), x: boundary.x / scale,
                    position: layout.wipePosition)
            }
        }
    }

    extension TileLayout {
        /// The position of the boundary, clamped to `0...1`.
        fileprivate var wipePosition: Double {
            guard case .wipe(let position) = arrangement, !position.isNaN else { return 0.5 }
            return min(max(position, 0), 1)
        }
    }

    extension CGRect {
        fileprivate func divided(by scale: Double) -> CGRect {
            CGRect(
                x: Double(origin.x) / scale, y: Double(origin.y) / scale, width: Double(size.width) / scale,
                height: Double(size.height) / scale)
        }
    }
#endif
