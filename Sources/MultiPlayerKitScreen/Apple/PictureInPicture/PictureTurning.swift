#if canImport(AVFoundation)
    import CoreGraphics

    /// By how many quarter turns, clockwise, a file says that its pictures are shown.
    enum PictureTurn: Equatable {
        case none, right, over, left

        /// The turn that is nearest to a file's transform, in which y points down; other parts of it do not matter.
        init(_ transform: CGAffineTransform) {
            if abs(transform.a) >= abs(transform.b) {
                self = transform.a < 0 ? .over : .none
            } else {
                self = transform.b > 0 ? .right : .left
            }
        }
    }
#endif

#if canImport(AVFoundation) && canImport(VideoToolbox)
    import AVFoundation
    import VideoToolbox

    /// Turns pictures; a protocol, so that tests can substitute it.
    @MainActor
    protocol PictureTurning: AnyObject {
        /// - Returns: `nil` if it cannot be done.
        func turn(_ buffer: CVPixelBuffer, by turn: PictureTurn) -> CVPixelBuffer?
    }

    /// Turns pictures with VideoToolbox: what is drawn on the GPU fails while the app is in the background.
    @MainActor
    final class SystemPictureTurning: PictureTurning {
        /// What turns pictures of one shape by one turn.
        private struct Turner {
            var session: VTPixelRotationSession
            var buffers: CVPixelBufferPool
            var width, height: Int
            var turn: PictureTurn
        }

        private var turner: Turner?

        func turn(_ buffer: CVPixelBuffer, by turn: PictureTurn) -> CVPixelBuffer? {
            let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
            if turner?.width != width || turner?.height != height || turner?.turn != turn {
                turner = Self.turner(width, height, CVPixelBufferGetPixelFormatType(buffer), turn)
            }
            guard let turner else { return nil }
            var turned: CVPixelBuffer?
            CVPixelBufferPoolCreatePixelBuffer(nil, turner.buffers, &turned)
            guard let turned, VTPixelRotationSessionRotateImage(turner.session, buffer, turned) == 0 else { return nil }
            return turned
        }

        private static func turner(_ width: Int, _ height: Int, _ format: OSType, _ turn: PictureTurn) -> Turner? {
            let rotation =
                switch turn {
                case .none: kVTRotation_0
                case .right: kVTRotation_CW90
                case .over: kVTRotation_180
                case .left: kVTRotation_CCW90
                }
            var session: VTPixelRotationSession?
            VTPixelRotationSessionCreate(nil, &session)
            guard let session,
                VTSessionSetProperty(session, key: kVTPixelRotationPropertyKey_Rotation, value: rotation) == 0
            else { return nil }
            let isUpright = turn == .none || turn == .over
            let attributes: [String: any Sendable] = [
                kCVPixelBufferPixelFormatTypeKey as String: format,
                kCVPixelBufferWidthKey as String: isUpright ? width : height,
                kCVPixelBufferHeightKey as String: isUpright ? height : width,
                kCVPixelBufferIOSurfacePropertiesKey as String: [String: Int](),
            ]
            var buffers: CVPixelBufferPool?
            CVPixelBufferPoolCreate(nil, nil, attributes as CFDictionary, &buffers)
            return buffers.map { Turner(session: session, buffers: $0, width: width, height: height, turn: turn) }
        }
    }
#endif
