#if canImport(AVFoundation) && canImport(MediaPlayer)
    import CoreGraphics
    import MediaPlayer

    #if canImport(UIKit)
        import UIKit
    #elseif canImport(AppKit)
        import AppKit
    #endif

    extension MPMediaItemArtwork {
        /// Wraps a picture. The system asks for it on a queue of its own, so what answers belongs to no actor.
        convenience init(picture: CGImage) {
            let size = CGSize(width: picture.width, height: picture.height)
            self.init(boundsSize: size) { @Sendable _ in
                #if canImport(UIKit)
                    return UIImage(cgImage: picture)
                #elseif canImport(AppKit)
                    return NSImage(cgImage: picture, size: size)
                #endif
            }
        }
    }
#endif
