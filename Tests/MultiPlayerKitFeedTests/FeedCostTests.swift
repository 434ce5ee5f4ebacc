import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed
@testable import TestTools

@Suite(.serialized) struct FeedCostTests {
    private static func layout(_ kind: Int, of count: Int) -> FeedLayout {
        let size = CGSize(width: 130, height: 240)
        var numbers = SplitMix(seed: 7)
        switch kind {
        case 0: return .grid(count: count, cell: CGSize(width: 400, height: 300))
        case 1: return .grid((0..<count).map { FeedCellID("cell \($0)") }, columns: 3, cell: size)
        case 2:
            // One cell about as long as all others together, and a waterfall of three columns.
            var ends: [CGFloat] = [0, 0, 0]
            var cells: [(FeedCellID, CGRect)] = [(-1, CGRect(x: 0, y: 0, width: 10, height: 80 * CGFloat(count)))]
            for index in 0..<count {
                let height = CGFloat.random(in: 80...500, using: &numbers)
                cells.append(
                    (
                        FeedCellID(index),
                        CGRect(x: CGFloat(index % 3) * 130, y: ends[index % 3], width: 130, height: height)
                    ))
                ends[index % 3] += height
            }
            return .frames(cells)
        default:
            var layout = FeedLayout.reported()
            for index in 0..<count {
                _ = layout.place(FeedCellID(index), CGRect(x: 0, y: CGFloat(index) * 300, width: 400, height: 290))
            }
            return layout
        }
    }

    /// A feed that somebody scrolls through, now and then with a fling or a jump.
    private struct Scroller {
        let count: Int
        var feed: FeedAutoplay
        var numbers = SplitMix(seed: 3)
        var now = HostTime.at(0)
        var place: CGFloat
        var times: [Double] = []
        var touched = 0

        init(policy: FeedPolicy, layout: FeedLayout, count: Int) {
            self.count = count
            var settings = FeedSettings(policy: policy)
            settings.playerCeiling = 6
            feed = FeedAutoplay(settings: settings, isMuted: false)
            place = 40 * CGFloat(count)
            _ = feed.handle(.layout(layout), at: now)
        }

        mutating func scroll(step: Int) {
            let isFling = step % 200 > 150
            place += isFling ? 90 : CGFloat.random(in: -2...3, using: &numbers)
            if step % 400 == 399 { place = CGFloat.random(in: 0...70 * CGFloat(count), using: &numbers) }
            now = now.advanced(by: .milliseconds(16))
            let viewport = FeedViewport(visible: CGRect(x: 0, y: place, width: 400, height: 800))
            var commands: [FeedAutoplay.Command] = []
            let time = ContinuousClock().measure { commands = feed.handle(.viewport(viewport), at: now) }
            times.append(time.seconds * 1e6)
            touched = max(touched, feed.touched)
            for case .assign(let given) in commands where given.role.plays {
                _ = feed.handle(.arrived(.firstPicture, given.binding), at: now)
                touched = max(touched, feed.touched)
            }
        }

        /// The time in µs that this share of all decisions stays below.
        func time(below share: Double) -> Double {
            times.sorted()[Int(Double(times.count - 1) * share)]
        }
    }

    /// Counts the cells that are looked at, and compares times with those of a feed of 1,000 cells that scrolls in step
    /// with the long one, so that other load on the machine affects both.
    @Test(arguments: 0..<4)
    func `a decision among 100,000 cells looks only at those nearby`(kind: Int) throws {
        let policies: [FeedPolicy] = [
            .mostVisible(), .allVisible(atOnce: 4), .firstFullyVisible, .onePerRow(atOnce: 3),
        ]
        let (long, short) = (100_000, 1_000)
        let (longLayout, shortLayout) = (Self.layout(kind, of: long), Self.layout(kind, of: short))
        var lines: [String] = []
        for policy in policies {
            var feed = Scroller(policy: policy, layout: longLayout, count: long)
            var small = Scroller(policy: policy, layout: shortLayout, count: short)
            for step in 0..<4_000 {
                feed.scroll(step: step)
                small.scroll(step: step)
            }
            let ratio = feed.time(below: 0.5) / small.time(below: 0.5)
            lines.append(
                "\(policy): median \(Int(feed.time(below: 0.5).rounded())) µs, p99 "
                    + "\(Int(feed.time(below: 0.99).rounded())) µs, at most \(feed.touched) cells, "
                    + "\((ratio * 100).rounded() / 100) times a feed of 1,000")
            // A waterfall has no real rows, so more cells are looked at to find the first of each.
            #expect(feed.touched <= (kind == 2 ? 300 : 60))
            // A hundred times the cells: looking at each would take a hundred times as long.
            #expect(ratio < 3)
            #expect(feed.feed.holdings.count <= 40)
        }
        print("layout \(kind): " + lines.joined(separator: "; "))
    }
}
