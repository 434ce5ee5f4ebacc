import CoreGraphics
import FoundationApple

#if canImport(UIKit)
    @_exported import UIKit

    /// https://developer.apple.com/documentation/mediaplayer/mpmediaitemartwork
    @available(iOS 3.0, macCatalyst 13.1, macOS 10.12.2, tvOS 9.0, visionOS 1.0, watchOS 5.0, *)
    open class MPMediaItemArtwork: NSObject {
        private let handler: (CGSize) -> UIImage

        @available(iOS 10.0, macCatalyst 13.1, tvOS 10.0, visionOS 1.0, watchOS 5.0, *)
        @available(macOS, unavailable)
        public init(boundsSize: CGSize, requestHandler: @escaping (CGSize) -> UIImage) {
            handler = requestHandler
            super.init()
        }

        @available(macOS, unavailable)
        open func image(at size: CGSize) -> UIImage? { handler(size) }
    }
#elseif canImport(AppKit)
    @_exported import AppKit

    /// https://developer.apple.com/documentation/mediaplayer/mpmediaitemartwork
    @available(iOS 3.0, macCatalyst 13.1, macOS 10.12.2, tvOS 9.0, visionOS 1.0, watchOS 5.0, *)
    open class MPMediaItemArtwork: NSObject {
        private let handler: (CGSize) -> NSImage

        @available(macOS 10.12.2, *)
        @available(iOS, unavailable)
        @available(tvOS, unavailable)
        public init(boundsSize: CGSize, requestHandler: @escaping (CGSize) -> NSImage) {
            handler = requestHandler
            super.init()
        }
    }
#endif
