#if canImport(CGStreamer)
    import Foundation

    /// A screen as part of a larger picture that several machines show together.
    struct Wall {
        /// What of the whole this screen shows, in pixels of the whole.
        private let part: CGRect
        private let whole: CGSize

        /// - Parameters:
        ///   - part: 0…1; `nil`: all of it.
        ///   - size: the screen's, in pixels.
        init(part: CGRect?, size: CGSize) {
            guard let part, part.width > 0, part.height > 0 else {
                (self.part, whole) = (CGRect(origin: .zero, size: size), size)
                return
            }
            // Even, because colour is stored by pairs of pixels.
            func even(_ value: Double) -> Double { (value / 2).rounded() * 2 }
            whole = CGSize(width: even(size.width / part.width), height: even(size.height / part.height))
            self.part = CGRect(
                x: even(part.minX * whole.width), y: even(part.minY * whole.height), width: size.width,
                height: size.height)
        }

        /// Where pictures of these sizes lie in the whole; the background, if there is one, first.
        func placements(_ sizes: [CGSize], _ screen: KioskConfiguration.Screen) -> [TilePlacement] {
            guard screen.background != nil else { return screen.layout.placements(for: sizes, in: whole) }
            let fill = TileLayout(.sideBySide, fitting: .fill)
            return fill.placements(for: [sizes[0]], in: whole)
                + screen.layout.placements(for: Array(sizes.dropFirst()), in: whole)
        }

        /// What of a picture is seen here; `nil`: nothing.
        func layer(
            _ id: Int, _ picture: Picture, _ place: TilePlacement, _ blend: Canvas.Layer.Blend
        ) -> Canvas.Layer? {
            guard !place.isHidden else { return nil }
            let seen = place.visible.intersection(part)
            guard seen.width >= 2, seen.height >= 2 else { return nil }
            let (crop, all) = (place.sourceCrop, place.visible)
            let mine = CGRect(
                x: crop.minX + crop.width * (seen.minX - all.minX) / all.width,
                y: crop.minY + crop.height * (seen.minY - all.minY) / all.height,
                width: crop.width * seen.width / all.width, height: crop.height * seen.height / all.height)
            let target = seen.offsetBy(dx: -part.minX, dy: -part.minY)
            return Canvas.Layer(id: id, picture: picture, crop: seen == all ? crop : mine, target: target, blend: blend)
        }
    }
#endif
