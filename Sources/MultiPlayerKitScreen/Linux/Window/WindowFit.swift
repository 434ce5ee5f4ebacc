#if canImport(CGStreamer)
    import Foundation

    /// Where a stage lies in a window of another size: as large as fits, with its own aspect ratio, centred.
    struct WindowFit: Equatable {
        let stage: CGSize
        /// Window pixels from the top left.
        let picture: CGRect

        init(stage: CGSize, window: CGSize) {
            self.stage = stage
            let scale = min(window.width / stage.width, window.height / stage.height)
            // Even, because the picture is scaled while its chroma is still halved, and inside the window.
            func side(_ length: Double, in whole: Double) -> Double {
                max(min((length * scale / 2).rounded(), (whole / 2).rounded(.down)) * 2, 2)
            }
            let width = side(stage.width, in: window.width)
            let height = side(stage.height, in: window.height)
            picture = CGRect(
                x: ((window.width - width) / 2).rounded(.towardZero),
                y: ((window.height - height) / 2).rounded(.towardZero),
                width: width, height: height)
        }

        /// The stage pixel under a window pixel; outside the stage where the window shows no picture.
        func stagePoint(x: Int, y: Int) -> CGPoint {
            // Use the middle of the window's pixel, so that scaling up and down gives the same stage pixel.
            CGPoint(
                x: (Double(x) + 0.5 - picture.minX) * stage.width / picture.width,
                y: (Double(y) + 0.5 - picture.minY) * stage.height / picture.height)
        }
    }
#endif
