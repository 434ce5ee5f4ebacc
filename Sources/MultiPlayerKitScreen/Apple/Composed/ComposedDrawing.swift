#if canImport(AVFoundation) && canImport(CoreImage) && canImport(Metal)
    import AVFoundation
    import CoreImage
    import Metal
    import MultiPlayerKit
    import QuartzCore

    /// A picture and where it goes.
    struct PlacedPicture {
        var buffer: CVPixelBuffer
        /// Maps the buffer's pixels to the stage's, with y pointing up as in Core Image.
        var transform: CGAffineTransform
        /// The visible part of the picture, in pixels of the stage, y up.
        var visible: CGRect

        /// - Parameters:
        ///   - placement: in pixels of the stage, y down.
        ///   - stage: size in pixels.
        init(_ part: ComposedStage.Part, at placement: TilePlacement, on stage: CGSize) {
            let size = CGSize(
                width: CVPixelBufferGetWidth(part.buffer), height: CVPixelBufferGetHeight(part.buffer))
            buffer = part.buffer
            transform = Self.transform(of: size, turnedBy: part.transform, into: placement.picture, on: stage)
            visible = placement.visible.applying(Self.flip(stage.height))
        }

        /// Files rotate and place pictures with y pointing down; in Core Image it points up.
        static func transform(
            of size: CGSize, turnedBy turn: CGAffineTransform, into picture: CGRect, on stage: CGSize
        ) -> CGAffineTransform {
            let turned = flip(size.height).concatenating(turn)
            let box = CGRect(origin: .zero, size: size).applying(turned)
            guard box.width > 0, box.height > 0 else { return .identity }
            return
                turned
                .concatenating(CGAffineTransform(translationX: -box.minX, y: -box.minY))
                .concatenating(CGAffineTransform(scaleX: picture.width / box.width, y: picture.height / box.height))
                .concatenating(CGAffineTransform(translationX: picture.minX, y: picture.minY))
                .concatenating(flip(stage.height))
        }

        private static func flip(_ height: CGFloat) -> CGAffineTransform {
            CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: height)
        }
    }

    /// Draws the difference of two pictures; a protocol, so that tests can substitute it.
    @MainActor
    protocol ComposedDrawing: AnyObject {
        /// Sets a layer up for ``draw(_:_:into:size:)``.
        func prepare(_ layer: CAMetalLayer)

        /// - Parameter size: of the stage, in pixels.
        func draw(
            _ first: PlacedPicture, _ second: PlacedPicture, as difference: TileLayout.Difference,
            into drawable: any CAMetalDrawable, size: CGSize)
    }

    /// Draws in one pass of Core Image, on the device that the screen uses.
    @MainActor
    final class CoreImageDrawing: ComposedDrawing {
        private let device: any MTLDevice
        private let queue: any MTLCommandQueue
        private let context: CIContext
        private let space: CGColorSpace

        /// `nil` where there is no Metal.
        init?() {
            guard let device = MTLCreateSystemDefaultDevice(), let queue = device.makeCommandQueue(),
                let space = CGColorSpace(name: CGColorSpace.sRGB)
            else { return nil }
            self.device = device
            self.queue = queue
            self.space = space
            // The difference is taken of the values as coded, which is how they are seen. Caching is pointless: every
            // frame differs.
            context = CIContext(
                mtlCommandQueue: queue, options: [.workingColorSpace: space, .cacheIntermediates: false])
        }

        func prepare(_ layer: CAMetalLayer) {
            layer.device = device
            layer.pixelFormat = .bgra8Unorm
            layer.colorspace = space
            // Core Image writes to the drawable's texture.
            layer.framebufferOnly = false
        }

        func draw(
            _ first: PlacedPicture, _ second: PlacedPicture, as difference: TileLayout.Difference,
            into drawable: any CAMetalDrawable, size: CGSize
        ) {
            guard let commands = queue.makeCommandBuffer() else { return }
            let bounds = CGRect(origin: .zero, size: size)
            let drawn = difference.image(of: Self.image(of: first), and: Self.image(of: second))
            let stage = drawn.composited(over: CIImage(color: .clear).cropped(to: bounds))
            context.render(
                stage, to: drawable.texture, commandBuffer: commands, bounds: bounds, colorSpace: space)
            commands.present(drawable)
            commands.commit()
        }

        private static func image(of picture: PlacedPicture) -> CIImage {
            CIImage(cvPixelBuffer: picture.buffer).transformed(by: picture.transform).cropped(to: picture.visible)
        }
    }
#endif
