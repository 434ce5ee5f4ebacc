import Foundation
import MultiPlayerKit

/// What is written into the tiles of a group, so that people know what they see.
///
/// ```swift
/// var captions = TileCaptions([.name, .time, .frame])
/// captions.texts[car] = "Without ESC"
/// ```
/// A caption stands in its tile's picture, in one line that grows with the stage, and tells of the picture that is shown.
/// Text of any script is drawn; what is too long for its tile ends in an ellipsis.
public struct TileCaptions: Hashable, Sendable {
    /// One thing that a caption tells.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Item: String, Hashable, Sendable, CaseIterable {
        /// The text that was given for the member, or the name of its file.
        case name
        /// The time of the picture in its file, from the first one: `0:03.24`.
        case time
        /// The number of the picture in its file, from 0: `#97`. Nothing in a file of varying rate.
        case frame
        /// The size at which the file is meant to be seen, in pixels: `1280×720`.
        case size
        /// The pictures a second of the file: `29.97 fps`. Nothing in a file of varying rate.
        case rate
        /// How the picture was coded, by its first slice: `I` by itself, `P` from one other picture at a time, `B` from two. Of
        /// VP8, VP9 and AV1 all are `P` that are not `I`.
        ///
        /// Nothing for codecs other than these, H.264, HEVC, MPEG-1, -2 and -4, JPEG, JPEG 2000, PNG, ProRes, DNxHD, DV,
        /// CineForm and HuffYUV, and on Apple platforms, where a player does not tell it.
        case pictureType
    }

    /// Where a caption stands in the visible part of its picture.
    public enum Corner: String, Hashable, Sendable, CaseIterable {
        case topLeft, topRight, bottomLeft, bottomRight
    }

    /// What each caption tells, in this order. Default: the name.
    public var items: [Item]

    /// What stands in place of a file's name. Default: nothing.
    public var texts: [MemberID: String] = [:]

    /// What stands behind the items, such as a measure of the picture. Default: nothing.
    public var notes: [MemberID: String] = [:]

    /// Where captions stand. Default: ``Corner/topLeft``, away from time lines and from the mark of a tile that is left
    /// behind.
    ///
    /// Where pictures lie in one place, as in a wipe, those of the members after the first stand on the other side.
    public var corner = Corner.topLeft

    /// The height of a line as a part of the stage's height, `0.01...0.2`. Default: `0.035`, which is read across a
    /// room. Values outside are clamped; NaN counts as the default.
    public var height = 0.035

    /// Creates captions.
    public init(_ items: [Item] = [.name], corner: Corner = .topLeft) {
        (self.items, self.corner) = (items, corner)
    }
}

/// What is known of a picture that gets a caption.
package struct CaptionFacts: Equatable, Sendable {
    var member: MemberID
    /// The display name of the file.
    var name: String
    /// From the first picture of the file; `nil` before one is shown.
    var time: Duration?
    var info: MediaInfo?
    var type: PictureType?

    package init(
        member: MemberID, name: String, time: Duration? = nil, info: MediaInfo? = nil, type: PictureType? = nil
    ) {
        (self.member, self.name, self.time, self.info, self.type) = (member, name, time, info, type)
    }
}

/// How a picture was coded. The raw value is what engineers call it.
package enum PictureType: String, Sendable {
    /// By itself.
    case intra = "I"
    /// Predicted, each block from one other picture.
    case predicted = "P"
    /// Predicted, blocks from two other pictures.
    case bipredicted = "B"
}

extension TileCaptions {
    /// The height of a line, in pixels of a stage of this height.
    func pixels(on stage: CGFloat) -> Double {
        let part = height.isNaN ? TileCaptions().height : min(max(height, 0.01), 0.2)
        return part * Double(stage)
    }

    /// The caption of a picture, in one line; empty: none.
    func text(of facts: CaptionFacts) -> String {
        let parts = items.compactMap { item -> String? in
            switch item {
            // Isolated: the direction of a name must not turn the numbers around it.
            case .name: "\u{2068}\(Self.line(texts[facts.member] ?? facts.name))\u{2069}"
            case .time: facts.time.map { TimeText($0).shown }
            case .frame:
                facts.time.flatMap { time in facts.info?.frameRate.map { "#\($0.frame(at: time))" } }
            case .size: facts.info.map { "\(Int($0.displaySize.width))×\(Int($0.displaySize.height))" }
            case .rate: facts.info?.frameRate.map { "\(Self.number($0.perSecond)) fps" }
            case .pictureType: facts.type?.rawValue
            }
        }
        return (parts + (notes[facts.member].map { [Self.line($0)] } ?? []))
            .filter { !$0.isEmpty && $0 != "\u{2068}\u{2069}" }
            .joined(separator: "   ")
    }

    /// One line, without what would move or end it.
    private static func line(_ text: String) -> String {
        PlainText.line(text).trimmingCharacters(in: .whitespaces)
    }

    /// Up to two decimal places.
    private static func number(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        guard hundredths % 100 != 0 else { return "\(hundredths / 100)" }
        let rest = hundredths % 100
        return "\(hundredths / 100)." + (rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)")
    }
}

extension TileLayout {
    /// Whether all pictures lie in one place.
    var overlays: Bool {
        switch arrangement {
        case .wipe, .difference: true
        default: false
        }
    }

    /// The corner for the caption of the member at `index` of those that are seen.
    func corner(of captions: TileCaptions, at index: Int) -> TileCaptions.Corner {
        guard overlays, index > 0 else { return captions.corner }
        return switch captions.corner {
        case .topLeft: .topRight
        case .topRight: .topLeft
        case .bottomLeft: .bottomRight
        case .bottomRight: .bottomLeft
        }
    }
}
