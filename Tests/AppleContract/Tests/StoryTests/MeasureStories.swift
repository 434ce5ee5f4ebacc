@_spi(Double) import CoreVideo
import MultiPlayerKit
import MultiPlayerKitCompare
import Testing

/// Pictures of video outputs, measured.
struct MeasureStories {
    /// A picture of one colour, with rows longer than they need to be.
    private func picture(
        _ luma: UInt8, _ blue: UInt8, _ red: UInt8, width: Int = 32, height: Int = 16,
        format: OSType = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    ) -> CVPixelBuffer {
        let stride = width + 16
        let chroma = (0..<stride * height / 2).map { $0 % 2 == 0 ? blue : red }
        return CVPixelBuffer(
            width: width, height: height, format: format,
            content: PixelPlanes([
                (width, height, stride, [UInt8](repeating: luma, count: stride * height)),
                (width / 2, height / 2, stride, chroma),
            ]))
    }

    @Test func `each component is measured by itself`() throws {
        let measures = try PictureMeasures(of: picture(100, 110, 120), against: picture(103, 110, 124))
        #expect(measures.components.map(\.name) == ["Y", "U", "V"])
        #expect(measures.components.map(\.samples) == [512, 128, 128])
        #expect(measures.components.map(\.meanSquaredError) == [9, 0, 16])
        #expect(measures.components[1].psnr == .infinity)
        #expect(abs(measures.components[1].ssim - 1) < 1e-12)
        #expect(measures.components[0].ssim < 1)
    }

    @Test func `pictures that cannot be measured are refused with a cure`() {
        func refusal(_ one: CVPixelBuffer, _ other: CVPixelBuffer) -> String? {
            do { _ = try PictureMeasures(of: one, against: other) } catch { return "\(error)" }
            return nil
        }
        let usual = picture(1, 2, 3)
        #expect(refusal(usual, picture(1, 2, 3, width: 64))?.contains("64x16") == true)
        #expect(refusal(usual, picture(1, 2, 3, format: kCVPixelFormatType_32BGRA))?.contains("BiPlanar") == true)
        #expect(
            refusal(usual, picture(1, 2, 3, format: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)) != nil,
            "one level means two things")
        let protected = CVPixelBuffer(
            width: 32, height: 16, format: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, content: 0)
        #expect(refusal(protected, usual)?.contains("not protected") == true)
        #expect(refusal(usual, protected) != nil)
        #expect(refusal(usual, usual) == nil)
    }
}
