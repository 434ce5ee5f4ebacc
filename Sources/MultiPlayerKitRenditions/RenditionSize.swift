import Foundation

/// The size of a small rendition.
enum RenditionSize {
    /// Lines that renditions have. Few, so that tiles of about one size share one rendition.
    static let ladder = [90, 120, 144, 180, 240, 270, 360, 480, 540, 720]

    /// A rendition is worth its making if it has at most half the lines: a quarter of the samples to decode.
    private static let leastSaving = 2

    /// Whether a rendition fills a tile: as the budget sees it, which lets it be stretched by a tenth.
    static func fills(_ lines: Int, _ tile: Int) -> Bool { Double(lines) >= 0.9 * Double(tile) }

    /// The lines of the smallest rendition that fills a tile; `nil`: the tile cannot be seen, or is so large that the video is
    /// best played as it is.
    ///
    /// - Parameters:
    ///   - stored: lines of the video as it is coded.
    ///   - tile: lines of the screen that the tile covers.
    static func lines(for tile: Int, of stored: Int) -> Int? {
        guard tile > 0, let lines = ladder.first(where: { fills($0, tile) }), lines * leastSaving <= stored else {
            return nil
        }
        return lines
    }

    /// The samples of a rendition: whole pairs, as 4:2:0 needs them, in the shape of the video.
    static func size(lines: Int, of stored: CGSize) -> (width: Int, height: Int) {
        let width = stored.width * Double(lines) / max(stored.height, 1)
        return (max(Int((width / 2).rounded()) * 2, 2), max(lines / 2 * 2, 2))
    }
}
