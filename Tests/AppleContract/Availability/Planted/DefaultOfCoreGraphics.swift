// A public default argument from CoreGraphics in a file that imports Foundation: compiles on Linux, not with Xcode.
// refused on ios tvos macos: because 'CoreGraphics' was not imported by this file
import Foundation

public func plantedDefaultOfCoreGraphics(spacing: CGSize = .zero) {}
