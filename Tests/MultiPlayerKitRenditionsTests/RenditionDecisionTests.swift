import Foundation
import MultiPlayerKit
import Testing

@testable import MultiPlayerKitRenditions

/// Which renditions are made, of which size, and under which names.
struct RenditionDecisionTests {
    @Test(
        arguments: [
            (90, 720, 90), (100, 720, 90), (101, 720, 120), (134, 720, 144), (400, 720, 360), (401, 720, nil),
            (0, 720, nil), (401, 1080, 480), (90, 180, 90), (90, 179, nil), (2_000, 4_320, nil),
        ] as [(Int, Int, Int?)])
    func `a rendition fills its tile, and is worth its making`(tile: Int, stored: Int, lines: Int?) {
        #expect(RenditionSize.lines(for: tile, of: stored) == lines)
    }

    @Test func `a rendition has whole pairs of samples, in the shape of its video`() {
        for (stored, lines, width) in [((1_280, 720), 90, 160), ((1_280, 720), 120, 214), ((720, 1_280), 144, 82)] {
            let size = RenditionSize.size(lines: lines, of: CGSize(width: stored.0, height: stored.1))
            #expect(size.width == width && size.height == lines)
        }
        let wide = RenditionSize.size(lines: 90, of: CGSize(width: 2, height: 2_000))
        #expect(wide.width == 2)
    }

    @Test func `a name tells content and lines, and other names tell nothing`() throws {
        let key = String(repeating: "0123456789abcdef", count: 4)
        let file = RenditionName.file(key, lines: 120)
        let parts = try #require(RenditionName.parts(of: file))
        #expect(parts.key == key && parts.lines == 120)
        for other in [
            "", ".mp4", "\(key).mp4", "\(key)-r.mp4", "\(key)-r0.mp4", "\(key)-r+120.mp4", "\(key)-r120.mov",
            "\(key)-r012.mp4", "\(file).part", "\(key.uppercased())-r120.mp4", "\(key)-r99999999999999999999.mp4",
        ] {
            #expect(RenditionName.parts(of: other) == nil, "\(other)")
        }
    }

    private func wish(_ id: Int, _ name: String, tile: Int, stored: [Int], tier: DecodeTier) -> RenditionWish {
        RenditionWish(
            member: MemberID(id), url: URL(filePath: "/\(name)"), tileLines: tile, stored: stored, tier: tier)
    }

    @Test func `who decodes least is served first, and who has what fits not at all`() {
        let wishes = [
            wish(1, "a", tile: 120, stored: [720], tier: .full),
            wish(2, "b", tile: 120, stored: [720], tier: .keyframes),
            wish(3, "c", tile: 120, stored: [720, 120], tier: .still),
            wish(4, "d", tile: 600, stored: [720], tier: .still),
            wish(5, "e", tile: 120, stored: [720], tier: .still),
            wish(6, "f", tile: 120, stored: [720], tier: .still),
        ]
        #expect(RenditionWish.next(of: wishes)?.member == MemberID(5))
        #expect(RenditionWish.next(of: Array(wishes[..<4]))?.member == MemberID(2))
        #expect(RenditionWish.next(of: Array(wishes[2...3])) == nil)
        #expect(wishes[0].work == RenditionWish.Work(url: URL(filePath: "/a"), lines: 120))
        // One that is much larger than the tile, or smaller, is no reason to be content.
        #expect(wish(7, "g", tile: 90, stored: [1_080, 540], tier: .full).work?.lines == 90)
        #expect(wish(8, "h", tile: 240, stored: [1_080, 120], tier: .full).work?.lines == 240)
    }
}
