@_exported import FoundationApple

public struct CGAffineTransform: Sendable, Equatable, Hashable, Codable {
    public var a: CGFloat
    public var b: CGFloat
    public var c: CGFloat
    public var d: CGFloat
    public var tx: CGFloat
    public var ty: CGFloat

    public static let identity = CGAffineTransform()

    public init() {
        self.init(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    }

    public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    public init(translationX tx: CGFloat, y ty: CGFloat) {
        self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty)
    }

    public init(scaleX sx: CGFloat, y sy: CGFloat) {
        self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0)
    }

    public init(rotationAngle angle: CGFloat) {
        let (sine, cosine) = (CGFloat(sin(Double(angle))), CGFloat(cos(Double(angle))))
        self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    }

    public var isIdentity: Bool { self == .identity }

    /// Applies `self` first, then `t2`.
    public func concatenating(_ t2: CGAffineTransform) -> CGAffineTransform {
        CGAffineTransform(
            a: a * t2.a + b * t2.c, b: a * t2.b + b * t2.d, c: c * t2.a + d * t2.c, d: c * t2.b + d * t2.d,
            tx: tx * t2.a + ty * t2.c + t2.tx, ty: tx * t2.b + ty * t2.d + t2.ty)
    }

    public func translatedBy(x tx: CGFloat, y ty: CGFloat) -> CGAffineTransform {
        CGAffineTransform(translationX: tx, y: ty).concatenating(self)
    }

    public func scaledBy(x sx: CGFloat, y sy: CGFloat) -> CGAffineTransform {
        CGAffineTransform(scaleX: sx, y: sy).concatenating(self)
    }

    public func rotated(by angle: CGFloat) -> CGAffineTransform {
        CGAffineTransform(rotationAngle: angle).concatenating(self)
    }

    public func inverted() -> CGAffineTransform {
        let determinant = a * d - b * c
        guard determinant != 0 else { return self }
        return CGAffineTransform(
            a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
            tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
    }
}

extension CGPoint {
    public func applying(_ t: CGAffineTransform) -> CGPoint {
        CGPoint(x: t.a * x + t.c * y + t.tx, y: t.b * x + t.d * y + t.ty)
    }
}

extension CGSize {
    public func applying(_ t: CGAffineTransform) -> CGSize {
        CGSize(width: t.a * width + t.c * height, height: t.b * width + t.d * height)
    }
}

extension CGRect {
    /// The smallest rectangle around the four transformed corners.
    public func applying(_ t: CGAffineTransform) -> CGRect {
        let corners = [(minX, minY), (maxX, minY), (minX, maxY), (maxX, maxY)]
            .map { CGPoint(x: $0.0, y: $0.1).applying(t) }
        let left = corners.map(\.x).min() ?? 0
        let top = corners.map(\.y).min() ?? 0
        return CGRect(
            x: left, y: top, width: (corners.map(\.x).max() ?? 0) - left, height: (corners.map(\.y).max() ?? 0) - top)
    }
}

/// Immutable, so safe to pass between threads.
public final class CGImage: @unchecked Sendable {
    public let width: Int
    public let height: Int
    /// What the picture shows, for tests.
    @_spi(Double) public let content: any Sendable

    @_spi(Double)
    public init(width: Int, height: Int, content: any Sendable) {
        self.width = width
        self.height = height
        self.content = content
    }

    public var colorSpace: CGColorSpace? { CGColorSpace(name: CGColorSpace.sRGB) }
}

/// Where a bitmap has its alpha, if any.
public enum CGImageAlphaInfo: UInt32, Sendable {
    case none = 0
    case premultipliedLast = 1
    case premultipliedFirst = 2
    case last = 3
    case first = 4
    case noneSkipLast = 5
    case noneSkipFirst = 6
    case alphaOnly = 7
}

/// A bitmap to draw into; here it only remembers what was drawn last. An image of one that has bytes of its own holds a
/// copy of those.
public final class CGContext {
    public let width: Int
    public let height: Int
    private var content: (any Sendable)?
    private let data: UnsafeRawBufferPointer?

    public init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
        space: CGColorSpace, bitmapInfo: UInt32
    ) {
        guard width > 0, height > 0 else { return nil }
        (self.width, self.height) = (width, height)
        self.data = data.map { UnsafeRawBufferPointer(start: $0, count: bytesPerRow * height) }
    }

    public func concatenate(_ transform: CGAffineTransform) {}

    public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) { content = image.content }

    public func makeImage() -> CGImage? {
        (content ?? data.map(Array.init)).map { CGImage(width: width, height: height, content: $0) }
    }
}

public final class CGColorSpace: @unchecked Sendable {
    public let name: CFString?

    public init?(name: CFString) {
        self.name = name
    }

    public static let sRGB: CFString = "kCGColorSpaceSRGB"
    @available(iOS 9.0, macCatalyst 13.1, macOS 10.11, tvOS 9.0, visionOS 1.0, watchOS 2.0, *)
    public static let itur_709: CFString = "kCGColorSpaceITUR_709"
}

/// Core Foundation's string. On Apple platforms a Swift string converts to it with `as`; here it is a Swift string.
public typealias CFString = String

public final class CGColor: @unchecked Sendable, Equatable {
    public let components: [CGFloat]?

    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        components = [red, green, blue, alpha]
    }

    public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(red: red, green: green, blue: blue, alpha: alpha)
    }

    public convenience init(gray: CGFloat, alpha: CGFloat) {
        self.init(red: gray, green: gray, blue: gray, alpha: alpha)
    }

    public var alpha: CGFloat { components?.last ?? 1 }

    public static func == (left: CGColor, right: CGColor) -> Bool {
        left.components == right.components
    }
}

/// https://developer.apple.com/documentation/corefoundation/cgvector
public struct CGVector: Hashable, Sendable {
    public var dx: CGFloat
    public var dy: CGFloat
    public init(dx: CGFloat, dy: CGFloat) {
        self.dx = dx
        self.dy = dy
    }
}
