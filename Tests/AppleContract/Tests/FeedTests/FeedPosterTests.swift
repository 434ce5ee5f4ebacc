@_spi(Double) import CoreGraphics
import Foundation
import Testing
@_spi(Double) import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// Posters that are made ahead of their views.
@Suite(.serialized) @MainActor
struct FeedPosterTests {
    /// Makes posters when it is told to.
    @MainActor
    private final class Studio {
        private(set) var begun = 0
        private(set) var cancelled = 0
        private var ended = 0
        private var waiting: [CheckedContinuation<Void, Never>] = []

        func make(_ image: CGImage?) -> FeedPosters.Maker {
            { [self] in
                begun += 1
                await withCheckedContinuation { waiting.append($0) }
                if Task.isCancelled { cancelled += 1 }
                ended += 1
                return image
            }
        }

        func finish() async {
            await settle()
            for one in waiting { one.resume() }
            waiting = []
            await settle { ended == begun }
        }

        /// Lets what was asked for begin.
        func begin() async { await settle { ended < begun } }

        /// A busy machine may take more rounds than the eight in which nothing is expected to happen.
        private func settle(until isDone: () -> Bool = { true }) async {
            for round in 0..<1000 {
                if round >= 8, isDone() { return }
                await Task.detached {}.value
                await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
            }
        }
    }

    private let posters = FeedPosters()
    private let studio = Studio()
    private let image = CGImage(width: 16, height: 9, content: 0)

    @Test func `a poster is made once, however often its cell is announced`() async {
        for _ in 0..<2 { posters.prepare(1, studio.make(image)) }
        await studio.finish()
        #expect(posters.image(of: 1) === image)
        posters.prepare(1, studio.make(image))
        await studio.finish()
        #expect(studio.begun == 1)
    }

    @Test func `a poster that could not be made is tried again`() async {
        posters.prepare(1, studio.make(nil))
        await studio.finish()
        posters.prepare(1, studio.make(image))
        await studio.finish()
        #expect(studio.begun == 2 && posters.image(of: 1) === image)
    }

    @Test func `a poster that is not wanted any more is not kept`() async {
        posters.prepare(1, studio.make(image))
        posters.prepare(2, studio.make(image))
        await studio.begin()
        posters.cancel(1)
        await studio.finish()
        #expect(posters.image(of: 1) == nil && posters.image(of: 2) != nil)
        #expect(studio.cancelled == 1)
    }

    @Test func `a poster of content that was replaced is made anew`() async {
        let new = CGImage(width: 16, height: 9, content: 1)
        posters.prepare(1, studio.make(image))
        await studio.finish()
        posters.prepare(2, studio.make(image))
        await studio.begin()
        for cell in [1, 2] as [FeedCellID] { posters.forget(cell) }
        #expect(posters.image(of: 1) == nil)
        await studio.finish()
        #expect(posters.image(of: 2) == nil && studio.cancelled == 1)
        for cell in [1, 2] as [FeedCellID] { posters.prepare(cell, studio.make(new)) }
        await studio.finish()
        #expect(posters.image(of: 1) === new && posters.image(of: 2) === new)
    }

    @Test func `a cell whose content is replaced does not come up with the poster of what it was`() async {
        let world = FeedWorld(seed: 42)
        world.feed.prefetch([30, 31])
        await world.advance(by: .seconds(1))
        world.feed.replace([30])
        let (replaced, kept) = (FeedTile(frame: .zero), FeedTile(frame: .zero))
        world.feed.show(30, in: replaced)
        world.feed.show(31, in: kept)
        #expect(replaced.content.still.contents == nil && kept.content.still.contents != nil)
        for tile in [replaced, kept] { world.feed.hide(tile) }
        world.expectSound()
    }

    @Test func `no poster arrives after all were forgotten`() async {
        posters.prepare(1, studio.make(image))
        await studio.finish()
        posters.prepare(2, studio.make(image))
        await studio.begin()
        posters.forgetAll()
        await studio.finish()
        #expect(posters.image(of: 1) == nil && posters.image(of: 2) == nil)
        #expect(studio.cancelled == 1)
    }

    @Test func `the last two dozen posters are kept, and older ones go first`() async {
        // One after the other: posters that are under way together may be done in any order.
        for cell in 0..<FeedPosters.most {
            posters.prepare(FeedCellID(cell), studio.make(image))
            await studio.finish()
        }
        #expect((0..<FeedPosters.most).allSatisfy { posters.image(of: FeedCellID($0)) != nil })
        for cell in [100, 101] {
            posters.prepare(FeedCellID(cell), studio.make(image))
            await studio.finish()
        }
        #expect([0, 1].allSatisfy { posters.image(of: FeedCellID($0)) == nil })
        #expect((2..<FeedPosters.most).allSatisfy { posters.image(of: FeedCellID($0)) != nil })
        #expect([100, 101].allSatisfy { posters.image(of: FeedCellID($0)) != nil })
    }

    @Test func `a table view cancels posters as well, and an ended feed keeps none`() async {
        let world = FeedWorld(seed: 41, scrolls: false)
        let list = UITableView(frame: CGRect(origin: .zero, size: FeedWorld.screen))
        let driver = FeedListDriver(world.feed, tableView: list) {
            FeedCellID($0.row)
        } tile: { _ in
            nil
        }
        let paths = (5..<8).map { IndexPath(row: $0, section: 0) }
        driver.tableView(list, prefetchRowsAt: paths)
        driver.tableView(list, cancelPrefetchingForRowsAt: [paths[2]])
        await world.advance(by: .seconds(1))
        let tile = FeedTile(frame: .zero)
        world.feed.show(7, in: tile)
        #expect(tile.content.still.contents == nil)
        world.feed.show(5, in: tile)
        #expect(tile.content.still.contents != nil)
        world.feed.end()
        world.feed.show(6, in: tile)
        #expect(tile.content.still.contents == nil)
        world.feed.hide(tile)
        world.expectSound()
    }
}
