// https://developer.apple.com/documentation/swiftui/imagerenderer

@_spi(Double) import CoreGraphics

/// Draws nothing: an image knows the words of its view.
@available(iOS 16.0, macOS 13.0, tvOS 16.0, *)
public final class ImageRenderer<Content> where Content: View {
    @MainActor public var content: Content
    @MainActor public var proposedSize = ProposedViewSize(width: nil, height: nil)
    @MainActor public var scale: CGFloat = 1

    @MainActor public init(content view: Content) { content = view }

    /// A letter is half as wide as a line is high, and both have a size of their own.
    @MainActor public var cgImage: CGImage? {
        let words = Self.words(of: content)
        guard !words.isEmpty else { return nil }
        let width = min(CGFloat(words.count) * 4, proposedSize.width ?? .infinity)
        return CGImage(width: Int(width * scale), height: Int(8 * scale), content: words)
    }

    @MainActor private static func words(of view: Any) -> String {
        if let text = view as? Text { return text.string }
        if let view = view as? any View, let body = body(of: view) { return words(of: body) }
        return Mirror(reflecting: view).children.map { words(of: $0.value) }.joined()
    }

    @MainActor private static func body<V: View>(of view: V) -> (any View)? {
        V.Body.self == Never.self ? nil : view.body
    }
}

/// https://developer.apple.com/documentation/swiftui/proposedviewsize
@available(iOS 16.0, macOS 13.0, tvOS 16.0, *)
public struct ProposedViewSize: Equatable, Sendable {
    public var width: CGFloat?
    public var height: CGFloat?

    public init(width: CGFloat?, height: CGFloat?) {
        self.width = width
        self.height = height
    }
}
