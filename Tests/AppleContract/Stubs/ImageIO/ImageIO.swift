// Declarations as in Apple's documentation, https://developer.apple.com/documentation/imageio/cgimagesource and
// cgimagedestination.
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

/// On Apple platforms this is a bridged type, converted with `as`.
public typealias CFMutableData = NSMutableData

/// The double's file is a line of text about the picture.
public final class CGImageDestination {
    let data: NSMutableData
    let type: String
    var images: [CGImage] = []

    init(data: NSMutableData, type: String) {
        (self.data, self.type) = (data, type)
    }
}

public func CGImageDestinationCreateWithData(
    _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
    count > 0 ? CGImageDestination(data: data, type: type) : nil
}

public func CGImageDestinationAddImage(
    _ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?
) {
    idst.images.append(image)
}

public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool {
    guard let image = idst.images.first else { return false }
    idst.data.append(Data("\(idst.type) \(image.width)x\(image.height) \(image.content)".utf8))
    return true
}
