@_spi(Double) import AVFoundation
import Foundation
import SwiftUI
import Testing
@_spi(Double) import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// Beginnings and ends of views as lists announce them, in the orders that they come in.
@Suite(.serialized) @MainActor
struct ListTurnTests {
    private let screen = ListWorld(seed: 51)
    private let view = ClipCell(frame: .zero)

    init() { screen.list.addSubview(view) }

    private func path(_ item: Int) -> IndexPath { IndexPath(item: item, section: 0) }

    @Test func `a view whose cell has moved in the list is let go under its new place`() {
        screen.driver.willDisplay(view, at: path(5))
        #expect(view.tile.cell == 5)
        // Another cell was inserted above it meanwhile.
        screen.driver.didEndDisplaying(view, at: path(6))
        #expect(view.tile.cell == nil)
    }

    @Test(arguments: [5, 9])
    func `a late end of an earlier turn takes nothing from the present one`(next: Int) {
        screen.driver.willDisplay(view, at: path(5))
        screen.driver.willDisplay(view, at: path(next))
        screen.driver.didEndDisplaying(view, at: path(5))
        #expect(view.tile.cell == FeedCellID(next))
        screen.driver.didEndDisplaying(view, at: path(next))
        #expect(view.tile.cell == nil)
        // Nobody counts below nothing.
        screen.driver.didEndDisplaying(view, at: path(next))
        screen.driver.willDisplay(view, at: path(5))
        #expect(view.tile.cell == 5)
        screen.driver.didEndDisplaying(view, at: path(5))
        #expect(view.tile.cell == nil)
    }

    @Test func `a view that first stood for no video keeps what it shows when that turn ends late`() {
        // Beyond the items of the list.
        screen.driver.willDisplay(view, at: path(500))
        #expect(view.tile.cell == nil)
        screen.driver.willDisplay(view, at: path(5))
        screen.driver.didEndDisplaying(view, at: path(500))
        #expect(view.tile.cell == 5)
    }

    @Test func `a view whose beginning was announced twice is let go once it is in no window`() {
        screen.driver.willDisplay(view, at: path(5))
        screen.driver.willDisplay(view, at: path(5))
        view.removeFromSuperview()
        screen.driver.didEndDisplaying(view, at: path(5))
        #expect(view.tile.cell == nil)
        // Nothing is left of the turn that was one too many.
        screen.list.addSubview(view)
        screen.driver.willDisplay(view, at: path(6))
        screen.driver.didEndDisplaying(view, at: path(6))
        #expect(view.tile.cell == nil)
    }

    // MARK: Who scrolls

    private var phase: FeedScrollPhase { screen.world.feed.state.motion.phase }

    /// A list that moves by itself, is not moved by a finger, and shows what it showed: the app has scrolled it.
    @Test func `a list that nobody moves and that moves all the same is scrolled by the app`() async {
        await screen.world.advance(by: .seconds(1))
        screen.list.contentOffset.y += 10
        #expect(phase == .programmatic)
    }

    @Test(arguments: 0..<5)
    func `a list that a finger moves, or its content, is not scrolled by the app`(cause: Int) async {
        await screen.world.advance(by: .seconds(1))
        var expected = FeedScrollPhase.idle
        switch cause {
        case 0: screen.list.say(isTracking: true)
        case 1: screen.list.say(isDragging: true)
        case 2: screen.list.say(isDecelerating: true)
        case 3:
            // The app's own delegate passes on what it hears.
            screen.driver.enter(.dragging)
            expected = .dragging
        default: screen.list.contentSize.height += 300
        }
        screen.list.bounds.origin.y += 10
        screen.driver.scrollViewDidScroll(screen.list)
        #expect(phase == expected)
    }

    @Test func `the phases of SwiftUI are those of a feed`() {
        let phases: [(ScrollPhase, FeedScrollPhase)] = [
            (.idle, .idle), (.tracking, .dragging), (.interacting, .dragging), (.decelerating, .decelerating),
            (.animating, .programmatic),
        ]
        for (theirs, ours) in phases { #expect(FeedScrollPhase(theirs) == ours) }
    }
}
