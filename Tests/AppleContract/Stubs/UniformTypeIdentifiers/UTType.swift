// https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct
@_exported import FoundationApple

@available(iOS 14.0, macCatalyst 14.0, macOS 11.0, tvOS 14.0, *)
public struct UTType: Sendable {
    public let identifier: String

    public static var movie: UTType { UTType(identifier: "public.movie") }
    public static var png: UTType { UTType(identifier: "public.png") }

    private init(identifier: String) {
        self.identifier = identifier
    }
}
