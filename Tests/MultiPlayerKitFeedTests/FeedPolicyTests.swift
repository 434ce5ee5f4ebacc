import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed
@testable import TestTools

@Suite struct FeedPolicyTests {
    private func settings(_ policy: FeedPolicy) -> FeedSettings { FeedSettings(policy: policy) }

    @Test func `the most visible cell plays, and changes when another is more visible`() {
        let bench = FeedBench.list(height: 700)
        #expect(bench.playing == [0])
        bench.settle(at: 300)
        #expect(bench.playing == [0])
        bench.settle(at: 400)
        #expect(bench.playing == [1])
        #expect(bench.feed.explanation(of: 1).contains("most visible"))
        #expect(bench.broken == [])
    }

    @Test func `the first fully visible cell plays, and none when none is`() {
        let bench = FeedBench.list(height: 500, settings: settings(.firstFullyVisible))
        #expect(bench.playing == [0])
        bench.settle(at: 10)
        #expect(bench.playing == [])
        bench.settle(at: 300)
        #expect(bench.playing == [1])
        #expect(bench.broken == [])
    }

    @Test func `a cell that rounding cuts by a pixel still counts as fully visible`() {
        let bench = FeedBench.list(height: 300, settings: settings(.firstFullyVisible))
        bench.settle(at: 300.6)
        #expect(bench.playing == [1])
    }

    @Test func `all cells that are visible enough play, the nearest to the middle first`() {
        let bench = FeedBench.list(height: 200, settings: settings(.allVisible(atOnce: 2)))
        bench.settle(at: 2_000)
        #expect(bench.playing == [11, 12])
        bench.send(
            .settings(
                {
                    var it = settings(.allVisible(atOnce: 8))
                    it.playerCeiling = 8
                    return it
                }()))
        #expect(bench.playing == [10, 11, 12, 13])
        bench.settle(at: 2_031)
        #expect(bench.playing == [11, 12, 13])
        bench.settle(at: 2_029)
        #expect(bench.playing == [10, 11, 12, 13])
        #expect(bench.broken == [])
    }

    @Test func `no more cells play than there are players`() {
        var settings = settings(.allVisible(atLeast: 0.5, atOnce: 9))
        settings.playerCeiling = 2
        let bench = FeedBench.list(height: 100, settings: settings)
        #expect(bench.playing.count == 2)
        settings.playerCeiling = 0
        bench.send(.settings(settings))
        #expect(bench.playing == [])
        settings.playerCeiling = -5
        bench.send(.settings(settings))
        #expect(bench.broken == [])
    }

    @Test func `one cell of each row plays`() {
        let layout = FeedLayout.grid(count: 90, columns: 3, cell: CGSize(width: 130, height: 250))
        var settings = settings(.onePerRow(atOnce: 3))
        settings.playerCeiling = 4
        let bench = FeedBench(layout, settings: settings)
        #expect(bench.playing == [0, 3, 6])
        #expect(bench.prepared == [9])
        bench.send(.user(.play(4)))
        #expect(bench.playing == [0, 4, 6])
        bench.settle(at: 500)
        #expect(bench.playing == [6, 9, 12])
        #expect(bench.prepared == [15])
        #expect(bench.broken == [])
    }

    @Test func `a cell taller than the viewport wins when it fills it`() {
        let frames: [(FeedCellID, CGRect)] = [
            (0, CGRect(x: 0, y: 0, width: 400, height: 300)), (1, CGRect(x: 0, y: 300, width: 400, height: 2_000)),
            (2, CGRect(x: 0, y: 2_300, width: 400, height: 700)),
        ]
        for policy in [FeedPolicy.firstFullyVisible, .mostVisible(), .allVisible(atOnce: 1), .onePerRow(atOnce: 1)] {
            let bench = FeedBench(.frames(frames), settings: settings(policy))
            bench.settle(at: 900)
            #expect(bench.playing == [1], "\(policy)")
            bench.settle(at: 2_200)
            #expect(bench.playing == [2], "\(policy)")
            #expect(bench.broken == [])
        }
    }

    /// Whatever the size of the cells, with bars or without, each gets its turn while the feed scrolls from end to end.
    @Test(arguments: [FeedPolicy.firstFullyVisible, .mostVisible(), .allVisible(atOnce: 1), .onePerRow(atOnce: 1)])
    func `every cell of a list plays on the way from the first to the last`(policy: FeedPolicy) {
        for height in [40.0, 90, 230, 399, 500, 650, 1_700] {
            for bars in [FeedViewport.Bars(), FeedViewport.Bars(top: 90, bottom: 60)] {
                let bench = FeedBench.list(12, height: height, settings: settings(policy), bars: bars)
                let end = 12 * height + bars.bottom - 800
                guard end > -bars.top else { continue }
                var met: Set<FeedCellID> = []
                for place in stride(from: -bars.top, through: end, by: max(height / 20, 2)) {
                    bench.settle(at: place)
                    met.formUnion(bench.playing)
                }
                bench.settle(at: end)
                met.formUnion(bench.playing)
                #expect(bench.playing == [11], "\(height) \(bars)")
                #expect(met.count == 12, "\(height) \(bars): \(met)")
                #expect(bench.broken == [])
            }
        }
    }

    @Test func `the last cell of a grid wins at the end, the first at the beginning`() {
        for policy in [FeedPolicy.firstFullyVisible, .mostVisible(), .allVisible(atOnce: 2)] {
            let layout = FeedLayout.grid(count: 32, columns: 3, cell: CGSize(width: 130, height: 180))
            let bench = FeedBench(layout, settings: settings(policy))
            #expect(bench.playing.contains(0))
            bench.settle(at: 11 * 180 - 800)
            #expect(bench.playing.contains(31), "\(policy)")
        }
    }

    @Test func `a last cell that a bar always covers in part can win`() {
        let bench = FeedBench.list(5, height: 400, settings: settings(.firstFullyVisible))
        // The app gives no inset for the bar: the content ends below it.
        var viewport = FeedViewport(
            visible: CGRect(x: 0, y: 1_200, width: 400, height: 800), bars: .init(bottom: 80), scrollRange: 0...1_200)
        bench.send(.viewport(viewport))
        bench.advance(.seconds(1))
        #expect(bench.playing == [4])
        viewport.visible.origin.y = 1_150
        bench.send(.viewport(viewport))
        bench.advance(.seconds(1))
        #expect(bench.playing == [3])
    }

    @Test func `in a feed that runs from right to left the first cell is at the right`() {
        let layout = FeedLayout.grid(
            count: 30, columns: 3, cell: CGSize(width: 100, height: 300), spacing: CGSize(width: 50, height: 0),
            origin: CGPoint(x: 400, y: 0), orientation: FeedOrientation(.vertical, isRightToLeft: true))
        let bench = FeedBench(layout, settings: settings(.firstFullyVisible))
        #expect(bench.playing == [0])
        #expect(layout.frame(of: 0) == CGRect(x: 300, y: 0, width: 100, height: 300))
        #expect(layout.cells(in: CGRect(x: 0, y: 10, width: 120, height: 10)) == [2])

        // Horizontal: the content runs from x = 400 to the left.
        let strip = FeedLayout.grid(
            count: 30, cell: CGSize(width: 250, height: 800), origin: CGPoint(x: 400, y: 0),
            orientation: FeedOrientation(.horizontal, isRightToLeft: true))
        let row = FeedBench(strip, settings: settings(.mostVisible()))
        #expect(row.playing == [0])
        #expect(row.prepared == [1])
        row.settle(at: -500)
        #expect(row.playing == [2])
        row.settle(at: 400 - 30 * 250)
        #expect(row.playing == [29])
        #expect(row.broken == [])
    }

    @Test func `an empty feed plays nothing, and an overscrolled one only what is on the screen`() {
        let empty = FeedBench.list(0)
        empty.settle(at: -200)
        #expect(empty.playing == [] && empty.cells.isEmpty && empty.wakes.count <= 1)
        let bench = FeedBench.list(100, height: 700)
        bench.settle(at: -90)
        #expect(bench.playing == [0])
        bench.settle(at: -5_000)
        #expect(bench.playing == [])
        bench.settle(at: 100 * 700 + 5_000)
        #expect(bench.playing == [])
        #expect(bench.broken == [] && empty.broken == [])
    }

    @Test func `sizes that are not finite or out of range do no harm`() {
        let odd: [CGFloat] = [.nan, .infinity, -.infinity, 0, -100, 1e308, .leastNonzeroMagnitude]
        for value in odd {
            for other in odd {
                let frames: [(FeedCellID, CGRect)] = [
                    (0, CGRect(x: 0, y: value, width: 400, height: other)),
                    (1, CGRect(x: other, y: 300, width: value, height: 300)),
                    (2, CGRect(x: 0, y: 0, width: 400, height: 300)),
                ]
                var settings = FeedSettings(policy: .allVisible(atLeast: value, atOnce: 3))
                settings.velocityGate = other
                settings.prerolledAhead = .max
                settings.fetchedAhead = .max
                settings.fetchedBehind = .min
                settings.assumedOpening = .max
                let layouts: [FeedLayout] = [
                    .frames(frames), .grid(count: 10, cell: CGSize(width: value, height: other)),
                    .grid(
                        count: 10, columns: -1, cell: CGSize(width: 400, height: 300),
                        spacing: CGSize(width: value, height: other)),
                    .grid(count: .min, cell: CGSize(width: 400, height: 300), origin: CGPoint(x: value, y: other)),
                    .grid(count: .max, columns: 3, cell: CGSize(width: 400, height: 300)),
                    .grid(count: 10, columns: .max, cell: CGSize(width: 400, height: 300)),
                ]
                for layout in layouts {
                    var feed = FeedAutoplay(settings: settings)
                    for event in [
                        .layout(layout), .place(3, CGRect(x: value, y: other, width: value, height: 10)),
                        .viewport(FeedViewport(visible: CGRect(x: 0, y: 0, width: 400, height: 800), velocity: value)),
                        .viewport(FeedViewport(visible: CGRect(x: value, y: other, width: 400, height: value))),
                        .phase(.dragging, velocity: other),
                        .viewport(
                            FeedViewport(
                                visible: CGRect(x: 0, y: 0, width: 400, height: 800),
                                bars: .init(top: value, left: other),
                                scrollRange: value <= other ? value...other : 0...0)),
                        .opening(2, [0..<Int64.max, 5..<Int64.max]), .displace(3), .time,
                    ] as [FeedAutoplay.Event] { _ = feed.handle(event, at: .at(5)) }
                }
            }
        }
    }
}
