@_spi(Double) import CoreGraphics

/// Pictures for tests.
enum Poster {
    static func image() -> CGImage? {
        CGImage(width: 16, height: 9, content: "poster")
    }
}
