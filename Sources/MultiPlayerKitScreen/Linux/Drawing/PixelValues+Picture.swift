#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit

    extension PixelValues {
        /// Reads a pixel as the decoder left it; `nil` for pictures of fewer than 8 bits, which no decoder makes.
        ///
        /// - Parameters:
        ///   - column, row: counted from the upper left of the picture as it is seen.
        init?(of picture: Picture, column: Int, row: Int) {
            let format = picture.format
            let (width, height) = format.shownPixels
            let shown = CGRect(
                x: Double(column) / Double(width), y: Double(row) / Double(height), width: 1 / Double(width),
                height: 1 / Double(height))
            let stored = format.orientation.storedArea(ofShown: shown)
            let (x, y) = (Int(stored.midX * Double(format.width)), Int(stored.midY * Double(format.height)))
            guard let frame = mpk_map(format.info, picture.buffer, 0) else { return nil }
            defer { mpk_unmap(frame) }
            let count = min(Int(mpk_component_count(format.info)), 3)
            let depth = Int(mpk_component_depth(frame, 0))
            guard depth >= 8, count > 0 else { return nil }
            let isRGB = mpk_is_rgb(format.info) != 0
            func value(_ component: Int) -> Int {
                let isShared = component > 0 && !isRGB
                let (across, down) =
                    isShared ? (Int(mpk_chroma_width(format.info)), Int(mpk_chroma_height(format.info))) : (1, 1)
                return PlaneSamples(frame, component).value(x: x / across, y: y / down)
            }
            let values = (0..<count).map(value)
            if isRGB, count == 3 {
                self.init(red: values[0], green: values[1], blue: values[2], depth: depth)
            } else {
                self.init(
                    luma: values[0], chroma: count == 3 ? (values[1], values[2]) : nil, depth: depth,
                    isFullRange: format.colour.range == .full, weights: format.colour.matrix.weights)
            }
        }
    }

    extension PictureFormat {
        /// The size in pixels as they are stored, turned as the picture is seen.
        var shownPixels: (width: Int, height: Int) {
            orientation.swapsSides ? (height, width) : (width, height)
        }
    }
#endif
