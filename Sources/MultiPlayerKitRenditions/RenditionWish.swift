import Foundation
import MultiPlayerKit

/// What one member would gain from a rendition of its own.
struct RenditionWish: Equatable {
    /// A rendition to make.
    struct Work: Hashable {
        var url: URL
        var lines: Int
    }

    /// What a member is to be told of.
    struct Offer: Hashable {
        var member: MemberID
        var work: Work
    }

    var member: MemberID
    var url: URL
    /// Lines of the screen that its tile covers; 0: it cannot be seen.
    var tileLines: Int
    /// The lines of the video and of its renditions.
    var stored: [Int]
    /// How much of it is decoded now.
    var tier: DecodeTier

    /// What would have to be made; `nil`: nothing, because what there is fits.
    var work: Work? {
        guard let most = stored.max(), let lines = RenditionSize.lines(for: tileLines, of: most),
            !stored.contains(where: { RenditionSize.fills($0, tileLines) && $0 < 2 * lines })
        else { return nil }
        return Work(url: url, lines: lines)
    }

    var offer: Offer? { work.map { Offer(member: member, work: $0) } }

    /// The one to serve first: of those that decode least, the one that comes first.
    static func next(of wishes: [RenditionWish]) -> RenditionWish? {
        wishes.filter { $0.work != nil }.min { $0.tier < $1.tier }
    }
}
