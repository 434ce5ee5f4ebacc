// Declarations that Foundation has on Linux and CoreGraphics has on Apple platforms. There, a file has to import
// CoreGraphics before its public interface may use them, as in a default argument. Only compiled, with the stand-in.
import Foundation

extension CGPoint {
    public static var zero: CGPoint { CGPoint() }

    public init(x: Int, y: Int) { self.init() }
}

extension CGSize {
    public static var zero: CGSize { CGSize() }

    public init(width: Int, height: Int) { self.init() }
}

extension CGRect {
    public static var zero: CGRect { CGRect() }
    public static var null: CGRect { CGRect() }
    public static var infinite: CGRect { CGRect() }

    public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) { self.init() }
    public init(x: Int, y: Int, width: Int, height: Int) { self.init() }

    public var minX: CGFloat { 0 }
    public var midX: CGFloat { 0 }
    public var maxX: CGFloat { 0 }
    public var minY: CGFloat { 0 }
    public var midY: CGFloat { 0 }
    public var maxY: CGFloat { 0 }
    public var width: CGFloat { 0 }
    public var height: CGFloat { 0 }
    public var isNull: Bool { false }
    public var isEmpty: Bool { false }
    public var isInfinite: Bool { false }
    public var standardized: CGRect { self }
    public var integral: CGRect { self }

    public func insetBy(dx: CGFloat, dy: CGFloat) -> CGRect { self }
    public func offsetBy(dx: CGFloat, dy: CGFloat) -> CGRect { self }
    public func union(_ other: CGRect) -> CGRect { self }
    public func intersection(_ other: CGRect) -> CGRect { self }
    public func intersects(_ other: CGRect) -> Bool { false }
    public func contains(_ point: CGPoint) -> Bool { false }
    public func contains(_ other: CGRect) -> Bool { false }
}
