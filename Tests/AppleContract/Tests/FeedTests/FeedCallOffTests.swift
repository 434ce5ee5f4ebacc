@_spi(Double) import AVFoundation
import Foundation
import Synchronization
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// What a feed fetches ahead and then does not need.
@Suite(.serialized) @MainActor
struct FeedCallOffTests {
    /// The cells after the first one, which plays.
    private let next = Set((1...3).map { Shelf.url(FeedCellID($0)) })

    private func feed(in world: FeedWorld, fetching shelf: Shelf) -> FeedController {
        let feed = FeedController(
            settings: FeedSettings(), cache: shelf, budget: nil, isMuted: true, clock: world.clock,
            clip: { FeedClip(url: Shelf.url($0)) })
        feed.setLayout(.grid(count: 40, cell: FeedWorld.cell))
        feed.setViewport(FeedViewport(visible: CGRect(origin: .zero, size: FeedWorld.screen)))
        return feed
    }

    @Test func `what is fetched for cells that the viewer turns away from is called off`() {
        let (world, shelf) = (FeedWorld(seed: 89, scrolls: false), Shelf())
        let feed = feed(in: world, fetching: shelf)
        #expect(shelf.fetched == next && shelf.cancelled.isEmpty)
        feed.setViewport(FeedViewport(visible: CGRect(origin: CGPoint(x: 0, y: 6_000), size: FeedWorld.screen)))
        feed.setScrollPhase(.idle)
        #expect(shelf.cancelled == next)
    }

    @Test func `a feed that is released fetches nothing more`() {
        let (world, shelf) = (FeedWorld(seed: 90, scrolls: false), Shelf())
        var feed: FeedController? = feed(in: world, fetching: shelf)
        #expect(feed?.downloads.count == 3 && shelf.cancelled.isEmpty)
        feed = nil
        #expect(shelf.cancelled == next)
    }
}

/// Opens no video, and notes which were to be fetched and are not any more.
private final class Shelf: AssetSource {
    private let asked = Mutex((fetched: Set<URL>(), cancelled: Set<URL>()))

    var fetched: Set<URL> { asked.withLock(\.fetched) }
    var cancelled: Set<URL> { asked.withLock(\.cancelled) }

    static func url(_ cell: FeedCellID) -> URL { URL(string: "https://example.org/\(cell).mp4")! }

    func asset(for url: URL, priority: FetchPriority) async throws(PlaybackError) -> AVURLAsset {
        throw PlaybackError(.codecUnknown, subject: url.lastPathComponent, reason: "nothing is opened", cure: "none")
    }

    func reader(of url: URL, priority: FetchPriority) -> any ByteReader { fatalError("nobody reads") }

    func fetch(_ range: Range<Int64>, of url: URL, priority: FetchPriority) -> any ByteFetch {
        asked.withLock { _ = $0.fetched.insert(url) }
        return Fetch { [self] in asked.withLock { _ = $0.cancelled.insert(url) } }
    }

    private final class Fetch: ByteFetch {
        private let ending: @Sendable () -> Void
        var priority: FetchPriority {
            get { .later }
            set {}
        }

        init(ending: @escaping @Sendable () -> Void) { self.ending = ending }

        func cancel() { ending() }

        func finished() async throws { throw CancellationError() }
    }
}
