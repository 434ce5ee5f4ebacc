import CoreGraphics
import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// Captions of a stage that is no view.
@MainActor
struct CaptionLabelTests {
    private let tiles = [
        (
            facts: CaptionFacts(member: MemberID(1), name: "first"),
            visible: CGRect(x: 0, y: 10, width: 160, height: 90)
        ),
        (
            facts: CaptionFacts(member: MemberID(2), name: "second"),
            visible: CGRect(x: 160, y: 10, width: 160, height: 90)
        ),
    ]

    @Test(arguments: TileCaptions.Corner.allCases)
    func `each caption stands in its corner of its tile`(corner: TileCaptions.Corner) throws {
        let labels = CaptionLabels(TileCaptions(corner: corner), layout: .sideBySide, height: 180).labels(for: tiles)
        #expect(labels.count == 2)
        for (label, tile) in zip(labels, tiles) {
            let (place, area) = (label.place, tile.visible)
            #expect(place.size == CGSize(width: label.image.width, height: label.image.height))
            #expect(place.width < area.width && place.height < area.height)
            let isLeft = [.topLeft, .bottomLeft].contains(corner)
            #expect(isLeft ? place.minX == area.minX : place.maxX == area.maxX)
            #expect([.topLeft, .topRight].contains(corner) ? place.minY == area.minY : place.maxY == area.maxY)
        }
    }

    @Test func `a caption is drawn again only when its text has changed`() {
        let labels = CaptionLabels(TileCaptions([.name, .time]), layout: .sideBySide, height: 180)
        var tiles = tiles
        for index in tiles.indices { tiles[index].facts.time = .zero }
        let before = labels.labels(for: tiles)
        tiles[1].facts.time = .seconds(1)
        let after = labels.labels(for: tiles)
        #expect(before.count == 2 && after.count == 2)
        #expect(before.first?.image === after.first?.image && before.last?.image !== after.last?.image)
    }
}
