import CoreVideo
import MultiPlayerKitTestSupport

/// Draws a frame that tells its number, and reads the number back.
enum IndexPicture {
    /// Luma and interleaved chroma, as the encoders and decoders of these devices have it.
    static let format = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange

    static func draw(frame: Int, of clip: TestClip, into buffer: CVPixelBuffer) {
        guard CVPixelBufferLockBaseAddress(buffer, []) == kCVReturnSuccess else { return }
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        guard let luma = CVPixelBufferGetBaseAddressOfPlane(buffer, 0),
            let chroma = CVPixelBufferGetBaseAddressOfPlane(buffer, 1)
        else { return }
        let stride = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
        let (width, height) = (clip.size.width, clip.size.height)
        // Grey without colour.
        fill(chroma, 0x80, CVPixelBufferGetBytesPerRowOfPlane(buffer, 1) * CVPixelBufferGetHeightOfPlane(buffer, 1))
        for y in 0..<height {
            // A gradient that moves by a row a frame, so that no frame is free to code.
            fill(luma + y * stride, UInt8(70 + (y + frame) % height * 100 / height), width)
        }
        for half in PictureHalf.allCases {
            let cells = IndexCode(index: frame, clip: clip.id).cells
            fill(IndexLayout.quietArea(half), IndexLayout.grey, luma, stride, clip)
            for cell in 0..<IndexCode.columns * IndexCode.rows {
                let part = PictureRect(
                    x: Double(cell % IndexCode.columns) / Double(IndexCode.columns),
                    y: Double(cell / IndexCode.columns) / Double(IndexCode.rows),
                    width: 1 / Double(IndexCode.columns), height: 1 / Double(IndexCode.rows))
                let isBright = cells >> UInt32(cell) & 1 == 1
                fill(
                    IndexLayout.block(half).part(part), isBright ? IndexLayout.bright : IndexLayout.dark, luma, stride,
                    clip)
            }
        }
    }

    /// The number of the frame in a decoded picture; `nil`: it cannot be read beyond doubt.
    static func frame(in buffer: CVPixelBuffer) -> Int? {
        guard CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess else { return nil }
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddressOfPlane(buffer, 0) else { return nil }
        let plane = LumaPlane(
            base: UnsafePointer(base.assumingMemoryBound(to: UInt8.self)),
            width: CVPixelBufferGetWidthOfPlane(buffer, 0), height: CVPixelBufferGetHeightOfPlane(buffer, 0),
            stride: CVPixelBufferGetBytesPerRowOfPlane(buffer, 0))
        return IndexReader.read(plane, rect: plane.bounds)?.index
    }

    /// Fills an area, given in fractions of the picture.
    private static func fill(
        _ area: PictureRect, _ level: UInt8, _ luma: UnsafeMutableRawPointer, _ stride: Int, _ clip: TestClip
    ) {
        let left = Int((area.x * Double(clip.size.width)).rounded())
        let right = Int(((area.x + area.width) * Double(clip.size.width)).rounded())
        let top = Int((area.y * Double(clip.size.height)).rounded())
        let bottom = Int(((area.y + area.height) * Double(clip.size.height)).rounded())
        for y in top..<bottom { fill(luma + y * stride + left, level, right - left) }
    }

    private static func fill(_ target: UnsafeMutableRawPointer, _ level: UInt8, _ count: Int) {
        target.initializeMemory(as: UInt8.self, repeating: level, count: count)
    }
}
