import CoreGraphics
@_spi(Double) import CoreVideo
import Testing
@_spi(Double) import VideoToolbox

@testable import MultiPlayerKitScreen

/// Pictures of a floating window that their file turns.
@Suite(.serialized) @MainActor
struct PictureTurningTests {
    private let turning = SystemPictureTurning()

    init() {
        RotationDouble.refused = nil
        RotationDouble.refusesPictures = false
    }

    private func picture(_ width: Int, _ height: Int) -> CVPixelBuffer {
        CVPixelBuffer(
            width: width, height: height, format: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, content: "picture")
    }

    /// What has become of a picture: its shape, and how it lies.
    private func turned(_ width: Int, _ height: Int, by turn: PictureTurn) -> String? {
        turning.turn(picture(width, height), by: turn).map { buffer in
            let content = buffer.content as? TurnedPicture
            let format = CVPixelBufferGetPixelFormatType(buffer)
            #expect(content?.content as? String == "picture")
            #expect(format == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
            return "\(CVPixelBufferGetWidth(buffer)) x \(CVPixelBufferGetHeight(buffer)), \(content?.rotation ?? "-")"
        }
    }

    @Test func `a picture that is turned has the shape in which it is seen`() {
        #expect(turned(160, 90, by: .none) == "160 x 90, 0")
        #expect(turned(160, 90, by: .right) == "90 x 160, CW90")
        #expect(turned(160, 90, by: .over) == "160 x 90, 180")
        #expect(turned(160, 90, by: .left) == "90 x 160, CCW90")
    }

    @Test func `the next video may have another width, another height or another turn`() {
        let before = RotationDouble.sessions
        for (width, height, turn, wanted) in [
            (160, 90, PictureTurn.right, "90 x 160, CW90"), (320, 90, .right, "90 x 320, CW90"),
            (320, 180, .right, "180 x 320, CW90"), (320, 180, .left, "180 x 320, CCW90"),
        ] {
            for _ in 1...2 { #expect(turned(width, height, by: turn) == wanted) }
        }
        #expect(RotationDouble.sessions == before + 4, "one for all pictures of a video")
    }

    @Test func `a picture that cannot be turned is not shown as it lies`() {
        #expect(turned(160, 90, by: .over) != nil)
        RotationDouble.refused = kVTRotation_180
        #expect(turned(320, 180, by: .over) == nil && turned(160, 90, by: .over) == nil)
        RotationDouble.refused = nil
        #expect(turned(160, 90, by: .over) == "160 x 90, 180")
        RotationDouble.refusesPictures = true
        #expect(turned(160, 90, by: .over) == nil)
        RotationDouble.refusesPictures = false
    }

    @Test func `a file's transform counts by the quarter turn that is nearest`() {
        func turn(_ a: Double, _ b: Double) -> PictureTurn {
            PictureTurn(CGAffineTransform(a: a, b: b, c: -b, d: a, tx: 7, ty: 0))
        }
        #expect([turn(2, 0), turn(0, 2), turn(-2, 0), turn(0, -2)] == [.none, .right, .over, .left])
        #expect([turn(1, -0.5), turn(0.5, 1), turn(-1, 0.5), turn(-0.5, -1)] == [.none, .right, .over, .left])
    }
}
