#if canImport(CGStreamer)
    import CGStreamer.WebPReading
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKitScreen

    /// A moving WebP picture, read by libwebp.
    struct MovingPicture {
        struct Frame {
            /// Milliseconds from the first frame's beginning to this one's end.
            var end: Int
            /// Brightness as in video, rows from the top.
            var luma: [UInt8]
        }

        private(set) var size = CGSize.zero
        /// 0: without end.
        private(set) var repetitions = 0
        private(set) var frames: [Frame] = []

        init(of url: URL) throws {
            let bytes = try Data(contentsOf: url)
            try bytes.withUnsafeBytes { bytes in
                var data = WebPData(
                    bytes: bytes.bindMemory(to: UInt8.self).baseAddress, size: bytes.count)
                let reader = try #require(WebPAnimDecoderNew(&data, nil), "this is no WebP picture")
                defer { WebPAnimDecoderDelete(reader) }
                var info = WebPAnimInfo()
                try #require(WebPAnimDecoderGetInfo(reader, &info) != 0)
                size = CGSize(width: Int(info.canvas_width), height: Int(info.canvas_height))
                repetitions = Int(info.loop_count)
                let count = Int(info.canvas_width) * Int(info.canvas_height)
                var (pixels, end): (UnsafeMutablePointer<UInt8>?, Int32) = (nil, 0)
                while WebPAnimDecoderHasMoreFrames(reader) != 0 {
                    try #require(WebPAnimDecoderGetNext(reader, &pixels, &end) != 0, "it is damaged")
                    let rgba = try #require(pixels)
                    // ITU-R BT.709, from full range.
                    let luma = (0..<count).map { index -> UInt8 in
                        let value =
                            0.2126 * Double(rgba[4 * index]) + 0.7152 * Double(rgba[4 * index + 1])
                            + 0.0722 * Double(rgba[4 * index + 2])
                        return UInt8(16 + value * 219 / 255)
                    }
                    frames.append(Frame(end: Int(end), luma: luma))
                }
            }
        }
    }

    extension MovingPicture.Frame {
        /// The frame numbers that are drawn in its tiles.
        func codes(at places: [TilePlacement], in size: CGSize) -> [IndexCode?] {
            luma.withUnsafeBufferPointer { luma in
                guard let base = luma.baseAddress else { return places.map { _ in nil } }
                let plane = LumaPlane(
                    base: base, width: Int(size.width), height: Int(size.height), stride: Int(size.width))
                return places.map { place in
                    IndexReader.read(
                        plane,
                        rect: PictureRect(
                            x: place.picture.minX, y: place.picture.minY, width: place.picture.width,
                            height: place.picture.height), half: .either)
                }
            }
        }
    }
#endif
