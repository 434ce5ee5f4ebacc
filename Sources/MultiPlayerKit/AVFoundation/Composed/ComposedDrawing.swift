#if canImport(AVFoundation) && canImport(CoreImage) && canImport(Metal)
    import AVFoundation
    import CoreImage
    import Metal
    import QuartzCore

    /// A picture and where it goes.
    struct PlacedPicture {
        var buffer: CVPixelBuffer
        /// From the buffer's pixels, y up as Core Image counts, to the stage's.
        var transform: CGAffineTransform
        /// What is seen of it, in pixels of the stage, y up.
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

        /// Files turn and place pictures with y down; Core Image counts it up.
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

    /// Draws the difference of two pictures; another one stands in for it in tests.
    @MainActor
    protocol ComposedDrawing: AnyObject {
        /// Sets a layer up for ``draw(_:_:into:size:)``.
        func prepare(_ layer: CAMetalLayer)

        /// - Parameter size: of the stage, in pixels.
        func draw(
            _ first: PlacedPicture, _ second: PlacedPicture, into drawable: any CAMetalDrawable, size: CGSize)
    }

    /// One pass of Core Image, on the device that the screen uses.
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
            // Differences of the values as they are coded, which is how they are seen; every frame is another one.
            context = CIContext(
                mtlCommandQueue: queue, options: [.workingColorSpace: space, .cacheIntermediates: false])
        }

        func prepare(_ layer: CAMetalLayer) {
            layer.device = device
            layer.pixelFormat = .bgra8Unorm
            layer.colorspace = space
            // Core Image writes to its texture.
            layer.framebufferOnly = false
        }

        func draw(
            _ first: PlacedPicture, _ second: PlacedPicture, into drawable: any CAMetalDrawable, size: CGSize
        ) {
            guard let commands = queue.makeCommandBuffer() else { return }
            let bounds = CGRect(origin: .zero, size: size)
            let difference = Self.image(of: second).applyingFilter(
                "CIDifferenceBlendMode", parameters: [kCIInputBackgroundImageKey: Self.image(of: first)])
            let stage = difference.composited(over: CIImage(color: .clear).cropped(to: bounds))
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
