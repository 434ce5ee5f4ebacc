#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit

    /// A picture above the tiles of a stage, such as what a time line shows under the mouse. See ``Stage/thumbnail``.
    public struct StageThumbnail: Sendable {
        public var picture: Picture
        /// Where it may lie, in pixels of the stage: the picture is fitted in, in its own shape, at the lower edge.
        public var area: CGRect

        public init(_ picture: Picture, in area: CGRect) {
            (self.picture, self.area) = (picture, area)
        }

        /// Not the number of a tile, nor the complement of one, which glasses have.
        private static let layerID = Int.min

        private var place: CGRect {
            let size = picture.format.displaySize
            let scale = min(area.width / size.width, area.height / size.height)
            func even(_ value: Double) -> Double { (value / 2).rounded(.down) * 2 }
            let (width, height) = (max(even(size.width * scale), 2), max(even(size.height * scale), 2))
            return CGRect(
                x: even(area.midX - width / 2), y: even(area.maxY - height), width: width, height: height)
        }

        /// The picture, and a white line around it; nothing in an area without room.
        func drawing(on stage: CGRect) -> (layer: Canvas.Layer, marks: [Canvas.Mark])? {
            let place = place
            guard area.width >= 2, area.height >= 2, stage.contains(place) else { return nil }
            let layer = Canvas.Layer(
                id: Self.layerID, picture: picture, crop: CGRect(x: 0, y: 0, width: 1, height: 1), target: place)
            return (layer, Canvas.Mark.outline(of: place, on: stage))
        }
    }
#endif
