#if canImport(CGStreamer)
    import Foundation

    /// Where a stage lies in a window of another size: as large as fits, in its own shape, centred.
    struct WindowFit: Equatable {
        let stage: CGSize
        /// Window pixels from the top left.
        let picture: CGRect

        init(stage: CGSize, window: CGSize) {
            self.stage = stage
            let scale = min(window.width / stage.width, window.height / stage.height)
            // Even, because the picture is scaled while its chroma is still halved.
            func side(_ length: Double) -> Double { max((length * scale / 2).rounded() * 2, 2) }
            let width = side(stage.width)
            let height = side(stage.height)
            picture = CGRect(
                x: ((window.width - width) / 2).rounded(.towardZero),
                y: ((window.height - height) / 2).rounded(.towardZero),
                width: width, height: height)
        }

        /// The stage pixel under a window pixel; outside the stage where the window shows no picture.
        func stagePoint(x: Int, y: Int) -> CGPoint {
            // The middle of the window's pixel, so that scaling up and down meets the same stage pixel.
            CGPoint(
                x: (Double(x) + 0.5 - picture.minX) * stage.width / picture.width,
                y: (Double(y) + 0.5 - picture.minY) * stage.height / picture.height)
        }
    }
#endif
