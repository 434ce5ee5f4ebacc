// https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct
@_exported import FoundationApple

@available(iOS 14.0, macCatalyst 14.0, macOS 11.0, tvOS 14.0, *)
public struct UTType: Sendable {
    public static var movie: UTType { UTType() }
}
