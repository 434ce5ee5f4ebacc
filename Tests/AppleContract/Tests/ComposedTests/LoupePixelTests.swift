import CoreGraphics
@_spi(Double) import CoreVideo
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// Pixels of pictures that their file turns in an unusual way: nothing outside of them is read.
struct LoupePixelTests {
    private static let (width, height) = (8, 6)

    /// Every sample of luma is unlike the others; so are those of chroma.
    private func pixels(_ turn: CGAffineTransform) -> BufferPixels? {
        let luma = (0..<48).map { UInt8(20 + $0) }
        let chroma = (0..<24).map { UInt8(100 + 2 * $0) }
        let buffer = CVPixelBuffer(
            width: Self.width, height: Self.height, format: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
            content: PixelPlanes([
                (width: 8, height: 6, stride: 8, bytes: luma), (width: 4, height: 3, stride: 8, bytes: chroma),
            ]))
        return BufferPixels(buffer, turnedBy: turn)
    }

    private func sample(_ x: Int, _ y: Int) -> PixelValues.Stored {
        let chroma = 100 + 2 * (y / 2 * 8 + x / 2 * 2)
        return .yuv(20 + y * 8 + x, chroma, chroma + 2)
    }

    private func scaling(_ across: Double, _ down: Double) -> CGAffineTransform {
        CGAffineTransform(a: across, b: 0, c: 0, d: down, tx: 0, ty: 0)
    }

    @Test func `a picture may be one pixel wide or high, and as large as any file is, but not more`() {
        #expect(pixels(scaling(1.0 / 8, 1)).map { $0.width } == 1)
        #expect(pixels(scaling(1, 1.0 / 6)).map { $0.height } == 1)
        #expect(pixels(scaling(8192, 1)).map { $0.width } == 65_536)
        #expect(pixels(scaling(8193, 1)) == nil && pixels(scaling(1, 12_000)) == nil)
        #expect(pixels(scaling(1, 0)) == nil && pixels(scaling(0, 1)) == nil)
    }

    @Test func `what lies beside a picture that is turned by half a quarter has the values of its edge`() throws {
        let turned = try #require(pixels(CGAffineTransform(a: 0.5, b: 0.5, c: -0.5, d: 0.5, tx: 0, ty: 0)))
        #expect((turned.width, turned.height) == (7, 7))
        let corners = [(0, 0), (6, 0), (0, 6), (6, 6)].map { turned.values(column: $0.0, row: $0.1).stored }
        // The corners of the box lie left of it, above, below and right of it.
        #expect(corners == [sample(0, 3), sample(4, 0), sample(4, 5), sample(7, 3)], "\(corners)")
    }
}
