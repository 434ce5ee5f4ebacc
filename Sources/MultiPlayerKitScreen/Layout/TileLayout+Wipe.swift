import Foundation

extension TileLayout {
    /// The boundary of a wipe on the stage: where to draw its line, and what a drag means.
    ///
    /// ```swift
    /// if let boundary = layout.wipeBoundary(for: sizes, in: stage), boundary.handle().contains(mouseDown) {
    ///     layout.arrangement = .wipe(at: boundary.position(at: mouse))    // on each move of the drag
    /// }
    /// ```
    public struct WipeBoundary: Hashable, Sendable {
        /// The area that the pictures cover together, in pixels of the stage; the boundary moves between its left and
        /// right edge.
        public let area: CGRect

        /// Distance of the boundary from the left edge of the stage, in pixels.
        ///
        /// A multiple of ``TileLayout/pixelStep``; the first picture ends and the second begins here.
        public let x: Double

        /// The position at which the boundary would lie under a point of the stage, for
        /// ``TileLayout/Arrangement/wipe(at:)``.
        ///
        /// Points left or right of the pictures give `0` or `1`, so a drag may leave them; y does not matter. A point
        /// whose x is NaN gives the boundary's current position.
        public func position(at point: CGPoint) -> Double {
            let target = point.x.isNaN ? x : Double(point.x)
            return min(max((target - area.minX) / area.width, 0), 1)
        }

        /// The rectangle in which a press takes hold of the boundary: as high as the pictures, centred on the
        /// boundary, in pixels of the stage.
        ///
        /// At the left and right edge of the pictures it is cut to the part that lies on them, so it never covers what
        /// lies beside the stage.
        ///
        /// - Parameter thickness: Its width in pixels before that cut. Default: `44`, the least that a finger hits
        ///   reliably on a screen where a point is a pixel; multiply by the screen's scale, or use less for a mouse.
        public func handle(thickness: Double = 44) -> CGRect {
            let reach = thickness > 0 ? (thickness / 2).rounded() : 0
            let left = max(x - reach, area.minX)
            let right = min(x + reach, area.maxX)
            return CGRect(x: left, y: area.minY, width: right - left, height: area.height)
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(components: area)
            hasher.combine(x)
        }
    }

    /// Returns the boundary that can be dragged: the one between the first and the second picture.
    ///
    /// - Parameters:
    ///   - pictures: Display size of each picture, as for ``placements(for:in:)``.
    ///   - stage: Size of the stage in pixels.
    /// - Returns: `nil` unless the arrangement is a wipe, of two or more pictures, on a stage with room for them.
    public func wipeBoundary(for pictures: [CGSize], in stage: CGSize) -> WipeBoundary? {
        let grid = PixelGrid(step: pixelStep)
        let area = contentArea(of: stage, on: grid)
        guard case .wipe(let position) = arrangement, pictures.count > 1, !area.isEmpty else { return nil }
        let wiped = wipe(overlaid(pictures.map(PictureShape.init), in: area), at: position)
        return WipeBoundary(area: grid.pixels(wiped.area), x: Double(wiped.boundary * grid.step))
    }

    /// Cuts each picture to its side of the boundaries. A single picture is left whole.
    ///
    /// Neighbors are cut at the same block edge, so they meet without a gap or an overlap.
    func wipe(_ places: [Place], at position: Double) -> (places: [Place], area: BlockRect, boundary: Int) {
        let area = places.dropFirst().reduce(places[0].visible) { $0.union($1.visible) }
        guard places.count > 1 else { return (places, area, area.maxX) }

        let clamped = position.isNaN ? 0.5 : min(max(position, 0), 1)
        let boundary = area.x + Int((clamped * Double(area.width)).rounded())
        let others = places.count - 1
        // Edge 0 is the area's left edge, edge 1 the boundary, the last one the area's right edge.
        func edge(_ index: Int) -> Int {
            index == 0 ? area.x : boundary + (area.maxX - boundary) * (index - 1) / others
        }
        let cut = places.enumerated().map { index, place in
            var place = place
            let left = edge(index)
            let side = BlockRect(x: left, y: area.y, width: edge(index + 1) - left, height: area.height)
            place.visible = place.visible.intersection(side)
            return place
        }
        return (cut, area, boundary)
    }
}
