/// How captions look, the same on every platform. Lengths are parts of a line's height.
enum CaptionStyle {
    /// What the font takes.
    static let font = 0.72
    /// The height of the plate behind the text.
    static let plate = 1.3
    /// Left free between a plate and the edges of its picture.
    static let margin = 0.45
    /// Left free beside the text.
    static let padding = 0.4
    /// The radius of the plate's corners, as a part of its height.
    static let radius = 0.22
    /// The plate's. White is read on it even over a white picture.
    static let opacity = 0.62
}
