import Foundation

/// The clothes that footage comes in: codecs, pixel layouts, colours, file formats.
///
/// Test suites on real media dress their clips from it, so that what holds for one codec is tried with others from day
/// to day. The same seed gives the same clothes on every machine.
///
/// ```swift
/// let clip = Wardrobe.today.dress(.editListBFrames, fixing: [.container])
/// ```
public struct Wardrobe: Hashable, Sendable {
    /// A property in which a clip and its dressed copy may differ.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        case codec
        case pixels
        /// Matrix, range and transfer curve.
        case colour
        /// Whether the file states the colour.
        case tags
        case container
        /// Key frame distance, and B-frames.
        case gop
        /// Width and height, each of which may be reduced by one.
        case size
    }

    /// Determines which clothes are drawn.
    public let seed: UInt64

    public init(seed: UInt64) {
        self.seed = seed
    }

    /// The wardrobe of this run: each day tries other clothes.
    public static let today = Wardrobe(seed: TestDay.number)

    /// The clip in clothes drawn from the seed and the clip itself. The frames, their number and rate, their size to
    /// within a pixel, and their orientation stay.
    ///
    /// Nothing is drawn that changes the visible pictures: no alpha, no grey pictures, no fields.
    ///
    /// - Parameters:
    ///   - clip: a valid clip.
    ///   - fixed: the fields that are to stay; none by default.
    /// - Returns: a valid clip; `clip` itself if no other clothes fit.
    public func dress(_ clip: IndexClip, fixing fixed: Set<Field> = []) -> IndexClip {
        var random = SplitMix(seed: seed &* 0x2545_F491_4F6C_DD1D ^ (UInt64(clip.stableHash, radix: 16) ?? 0))
        // Most draws fit; those of clips with edit lists or open GOPs rarely do.
        for _ in 0..<500 {
            let dressed = draw(clip, fixed, &random)
            if (try? dressed.validate()) != nil { return dressed }
        }
        return clip
    }

    /// How to repeat a failing test, and what the clip wears.
    public func description(of dressed: IndexClip) -> String {
        "\(self): \(dressed.clothes)"
    }

    private func draw(_ clip: IndexClip, _ fixed: Set<Field>, _ random: inout SplitMix) -> IndexClip {
        var dressed = clip
        if !fixed.contains(.codec) { dressed.codec = Self.pick(Self.codecs, &random) }
        let codec = dressed.codec
        if !fixed.contains(.container) {
            dressed.container = Self.pick(codec.containers.sorted { $0.rawValue < $1.rawValue }, &random)
        }
        if !fixed.contains(.pixels) {
            let layouts = codec.pixelFormats.filter { !$0.hasAlpha && $0 != .gray }
            // Half of all footage has the usual layout.
            let isUsual = Bool.random(using: &random)
            let other = Self.pick(layouts.sorted { $0.rawValue < $1.rawValue }, &random)
            dressed.pixels = isUsual ? codec.usualPixels : other
        }
        if !fixed.contains(.colour) {
            var colours = dressed.pixels.isRGB ? [.rgb] : Self.colours.filter(codec.carries)
            if dressed.pixels.depth >= 10 { colours += [.hlg, .pq] }
            dressed.colour = Self.pick(colours, &random)
            dressed.colour.isTagged = clip.colour.isTagged
        }
        // A curve that the file does not state cannot be shown correctly, so HLG and PQ keep their tags.
        let needsTags = dressed.colour.transfer != .sdr
        if !fixed.contains(.tags) { dressed.colour.isTagged = needsTags || Int.random(in: 0..<4, using: &random) > 0 }
        if !fixed.contains(.gop) {
            dressed.gop = Self.pick([clip.gop, 1, 10, 15, 24, 30], &random)
            let isFree = clip.variant == .plain && !clip.openGOP && codec.hasBFrames
            if isFree { dressed.bFrames = Self.pick([0, 1, 2, 3], &random) }
        }
        if !fixed.contains(.size) {
            dressed.width -= Int.random(in: 0...1, using: &random)
            dressed.height -= Int.random(in: 0...1, using: &random)
        }
        return dressed
    }

    private static func pick<Value>(_ values: [Value], _ random: inout SplitMix) -> Value {
        values[Int.random(in: values.indices, using: &random)]
    }

    /// The codecs of footage; the more common ones are listed more often.
    private static let codecs: [IndexClip.Codec] = [
        .h264, .h264, .h264, .h264, .h265, .h265, .h265, .vp9, .vp9, .av1, .av1, .vp8, .mpeg2, .mpeg4, .mjpeg, .prores,
    ]

    private static let colours: [IndexClip.Colour] = [
        .bt709, .bt709, .bt709, .bt601, .bt601PAL, .bt2020, .bt709Full, .bt601Full, .bt601PALFull,
    ]
}

extension Wardrobe: CustomStringConvertible {
    /// How to draw these clothes again.
    public var description: String { "MPK_DAY=\(seed)" }
}

extension IndexClip {
    /// What the clip wears, in one line.
    public var clothes: String {
        let range = colour.fullRange ? "full" : "limited"
        let curve = colour.transfer == .sdr ? "" : " \(colour.transfer)"
        let tags = colour.isTagged ? "tagged" : "untagged"
        return "\(codec) \(pixels.rawValue) \(colour.matrix)\(curve) \(range) range \(tags) in \(container), "
            + "GOP \(gop) with \(bFrames) B-frames, \(width)x\(height)"
    }
}
