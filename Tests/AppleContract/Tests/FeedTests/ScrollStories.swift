@_spi(Double) import AVFoundation
import Foundation
import SwiftUI
import Testing
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// SwiftUI's side of a feed: what its views report, in any order within one pass of layout.
@Suite(.serialized) @MainActor
struct ScrollStories {
    @Test func `cells report frames, and the next one is prepared before it has a view`() async throws {
        let screen = ScrollWorld(seed: 1)
        await screen.world.advance(by: .seconds(1))
        #expect(screen.world.playing == [0])
        #expect(screen.world.isShowing(0))
        // Three cells fit on the screen and have views; the feed looks further ahead.
        await screen.scroll(to: 600)
        await screen.world.advance(by: .seconds(2))
        let playing = try #require(screen.world.playing.first)
        #expect(screen.world.feed.state.assignments.contains { $0.binding.cell == FeedCellID(playing + 3) })
        screen.world.expectSound()
    }

    @Test func `the phase of a fling holds the feed back, and the idle phase lets it play`() async {
        let screen = ScrollWorld(seed: 2)
        await screen.world.advance(by: .seconds(1))
        screen.scope.enter(FeedScrollPhase(.decelerating), velocity: CGVector(dx: 0, dy: 4_000))
        #expect(screen.world.feed.state.motion.velocity == 4_000)
        let before = screen.world.contract.calls.replacements
        for step in 1...40 {
            await screen.scroll(to: Double(step) * 66)
            await screen.world.advance(by: .milliseconds(16))
        }
        #expect(screen.world.contract.calls.replacements == before)
        screen.scope.enter(FeedScrollPhase(.idle), velocity: nil)
        await screen.world.advance(by: .seconds(1))
        #expect(screen.world.playing.count == 1)
        #expect(screen.world.blank.isEmpty)
        screen.world.expectSound()
    }

    @Test func `cells inserted above and the new scroll position are one change`() async {
        let screen = ScrollWorld(seed: 3, cells: 20)
        await screen.scroll(to: 900)
        await screen.world.advance(by: .seconds(1))
        let playing = screen.world.playing
        let calls = screen.world.contract.calls.replacements
        await screen.set([40, 41, 42] + Array(0..<20), top: 1_800)
        #expect(screen.world.playing == playing)
        await screen.world.advance(by: .seconds(1))
        #expect(screen.world.playing == playing)
        #expect(screen.world.contract.calls.replacements == calls)
        screen.world.expectSound()
    }

    @Test func `a reused view shows nothing of its former cell, and returns its surface at its end`() async {
        let screen = ScrollWorld(seed: 4)
        await screen.world.advance(by: .seconds(1))
        let tile = screen.views[0]!.tile
        #expect(tile.subviews.count == 1)
        screen.reuse(0, for: 7)
        #expect(tile.cell == 7 && tile.subviews.isEmpty)
        screen.reuse(7, for: 0)
        await screen.world.advance(by: .seconds(1))
        #expect(screen.world.playing == [0] && tile.subviews.count == 1)
        FeedTileBridge.dismantleUIView(tile, coordinator: screen.views[0]!.slot)
        #expect(tile.subviews.isEmpty && tile.cell == nil)
        screen.world.expectSound()
    }

    @Test func `views that exchange their cells keep their places`() async {
        let screen = ScrollWorld(seed: 7)
        await screen.world.advance(by: .seconds(1))
        #expect(screen.world.playing == [0])
        await screen.update([0: 1, 1: 0])
        #expect(screen.places([1, 0]) == [0, 300])
        await screen.world.advance(by: .seconds(1))
        #expect(screen.world.playing == [1] && screen.world.isShowing(1))
        screen.world.expectSound()
    }

    @Test(arguments: [false, true])
    func `views whose cells move on by one keep their places, whichever is updated first`(upwards: Bool) async throws {
        let screen = ScrollWorld(seed: 8)
        await screen.scroll(to: 300)
        await screen.world.advance(by: .seconds(2))
        let playing = try #require(screen.world.playing.first)
        // Views of 1, 2 and 3 stand at 300, 600 and 900. The first cell is removed, or another one comes before it.
        let cells = upwards ? [1: 0, 2: 1, 3: 2] : [1: 2, 2: 3, 3: 4]
        await screen.update(cells)
        #expect(screen.places(upwards ? [0, 1, 2] : [2, 3, 4]) == [300, 600, 900])
        #expect(screen.places([upwards ? 3 : 1]) != [upwards ? 900 : 300])
        await screen.world.advance(by: .seconds(2))
        #expect(screen.world.playing.count == 1 && screen.world.playing.first == cells[playing])
        screen.world.expectSound()
    }

    @Test func `a view keeps its place when the list of cells changes before it does`() async {
        let screen = ScrollWorld(seed: 9, cells: 3)
        await screen.world.advance(by: .seconds(1))
        screen.scope.list([10, 11, 12])
        await screen.update([0: 10, 1: 11, 2: 12])
        #expect(screen.places([10, 11, 12]) == [0, 300, 600])
        screen.world.expectSound()
    }

    /// SwiftUI updates views for all kinds of reasons, and tells the cells again whenever the scroll view appears.
    @Test func `a scroll is one, also if views are updated for the cells they have in the same pass`() async {
        let screen = ScrollWorld(seed: 11)
        await screen.world.advance(by: .seconds(1))
        #expect(screen.world.feed.state.motion.isSettled)
        screen.updateForNothing()
        await screen.scroll(to: 40)
        #expect(!screen.world.feed.state.motion.isSettled)
        screen.world.expectSound()
    }

    @Test func `cells whose views are gone are where those that are seen say`() async {
        let screen = ScrollWorld(seed: 12)
        await screen.world.advance(by: .seconds(1))
        await screen.scroll(to: 1_500)
        #expect(screen.places([4, 5, 6, 7]) == [1_200, 1_500, 1_800, 2_100])
        // The text has become larger, and every cell with it.
        for cell in 5...7 {
            screen.scope.place(FeedCellID(cell), CGRect(x: 0, y: Double(cell) * 400, width: 400, height: 400))
        }
        await screen.world.settle()
        #expect(screen.places([4, 5, 6, 7]) == [1_600, 2_000, 2_400, 2_800])
        screen.world.expectSound()
    }

    @Test func `a view that goes after its list hears nothing more`() async {
        let world = FeedWorld(seed: 13, scrolls: false)
        let (tile, slot) = (FeedTile(frame: .zero), FeedTileSlot())
        var scope: FeedScope? = FeedScope(world.feed, .vertical)
        var told: [Bool] = []
        slot.fill(tile, with: 0, in: scope) { told.append($0.isMuted) }
        await world.settle()
        #expect(told == [true])
        scope = nil
        FeedTileBridge.dismantleUIView(tile, coordinator: slot)
        world.feed.send(.user(.setMuted(false)))
        await world.settle()
        #expect(told == [true])
        world.expectSound()
    }

    @Test func `bars at the leading edge are at the right where text runs from right to left`() {
        let geometry = ScrollGeometry(
            contentOffset: CGPoint(x: 50, y: 60), contentSize: CGSize(width: 900, height: 1_000),
            contentInsets: EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4),
            containerSize: CGSize(width: 400, height: 800))
        let bars = FeedViewport.Bars(top: 1, left: 2, bottom: 3, right: 4)
        #expect(ScrollReading(geometry, isRightToLeft: false).bars == bars)
        let mirrored = ScrollReading(geometry, isRightToLeft: true)
        #expect(mirrored.bars == FeedViewport.Bars(top: 1, left: 4, bottom: 3, right: 2))
        // By UIKit's rule the list scrolls from minus its left inset.
        #expect(mirrored.viewport(.horizontal).scrollRange == -4...502)
    }

    @Test func `statuses come after the layout pass that caused them, each once`() async {
        let screen = ScrollWorld(seed: 5)
        #expect(screen.statuses.isEmpty)
        await screen.world.advance(by: .seconds(1))
        #expect(screen.statuses.last { $0.cell == 0 }?.plays == true)
        #expect(zip(screen.statuses, screen.statuses.dropFirst()).allSatisfy { $0 != $1 })
        screen.world.feed.send(.user(.pause(0)))
        screen.world.feed.send(.user(.setMuted(false)))
        await screen.world.advance(by: .milliseconds(100))
        let last = screen.statuses.last { $0.cell == 0 }
        #expect(last?.offer == .play && last?.plays == false && last?.isMuted == false)
        screen.world.expectSound()
    }

    @Test func `a feed that disappears releases everything, and plays again when it comes back`() async {
        let screen = ScrollWorld(seed: 6)
        await screen.world.advance(by: .seconds(1))
        screen.scope.disappear()
        #expect(screen.world.contract.players.allSatisfy { $0.currentItem == nil })
        screen.scope.appear()
        await screen.world.advance(by: .seconds(1))
        #expect(screen.world.playing == [0])
        screen.world.expectSound()
    }

    @Test func `unknown rows continue the last known ones`() {
        var frames = FeedFrames()
        frames.order = (0..<20).map { FeedCellID($0) }
        for index in 4..<9 {
            let rect = CGRect(x: Double(index % 3) * 100, y: Double(index / 3) * 110, width: 100, height: 100)
            let news = [frames.place(FeedCellID(index), rect), frames.place(FeedCellID(index), rect)]
            #expect(news == [true, false])
        }
        let layout = frames.layout(.vertical)
        #expect(layout.frame(of: 9) == CGRect(x: 0, y: 330, width: 100, height: 100))
        #expect(layout.frame(of: 14) == CGRect(x: 200, y: 440, width: 100, height: 100))
        #expect(layout.count <= 5 + 24)
        frames.order = [7, 8]
        #expect(frames.layout(.vertical).count == 2)
        // An app that does not say which cells there are keeps those that are seen.
        frames.order = []
        #expect(frames.layout(.vertical).count == 2)
    }

    @Test func `four rows are guessed on either side, and none where rows go backwards`() {
        var frames = FeedFrames()
        frames.order = (0..<100).map { FeedCellID($0) }
        for index in 48..<54 {
            let place = CGPoint(x: Double(index % 3) * 100, y: Double(index / 3) * 110)
            _ = frames.place(FeedCellID(index), CGRect(origin: place, size: CGSize(width: 100, height: 100)))
        }
        #expect(frames.layout(.vertical).count == 6 + 2 * 12)
        var upwards = FeedFrames()
        upwards.order = frames.order
        for (index, top) in [(48, 200.0), (49, 90)] {
            _ = upwards.place(FeedCellID(index), CGRect(x: 0, y: top, width: 100, height: 100))
        }
        #expect(upwards.layout(.vertical).count == 2)
    }

    @Test func `each change of the cells reaches the feed after the layout pass, also if it is the only one`() async {
        let screen = ScrollWorld(seed: 10, cells: 3)
        await screen.world.advance(by: .seconds(1))
        screen.scope.place(2, CGRect(x: 0, y: 700, width: 400, height: 300))
        await screen.world.settle()
        #expect(screen.places([2]) == [700])
        // From here on it is guessed.
        screen.scope.displace(2)
        await screen.world.settle()
        #expect(screen.places([2]) == [600])
        screen.scope.list([0, 1])
        await screen.world.settle()
        #expect(screen.places([2]) == [nil])
        screen.world.expectSound()
    }
}

/// A lazy stack in a scroll view, as SwiftUI would run one: views for what is on the screen, reports in any order.
@MainActor
private final class ScrollWorld {
    let world: FeedWorld
    let scope: FeedScope
    private(set) var views: [Int: (tile: FeedTile, slot: FeedTileSlot)] = [:]
    private(set) var statuses: [FeedCellStatus] = []
    private var items: [Int]
    private var top = 0.0

    init(seed: UInt64, cells: Int = 40) {
        let world = FeedWorld(seed: seed, cells: 60, scrolls: false)
        self.world = world
        items = Array(0..<cells)
        scope = FeedScope(world.feed, .vertical)
        world.shown = { [weak self] in (self?.views ?? [:]).mapValues(\.tile) }
        scope.list(items.map { FeedCellID($0) })
        pass()
    }

    func scroll(to place: Double) async {
        top = place
        pass()
        await world.settle()
    }

    func set(_ new: [Int], top: Double) async {
        (items, self.top) = (new, top)
        scope.list(new.map { FeedCellID($0) })
        pass()
        await world.settle()
    }

    /// Reuses a view for another cell, at the same place.
    func reuse(_ former: Int, for cell: Int) {
        guard let view = views.removeValue(forKey: former) else { return }
        views[cell] = view
        fill(view, cell)
    }

    /// Updates views for other cells, in the order of their former cells; they stay where they are, so that none
    /// reports its place again.
    func update(_ cells: [Int: Int]) async {
        let former = views
        for old in cells.keys { views[old] = nil }
        for old in cells.keys.sorted() {
            guard let view = former[old], let new = cells[old] else { continue }
            views[new] = view
            fill(view, new)
        }
        await world.settle()
    }

    /// Updates all views as they are, and tells the cells again.
    func updateForNothing() {
        scope.list(items.map { FeedCellID($0) })
        for (cell, view) in views { fill(view, cell) }
    }

    /// Where the feed takes cells to be.
    func places(_ cells: [Int]) -> [Double?] {
        cells.map { world.feed.state.layout.frame(of: FeedCellID($0)).map { Double($0.minY) } }
    }

    private func fill(_ view: (tile: FeedTile, slot: FeedTileSlot), _ cell: Int) {
        view.slot.fill(view.tile, with: FeedCellID(cell), in: scope) { [weak self] in self?.statuses.append($0) }
    }

    /// One pass of layout: cells report their frames, then the scroll view its geometry, and views that left go last.
    private func pass() {
        let size = FeedWorld.cell
        let content = CGSize(width: size.width, height: size.height * Double(items.count))
        let range = top...(top + FeedWorld.screen.height)
        let near = items.indices.filter {
            Double($0) * size.height < range.upperBound && Double($0 + 1) * size.height > range.lowerBound
        }
        for index in near {
            let cell = items[index]
            let view =
                views[cell] ?? (tile: FeedTile(frame: CGRect(origin: .zero, size: size)), slot: FeedTileSlot())
            if views[cell] == nil {
                world.window.addSubview(view.tile)
                views[cell] = view
                fill(view, cell)
            }
            let frame = CGRect(x: 0, y: Double(index) * size.height, width: size.width, height: size.height)
            view.slot.move(to: frame, with: FeedCellID(cell), in: scope)
        }
        scope.scrolled(
            ScrollReading(
                offset: CGPoint(x: 0, y: top), size: FeedWorld.screen, content: content, bars: FeedViewport.Bars()))
        let stay = Set(near.map { items[$0] })
        for (cell, view) in views where !stay.contains(cell) {
            views[cell] = nil
            FeedTileBridge.dismantleUIView(view.tile, coordinator: view.slot)
            view.tile.removeFromSuperview()
        }
    }
}
