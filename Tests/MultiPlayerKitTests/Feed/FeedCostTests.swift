import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

@Suite(.serialized) struct FeedCostTests {
    private static let count = 100_000

    private static func layout(_ kind: Int) -> FeedLayout {
        let size = CGSize(width: 130, height: 240)
        var numbers = SplitMix(seed: 7)
        switch kind {
        case 0: return .grid(count: count, cell: CGSize(width: 400, height: 300))
        case 1: return .grid((0..<count).map { FeedCellID("cell \($0)") }, columns: 3, cell: size)
        case 2:
            // One cell as long as all others together, and a waterfall of three columns.
            var ends: [CGFloat] = [0, 0, 0]
            var cells: [(FeedCellID, CGRect)] = [(-1, CGRect(x: 0, y: 0, width: 10, height: 8_000_000))]
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

    /// Counts gate; the time is printed, and gates far above what it is, for machines that do other things as well.
    @Test(arguments: 0..<4)
    func `a decision on 100,000 cells touches only what is near`(kind: Int) throws {
        let policies: [FeedPolicy] = [
            .mostVisible(), .allVisible(atOnce: 4), .firstFullyVisible, .onePerRow(atOnce: 3),
        ]
        let layout = Self.layout(kind)
        var lines: [String] = []
        for policy in policies {
            var settings = FeedSettings(policy: policy)
            settings.playerCeiling = 6
            var feed = FeedAutoplay(settings: settings, isMuted: false)
            var numbers = SplitMix(seed: 3)
            var now = HostTime.at(0)
            var times: [Double] = []
            var touched = 0
            var place: CGFloat = 4_000_000
            _ = feed.handle(.layout(layout), at: now)
            for step in 0..<4_000 {
                let isFling = step % 200 > 150
                place += isFling ? 90 : CGFloat.random(in: -2...3, using: &numbers)
                if step % 400 == 399 { place = CGFloat.random(in: 0...7_000_000, using: &numbers) }
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
            times.sort()
            let median = times[times.count / 2]
            lines.append(
                "\(policy): median \(Int(median.rounded())) µs, p99 \(Int(times[times.count * 99 / 100].rounded())) µs, "
                    + "at most \(touched) cells")
            // A waterfall has no rows: more is looked at there to find what would lead one.
            #expect(touched <= (kind == 2 ? 300 : 60))
            #expect(median < 50)
            #expect(feed.holdings.count <= 40)
        }
        print("layout \(kind): " + lines.joined(separator: "; "))
    }
}
