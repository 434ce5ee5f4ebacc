// Foundation on Linux can store only points, sizes and rectangles in an `NSValue`. Times are therefore stored as the
// bits of a rectangle.
import Foundation

@_spi(Double)
extension NSValue {
    public convenience init(bits: (UInt64, UInt64, UInt64, UInt64)) {
        self.init(
            rect: NSRect(
                x: CGFloat(bitPattern: UInt(bits.0)), y: CGFloat(bitPattern: UInt(bits.1)),
                width: CGFloat(bitPattern: UInt(bits.2)), height: CGFloat(bitPattern: UInt(bits.3))))
    }

    public var bits: (UInt64, UInt64, UInt64, UInt64) {
        let rect = rectValue
        return (
            UInt64(rect.origin.x.bitPattern), UInt64(rect.origin.y.bitPattern), UInt64(rect.size.width.bitPattern),
            UInt64(rect.size.height.bitPattern)
        )
    }
}

/// Seconds, as Core Foundation and QuartzCore name them.
public typealias CFTimeInterval = Double

/// Core Foundation's dictionary. A dictionary of Swift is cast to it, which only Objective-C does for `NSDictionary`.
public typealias CFDictionary = [AnyHashable: Any]
/// Any object of Core Foundation; here, its stand-ins are values.
public typealias CFTypeRef = Any

/// Core Foundation's allocator; `nil` is the default one.
public class CFAllocator {}
