// Declarations as in Apple's documentation, https://developer.apple.com/documentation/imageio/cgimagesource.
@_spi(Double) @_exported import CoreGraphics
import Foundation

/// On Apple platforms this is a bridged type, converted with `as`.
public typealias CFURL = URL

public final class CGImageSource: @unchecked Sendable {
    let url: URL

    init(url: URL) {
        self.url = url
    }
}

public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = "kCGImageSourceCreateThumbnailFromImageAlways"
public let kCGImageSourceCreateThumbnailWithTransform: CFString = "kCGImageSourceCreateThumbnailWithTransform"
public let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"
public let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"

public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
    FileManager.default.fileExists(atPath: url.path) ? CGImageSource(url: url) : nil
}

/// The double's picture carries the URL of its file. An empty file gives no picture.
public func CGImageSourceCreateThumbnailAtIndex(
    _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
    guard let data = try? Data(contentsOf: isrc.url), !data.isEmpty else { return nil }
    return CGImage(width: 1280, height: 720, content: isrc.url)
}
