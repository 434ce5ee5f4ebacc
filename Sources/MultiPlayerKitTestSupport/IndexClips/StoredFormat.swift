#if os(Linux) || os(macOS)
    /// The format in which a decoder outputs the frames of a clip, and what such a frame contains.
    struct StoredFormat {
        /// The planar format with the same samples, if the decoder's format has one plane; otherwise `nil`, for the
        /// decoder's own.
        let repacked: String?
        private let clip: IndexClip
        private let depth: Int
        private let planes: [Plane]

        /// - Parameter name: the decoder's format, as ffmpeg writes it.
        init(_ name: String, clip: IndexClip) {
            self.clip = clip
            repacked = clip.pixels.isRGB ? "gbrp" : clip.pixels == .uyvy422 ? "yuv422p" : nil
            // 10 bits may be decoded as 12: those of ProRes 4444 are.
            depth = name.hasSuffix("12le") ? 12 : name.hasSuffix("10le") ? 10 : 8
            var pixels = clip.pixels
            if pixels == .rgba || pixels == .argb { pixels = .gbrp }
            planes = pixels.planes(width: clip.width, height: clip.height)
        }

        /// Bytes of one frame.
        var byteCount: Int { planes.last.map { $0.offset + $0.byteCount } ?? 0 }

        /// The mean values of the patch in the colour planes, in 8-bit levels.
        func patch(in frame: UnsafeRawBufferPointer) -> [Double] {
            let middle = PictureRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
            let area = clip.hasCells ? clip.storedArea(ofDisplayed: IndexLayout.patch.part(middle)) : middle
            return planes.filter { $0.part != .alpha }.map { plane in
                let left = Int(area.x * Double(plane.width))
                let top = Int(area.y * Double(plane.height))
                let right = max(left + 1, Int((area.x + area.width) * Double(plane.width)))
                let bottom = max(top + 1, Int((area.y + area.height) * Double(plane.height)))
                var sum = 0
                for y in top..<bottom {
                    for x in left..<right { sum += sample(frame, plane, x, y) }
                }
                return Double(sum) / Double((bottom - top) * (right - left)) / Double(1 << (depth - 8))
            }
        }

        /// The mean absolute difference between the first plane and what was drawn for the first shown frame, in 8-bit
        /// levels.
        func distance(of frame: UnsafeRawBufferPointer) -> Double {
            let painter = FramePainter(clip)
            let drawn = UnsafeMutableRawBufferPointer.allocate(byteCount: painter.frameSize, alignment: 64)
            defer { drawn.deallocate() }
            let start = drawn.assumingMemoryBound(to: UInt8.self).baseAddress!
            painter.paint(frame: clip.shownIndices.lowerBound, into: start)
            let drawnPlane = clip.pixels.planes(width: clip.width, height: clip.height)[0]
            // Every pixel of a small picture; some ten thousand of a large one.
            let step = max(1, clip.width * clip.height / 60_000)
            var (sum, count) = (0, 0)
            for position in stride(from: 0, to: clip.width * clip.height, by: step) {
                let (x, y) = (position % clip.width, position / clip.width)
                let read = sample(frame, planes[0], x, y)
                let wanted = sample(UnsafeRawBufferPointer(drawn), drawnPlane, x, y) << (depth - clip.pixels.depth)
                sum += abs(read - wanted)
                count += 1
            }
            return Double(sum) / Double(count) / Double(1 << (depth - 8))
        }

        /// The mean absolute difference between neighbouring rows of the first plane where the bar of moving fields is,
        /// in 8-bit levels.
        func comb(in frame: UnsafeRawBufferPointer) -> Double {
            let band = IndexLayout.barBand
            let rows = Int(band.y * Double(clip.height))..<Int((band.y + band.height) * Double(clip.height)) - 1
            let columns = Int(band.x * Double(clip.width))..<Int((band.x + band.width) * Double(clip.width))
            guard clip.fieldsMove, !rows.isEmpty, !columns.isEmpty else { return 0 }
            var sum = 0
            for y in rows {
                for x in columns {
                    sum += abs(sample(frame, planes[0], x, y) - sample(frame, planes[0], x, y + 1))
                }
            }
            return Double(sum) / Double(rows.count * columns.count) / Double(1 << (depth - 8))
        }

        private func sample(_ frame: UnsafeRawBufferPointer, _ plane: Plane, _ x: Int, _ y: Int) -> Int {
            let position = plane.offset + (y * plane.width + x) * plane.bytesPerSample
            return plane.bytesPerSample == 1
                ? Int(frame[position]) : Int(frame[position]) | Int(frame[position + 1]) << 8
        }
    }
#endif
