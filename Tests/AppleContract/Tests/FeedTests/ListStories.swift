@_spi(Double) import AVFoundation
import Foundation
import Testing
@_spi(Double) import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// Collection and table views that reuse their views and report to a feed.
@Suite(.serialized) @MainActor
struct ListStories {
    @Test func `a collection view plays its most visible cell and prepares the next`() async {
        let screen = ListWorld(seed: 1)
        await screen.world.advance(by: .seconds(1))
        #expect(screen.world.playing == [0])
        #expect(screen.world.isShowing(0))
        #expect(screen.world.player(of: 1) != nil)
        await screen.fling(by: 300)
        await screen.world.advance(by: .seconds(1))
        #expect(screen.world.playing == [2])
        #expect(screen.world.isShowing(2))
        screen.world.expectSound()
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `reused views show nothing of another cell, even if the list reports departures late`(seed: UInt64) async {
        let screen = ListWorld(seed: seed)
        screen.list.endsLate = seed.isMultiple(of: 2)
        var random = seed
        for _ in 0..<8 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            await screen.fling(by: Double(Int64(random >> 40) % 4_000) - 1_200)
            #expect(screen.strangers.isEmpty)
            await screen.world.advance(by: .milliseconds(Int64(random >> 20) % 900))
        }
        await screen.world.advance(by: .seconds(3))
        #expect(screen.world.playing.count == 1)
        #expect(screen.world.mostPlaying <= 1)
        #expect(screen.world.blank.isEmpty)
        screen.world.expectSound()
    }

    @Test func `a fling starts nothing, and a slow drag plays on`() async {
        let screen = ListWorld(seed: 2)
        await screen.world.advance(by: .seconds(1))
        let before = screen.world.contract.calls.replacements
        screen.list.beginDrag()
        screen.list.endDrag(velocity: CGPoint(x: 0, y: 4), glides: true)
        #expect(screen.world.feed.state.motion.velocity == 4_000)
        for _ in 0..<40 {
            screen.list.contentOffset.y += 66
            await screen.world.advance(by: .milliseconds(16))
            #expect(screen.world.playing.isEmpty || screen.world.playing == [0])
        }
        #expect(screen.world.contract.calls.replacements == before)
        screen.list.comeToRest()
        await screen.world.advance(by: .seconds(1))
        let settled = screen.world.playing
        #expect(settled.count == 1 && settled != [0])
        await screen.drag(by: 100)
        #expect(screen.world.playing.count == 1)
        screen.world.expectSound()
    }

    @Test func `cells inserted above do not disturb the one that plays`() async throws {
        let screen = ListWorld(seed: 3, cells: 20)
        await screen.fling(by: 900)
        await screen.world.advance(by: .seconds(1))
        let playing = screen.world.playing
        let cell = FeedCellID(try #require(playing.first))
        let binding = screen.world.feed.state.binding(of: cell)
        let calls = screen.world.contract.calls.replacements
        screen.set([40, 41, 42] + Array(0..<20), shift: 3 * FeedWorld.cell.height)
        #expect(screen.world.playing == playing)
        await screen.world.advance(by: .seconds(1))
        #expect(screen.world.playing == playing)
        #expect(screen.world.feed.state.binding(of: cell) == binding)
        #expect(screen.world.contract.calls.replacements == calls)
        #expect(screen.strangers.isEmpty)
        screen.world.expectSound()
    }

    @Test func `a list can become empty, be pulled to refresh and be filled again`() async {
        let screen = ListWorld(seed: 4, cells: 5)
        await screen.world.advance(by: .seconds(1))
        screen.set([])
        await screen.world.advance(by: .seconds(1))
        #expect(screen.world.playing.isEmpty)
        #expect(screen.world.feed.state.assignments.isEmpty)
        // The list is pulled, and held open while it refreshes.
        screen.list.beginDrag()
        screen.list.contentOffset.y = -120
        screen.list.contentInset.top = 60
        screen.list.endDrag(velocity: .zero, glides: true)
        screen.list.contentOffset.y = -60
        screen.list.comeToRest()
        await screen.world.advance(by: .seconds(1))
        screen.set(Array(10..<30))
        screen.list.contentInset.top = 0
        screen.list.setContentOffset(.zero, animated: true)
        await screen.world.advance(by: .seconds(1))
        #expect(screen.world.playing == [10])
        #expect(screen.strangers.isEmpty)
        screen.world.expectSound()
    }

    @Test func `a cell under a bar does not play`() async {
        let bar = UIEdgeInsets(top: 400, left: 0, bottom: 0, right: 0)
        let screen = ListWorld(seed: 5, header: 100, inset: bar)
        await screen.world.advance(by: .seconds(1))
        #expect(screen.world.playing == [0])
        // The first cell is under the bar now.
        await screen.drag(by: 400)
        await screen.world.advance(by: .seconds(1))
        #expect(screen.world.playing == [1])
        screen.world.expectSound()
    }

    @Test func `a far jump releases the cells it leaves and plays where it lands`() async {
        let screen = ListWorld(seed: 6, cells: 50)
        await screen.world.advance(by: .seconds(1))
        var release: [FeedAssignment] = []
        screen.world.feed.onAssignment = { if $0.role == .letGo { release.append($0) } }
        screen.list.setContentOffset(CGPoint(x: 0, y: 12_000), animated: false)
        await screen.world.advance(by: .seconds(1))
        #expect(screen.world.playing.count == 1 && screen.world.playing.allSatisfy { $0 > 38 })
        #expect(!release.isEmpty && release.allSatisfy { !$0.reason.contains("not in the feed") })
        screen.world.expectSound()
    }

    @Test func `a list out of the window releases everything and gives the audio session back`() async {
        let screen = ListWorld(seed: 7)
        screen.world.watchSession()
        await screen.world.advance(by: .seconds(1))
        screen.world.feed.send(.user(.setMuted(false, on: 0)))
        #expect(screen.world.sessionCalls == ["claim"])
        // Another screen is pushed.
        screen.list.removeFromSuperview()
        #expect(screen.world.sessionCalls == ["claim", "give back"])
        #expect(screen.world.contract.players.allSatisfy { $0.currentItem == nil })
        await screen.world.advance(by: .seconds(1))
        #expect(screen.world.budget.snapshot.leases.isEmpty)
        screen.world.window.addSubview(screen.list)
        await screen.world.advance(by: .seconds(1))
        #expect(screen.world.playing == [0])
        #expect(screen.world.sessionCalls == ["claim", "give back", "claim"])
        screen.world.expectSound()
    }

    @Test func `a prefetched poster is there when its view comes`() async {
        let screen = ListWorld(seed: 8)
        await screen.world.advance(by: .seconds(1))
        let paths = (5..<8).map { IndexPath(item: $0, section: 0) }
        screen.driver.collectionView(screen.list, prefetchItemsAt: paths)
        screen.driver.collectionView(screen.list, cancelPrefetchingForItemsAt: [paths[2]])
        await screen.world.advance(by: .seconds(1))
        let tile = FeedTile(frame: .zero)
        screen.world.feed.show(5, in: tile)
        #expect(tile.content.still.contents != nil)
        screen.world.feed.show(7, in: tile)
        #expect(tile.content.still.contents == nil)
        screen.world.feed.hide(tile)
        screen.world.expectSound()
    }

    /// A table of clips in a window; nothing else holds `table`.
    private func list(
        of table: TableSource, in world: FeedWorld, frame: CGRect
    ) -> (UITableView, FeedListDriver) {
        let list = UITableView(frame: frame)
        list.rowHeight = FeedWorld.cell.height
        list.register(forCellReuseIdentifier: "clip") { ClipRow(frame: .zero) }
        let driver = FeedListDriver(world.feed, tableView: list) {
            FeedCellID($0.row)
        } tile: {
            ($0 as? ClipRow)?.tile
        }
        (list.dataSource, list.delegate, list.prefetchDataSource) = (table, driver, driver)
        world.window.addSubview(list)
        list.layoutIfNeeded()
        return (list, driver)
    }

    @Test(arguments: [CGSize(width: 0, height: 800), CGSize(width: 400, height: 0)])
    func `a list that has no area yet is not reported, and plays when it has one`(size: CGSize) async {
        let world = FeedWorld(seed: 10, scrolls: false)
        let table = TableSource()
        let (list, driver) = self.list(of: table, in: world, frame: CGRect(origin: .zero, size: size))
        await world.advance(by: .seconds(1))
        #expect(world.feed.state.viewport == nil && world.contract.players.isEmpty)
        list.frame = CGRect(origin: .zero, size: FeedWorld.screen)
        driver.reload()
        await world.advance(by: .seconds(1))
        #expect(world.playing == [0])
        world.expectSound()
    }

    @Test func `a table view plays as well`() async {
        let world = FeedWorld(seed: 9, scrolls: false)
        let table = TableSource()
        let (list, driver) = self.list(of: table, in: world, frame: CGRect(origin: .zero, size: FeedWorld.screen))
        await world.advance(by: .seconds(1))
        #expect(world.playing == [0])
        list.setContentOffset(CGPoint(x: 0, y: 3_000), animated: true)
        await world.advance(by: .seconds(1))
        #expect(world.playing == [11])
        list.reloadData()
        list.layoutIfNeeded()
        driver.reload(replaced: [11])
        await world.advance(by: .seconds(1))
        #expect(world.playing == [11])
        world.expectSound()
    }
}

private final class TableSource: NSObject, UITableViewDataSource {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 40 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        tableView.dequeueReusableCell(withIdentifier: "clip", for: indexPath)
    }
}
