import Foundation
import Testing
@_spi(Double) import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// What a list is asked for while it scrolls, and what the feed learns of it.
@Suite(.serialized) @MainActor
struct ListReportTests {
    private func tops(_ screen: ListWorld, _ cells: [Int]) -> [Double?] {
        cells.map { screen.world.feed.state.layout.frame(of: FeedCellID($0)).map { Double($0.minY) } }
    }

    /// Finding cells costs the list time, at each of 120 pictures a second.
    @Test func `a list that scrolls is asked for its cells only where they are not known yet, and once each time`()
        async
    {
        let screen = ListWorld(seed: 61)
        await screen.world.advance(by: .seconds(1))
        let surveys = screen.layout.surveys
        await screen.drag(by: 200)
        #expect(screen.layout.surveys == surveys)
        // Beyond the three screens that are known: two are left when one is needed.
        await screen.drag(by: 2_000)
        #expect(screen.layout.surveys == surveys + 1)
        #expect(tops(screen, [0, 14]) == [0, 4_200])
        screen.world.expectSound()
    }

    @Test func `a list that has shown its last cell is not asked for what lies beyond`() async {
        let screen = ListWorld(seed: 62, cells: 3)
        await screen.world.advance(by: .seconds(1))
        let surveys = screen.layout.surveys
        // Pulled over its end, far enough that nothing of it is seen.
        for _ in 1...3 { screen.list.contentOffset.y += 900 }
        #expect(screen.layout.surveys == surveys)
        screen.world.expectSound()
    }

    @Test func `however many cells come in one pass of layout, the list reports once where it is`() async {
        let screen = ListWorld(seed: 63)
        await screen.world.advance(by: .seconds(1))
        let looks = screen.list.looks
        screen.list.setContentOffset(CGPoint(x: 0, y: 6_000), animated: false)
        #expect(screen.list.looks == looks + 1)
        await screen.world.settle()
        #expect(screen.list.looks == looks + 2)
        screen.world.expectSound()
    }

    @Test func `cells that find their size only when they are shown are where they are by then`() async {
        let screen = ListWorld(seed: 64)
        await screen.world.advance(by: .seconds(1))
        for header: CGFloat in [100, 250] {
            screen.layout.header = header
            screen.list.setNeedsLayout()
            screen.list.layoutIfNeeded()
            let view = ClipCell(frame: .zero)
            screen.list.addSubview(view)
            screen.driver.willDisplay(view, at: IndexPath(item: 30, section: 0))
            #expect(tops(screen, [0]) != [Double(header)])
            await screen.world.settle()
            #expect(tops(screen, [0, 1]) == [Double(header), Double(header) + 300])
        }
        screen.world.expectSound()
    }

    @Test func `items that change places in a list of the same length play where they are`() async {
        let screen = ListWorld(seed: 65)
        await screen.world.advance(by: .seconds(1))
        #expect(screen.world.playing == [0])
        screen.set([1, 0] + Array(2..<40))
        #expect(tops(screen, [0, 1]) == [300, 0])
        await screen.world.advance(by: .seconds(1))
        #expect(screen.world.playing == [1] && screen.strangers.isEmpty)
        screen.world.expectSound()
    }

    @Test func `a list that becomes smaller, as under a keyboard, has not been scrolled`() async {
        let screen = ListWorld(seed: 66)
        await screen.fling(by: 600)
        await screen.world.advance(by: .seconds(1))
        let playing = screen.world.playing
        #expect(playing.count == 1 && screen.world.feed.state.motion.isSettled)
        screen.list.bounds = CGRect(x: 0, y: screen.list.bounds.minY + 100, width: 400, height: 700)
        screen.driver.scrollViewDidScroll(screen.list)
        #expect(screen.world.feed.state.motion.phase == .idle && screen.world.feed.state.motion.isSettled)
        #expect(screen.world.playing == playing)
        screen.world.expectSound()
    }
}
