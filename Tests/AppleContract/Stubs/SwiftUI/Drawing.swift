// https://developer.apple.com/documentation/swiftui/drawing-and-graphics

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public protocol ShapeStyle: Sendable {}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct Color: ShapeStyle, _PrimitiveView, Hashable {
    public enum RGBColorSpace: Hashable, Sendable {
        case sRGB, sRGBLinear, displayP3
    }

    private let name: String
    nonisolated init(name: String) { self.name = name }
    public nonisolated init(_ colorSpace: Color.RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
        name = "white"
    }
    public static let clear = Color(name: "clear")
    public static let white = Color(name: "white")
    public static let black = Color(name: "black")
    public static let gray = Color(name: "gray")
    public static let red = Color(name: "red")

    public nonisolated static func == (left: Color, right: Color) -> Bool { left.name == right.name }
    public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension ShapeStyle where Self == Color {
    public static var clear: Color { Color(name: "clear") }
    public static var white: Color { Color(name: "white") }
    public static var black: Color { Color(name: "black") }
    public static var gray: Color { Color(name: "gray") }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
public struct Material: ShapeStyle {}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
extension ShapeStyle where Self == Material {
    public static var regularMaterial: Material { Material() }
    public static var thinMaterial: Material { Material() }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public protocol Shape: Sendable, View {}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension Shape {
    public nonisolated func fill<S>(_ content: S, style: FillStyle = FillStyle()) -> some View where S: ShapeStyle {
        self
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public protocol InsettableShape: Shape {}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct Rectangle: InsettableShape, _PrimitiveView {
    public nonisolated init() {}
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct Circle: InsettableShape, _PrimitiveView {
    public nonisolated init() {}
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct RoundedRectangle: InsettableShape, _PrimitiveView {
    public nonisolated init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {}
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public enum RoundedCornerStyle: Sendable {
    case circular, continuous
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct FillStyle: Equatable, Sendable {
    public init(eoFill: Bool = false, antialiased: Bool = true) {}
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct Font: Hashable, Sendable {
    private let name: String
    public static let body = Font(name: "body")
    public static let callout = Font(name: "callout")
    public static let footnote = Font(name: "footnote")
    public static let caption = Font(name: "caption")
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
    public func monospaced() -> Font { self }

    @available(iOS 16.0, macOS 13.0, tvOS 16.0, *)
    public static func system(size: CGFloat, weight: Font.Weight? = nil, design: Font.Design? = nil) -> Font {
        Font(name: "system \(size)")
    }

    @available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
    public struct Weight: Hashable, Sendable {}

    @available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
    public enum Design: Hashable, Sendable {
        case `default`, serif, rounded, monospaced
    }
}
