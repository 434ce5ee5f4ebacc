import Foundation
import Testing
@_spi(Double) import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// What of a list's reports is movement, and what is a change of its content.
@Suite(.serialized) @MainActor
struct FeedMovementTests {
    /// The cells there are not known before.
    @Test func `a jump to cells that were not known is a movement`() async {
        let screen = ListWorld(seed: 87, cells: 50)
        await screen.world.advance(by: .seconds(1))
        #expect(screen.world.feed.state.motion.isSettled)
        screen.list.setContentOffset(CGPoint(x: 0, y: 9_000), animated: false)
        #expect(!screen.world.feed.state.motion.isSettled)
        screen.world.expectSound()
    }

    /// As a lazy stack does, which has no views of the others.
    @Test func `a list that moves on is moving, also if it learns of new cells at each step`() async {
        let world = FeedWorld(seed: 88, scrolls: false)
        let scope = FeedScope(world.feed, .vertical)
        scope.list((0..<40).map { FeedCellID($0) })
        func scroll(to top: Double) async {
            let first = Int(top / FeedWorld.cell.height)
            for index in first...first + 2 {
                let place = CGPoint(x: 0, y: Double(index) * FeedWorld.cell.height)
                scope.place(FeedCellID(index), CGRect(origin: place, size: FeedWorld.cell))
            }
            scope.scrolled(
                ScrollReading(
                    offset: CGPoint(x: 0, y: top), size: FeedWorld.screen, content: CGSize(width: 400, height: 12_000),
                    bars: FeedViewport.Bars()))
            await world.advance(by: .milliseconds(100))
        }
        await scroll(to: 0)
        await scroll(to: 40)
        #expect(!world.feed.state.motion.isSettled)
        for step in 1...10 { await scroll(to: Double(step) * 300) }
        #expect(!world.feed.state.motion.isSettled && world.feed.state.motion.goesForward)
        #expect(world.feed.state.motion.velocity > 0)
        world.expectSound()
    }
}
