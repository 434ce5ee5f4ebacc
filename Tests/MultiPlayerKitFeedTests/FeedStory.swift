import Foundation
import MultiPlayerKitTestSupport

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed
@testable import TestTools

/// One random session of a feed. The bench checks the rules that hold all along.
struct FeedStory {
    let bench: FeedBench
    private var numbers: SplitMix
    private var ids: [FeedCellID]
    private var nextID: Int
    private let kind: Int
    private let cell: CGSize
    private let columns: Int
    private let tellsVelocity: Bool
    private var conditions = FeedConditions()
    private var displayed: [FeedCellID] = []

    init(seed: UInt64) {
        numbers = SplitMix(seed: seed)
        let count = numbers.oneIn(12) ? 0 : Int.random(in: 1...300, using: &numbers)
        ids = (0..<count).map { FeedCellID($0) }
        nextID = count
        kind = Int.random(in: 0..<4, using: &numbers)
        columns = kind == 0 ? 1 : Int.random(in: 1...4, using: &numbers)
        let tallest: CGFloat = numbers.oneIn(5) ? 2_000 : 700
        cell = CGSize(width: 400 / CGFloat(columns), height: CGFloat.random(in: 60...tallest, using: &numbers))
        tellsVelocity = numbers.oneIn(2)
        var bars = FeedViewport.Bars()
        if numbers.oneIn(3) { bars = FeedViewport.Bars(top: 88, bottom: 50) }
        bench = FeedBench(
            Self.layout(kind, ids, columns, cell, &numbers), settings: Self.settings(&numbers), bars: bars,
            isMuted: !numbers.oneIn(3))
        bench.checksCause = false
        if numbers.oneIn(3) {
            var lateness = SplitMix(seed: seed &+ 1)
            bench.lateness = { lateness.duration(in: .zero...(.milliseconds(80))) }
        }
    }

    private static func settings(_ numbers: inout SplitMix) -> FeedSettings {
        let atOnce = Int.random(in: 1...5, using: &numbers)
        let policies: [FeedPolicy] = [
            .firstFullyVisible, .mostVisible(), .allVisible(atOnce: atOnce), .allVisible(atLeast: 0.9, atOnce: atOnce),
            .onePerRow(atOnce: atOnce), .mostVisible(atLeast: 0),
        ]
        var settings = FeedSettings(policy: policies.randomElement(using: &numbers) ?? .mostVisible())
        settings.playerCeiling = numbers.oneIn(10) ? 0 : Int.random(in: 1...7, using: &numbers)
        if numbers.oneIn(3) { settings.velocityGate = numbers.oneIn(2) ? nil : 1 }
        if numbers.oneIn(3) { settings.prerolledAhead = Int.random(in: 0...3, using: &numbers) }
        if numbers.oneIn(3) { settings.fetchedAhead = Int.random(in: 0...6, using: &numbers) }
        if numbers.oneIn(3) { settings.fetchedBehind = Int.random(in: 0...3, using: &numbers) }
        if numbers.oneIn(3) { settings.byteCeiling = Int64.random(in: 0...6_000_000, using: &numbers) }
        if numbers.oneIn(2) { settings.replays = numbers.oneIn(3) ? nil : Int.random(in: 0...2, using: &numbers) }
        settings.rememberedCells = Int.random(in: 0...20, using: &numbers)
        return settings
    }

    private static func layout(
        _ kind: Int, _ ids: [FeedCellID], _ columns: Int, _ cell: CGSize, _ numbers: inout SplitMix
    ) -> FeedLayout {
        guard kind > 1 else { return .grid(ids, columns: columns, cell: cell) }
        var ends = [CGFloat](repeating: 0, count: columns)
        let frames = ids.enumerated().map { index, id in
            let column = index % columns
            let height = cell.height * CGFloat.random(in: 0.4...1.6, using: &numbers)
            defer { ends[column] += height + 6 }
            return (
                id: id,
                frame: CGRect(x: CGFloat(column) * cell.width, y: ends[column], width: cell.width, height: height)
            )
        }
        guard kind == 3 else { return .frames(frames) }
        var layout = FeedLayout.reported()
        for cell in frames { _ = layout.place(cell.id, cell.frame) }
        return layout
    }

    /// Plays it and returns the rules that were broken.
    mutating func run(steps: Int) -> [String] {
        for _ in 0..<steps {
            act()
            if numbers.oneIn(3) { bench.advance(numbers.duration(in: .zero...(.seconds(1)))) }
            bench.checksCause = numbers.oneIn(12)
            if !bench.broken.isEmpty { return bench.broken }
        }
        return bench.broken + end()
    }

    private mutating func act() {
        switch Int.random(in: 0..<32, using: &numbers) {
        case 0...5: scroll(.dragging, speeds: 20...1_500, most: 500)
        case 6...9: scroll(.decelerating, speeds: 500...9_000, most: 2_500)
        case 10: scroll(.programmatic, speeds: 100...5_000, most: 2_000)
        case 11...14: bench.rest()
        case 15: bench.scroll(to: CGFloat.random(in: -400...max(length + 400, 1), using: &numbers))
        case 16: bench.scroll(to: numbers.oneIn(2) ? 0 : max(length - 800, 0))
        case 17...19: touch()
        case 20:
            bench.send(.absence(numbers.oneIn(2) ? [] : FeedAbsence(rawValue: Int.random(in: 1...7, using: &numbers))))
        case 21: wish()
        case 22, 23: arrive()
        case 24: arriveLate()
        case 25: change()
        case 26: bench.send(.settings(Self.settings(&numbers)))
        case 27: display()
        case 28: bench.showsAtOnce = numbers.oneIn(2)
        case 29: bench.send(.soundTaken)
        case 30: bench.send(.soundReturned(resumes: numbers.oneIn(2)))
        default: bench.send(.time)
        }
    }

    private var length: CGFloat { CGFloat(bench.layout.content?.upperBound ?? 20_000) }

    private mutating func scroll(_ phase: FeedScrollPhase, speeds: ClosedRange<CGFloat>, most: CGFloat) {
        let speed = CGFloat.random(in: speeds, using: &numbers)
        let distance = CGFloat.random(in: -most...most, using: &numbers)
        bench.scroll(
            by: min(abs(distance), speed / 5) * (distance < 0 ? -1 : 1), speed: speed, phase: phase,
            tellsVelocity: tellsVelocity)
    }

    private mutating func touch() {
        let id =
            numbers.oneIn(5)
            ? ids.randomElement(using: &numbers)
            : bench.cellsByAge.randomElement(using: &numbers)
        guard let id else { return }
        switch Int.random(in: 0..<6, using: &numbers) {
        case 0, 1: bench.send(.user(.play(id)))
        case 2: bench.send(.user(.pause(id)))
        case 3: bench.send(.user(.replay(id)))
        case 4: bench.send(.user(.setMuted(numbers.oneIn(2), on: numbers.oneIn(2) ? id : nil)))
        default: bench.send(.user(.focus(numbers.oneIn(2) ? id : nil)))
        }
    }

    private mutating func wish() {
        conditions = FeedConditions()
        switch Int.random(in: 0..<8, using: &numbers) {
        case 0: conditions.isAutoplayOff = true
        case 1: conditions.reducesMotion = true
        case 2: conditions.isLowPower = true
        case 3: conditions.isLowData = true
        case 4: conditions.isShortOfMemory = true
        default: break
        }
        bench.send(.conditions(conditions))
    }

    private mutating func arrive() {
        guard let id = bench.cellsByAge.randomElement(using: &numbers) else { return }
        let arrivals: [FeedArrival] = [
            .bytes, .prerolled, .firstPicture, .ended, .ended, .stopped(at: .seconds(3)), .failed("broken"),
        ]
        bench.arrive(arrivals.randomElement(using: &numbers) ?? .bytes, id)
        if numbers.oneIn(3) { bench.send(.opening(id, [0..<Int64.random(in: 1...3_000_000, using: &numbers)])) }
    }

    /// An arrival for a binding that is over must change nothing.
    private mutating func arriveLate() {
        guard let binding = bench.seen.randomElement(using: &numbers), !bench.feed.isCurrent(binding) else { return }
        let arrivals: [FeedArrival] = [.bytes, .prerolled, .firstPicture, .ended, .failed("late")]
        let dropped = bench.feed.lateDropped
        let before = bench.feed.intents
        bench.expectsNothing(.arrived(arrivals.randomElement(using: &numbers) ?? .bytes, binding))
        if bench.feed.lateDropped != dropped + 1 || before.failed != bench.feed.intents.failed
            || before.ended != bench.feed.intents.ended
        {
            bench.fail("an arrival for \(binding) acts though it is over")
        }
    }

    private mutating func change() {
        if kind == 3, !numbers.oneIn(4), let id = ids.randomElement(using: &numbers),
            let frame = bench.layout.frame(of: id)
        {
            return bench.send(numbers.oneIn(2) ? .displace(id) : .place(id, frame.offsetBy(dx: 0, dy: 40)))
        }
        let index = ids.isEmpty ? 0 : Int.random(in: 0..<ids.count, using: &numbers)
        switch Int.random(in: 0..<5, using: &numbers) {
        case 0:
            ids.insert(FeedCellID(nextID), at: index)
            nextID += 1
        case 1: if !ids.isEmpty { ids.remove(at: index) }
        case 2: if !ids.isEmpty { return bench.send(.replaced(ids[index])) }
        case 3: ids.shuffle(using: &numbers)
        default: if numbers.oneIn(4) { ids = [] }
        }
        bench.reload(Self.layout(kind, ids, columns, cell, &numbers), by: numbers.oneIn(2) ? cell.height : 0)
    }

    private mutating func display() {
        if numbers.oneIn(2), let id = ids.randomElement(using: &numbers) {
            bench.send(.display(id))
            displayed.append(id)
        } else if let id = displayed.popLast() {
            bench.send(.endDisplay(id))
        }
    }

    // MARK: The end

    /// At rest, when nothing prevents it, the policy's cells play, and at the end of the content the last cell does.
    private mutating func end() -> [String] {
        var broken: [String] = []
        bench.checksCause = false
        for id in displayed { bench.send(.endDisplay(id)) }
        bench.send(.conditions(FeedConditions()))
        bench.send(.absence([]))
        bench.send(.soundReturned(resumes: true))
        // Scroll far away, so that the viewer's wishes are forgotten.
        bench.settle(at: -9_000)
        if !bench.playing.isEmpty || bench.feed.intents.isAnything { broken.append("playing or remembered far away") }
        bench.send(.user(.focus(nil)))
        for id in bench.feed.intents.failed.keys { bench.send(.replaced(id)) }
        bench.showsAtOnce = true
        for place in [
            0, CGFloat.random(in: 0...max(length, 1), using: &numbers),
            max(length - 800 + bench.viewport.bars.bottom, -bench.viewport.bars.top),
        ] {
            bench.settle(at: place)
            broken += verdict()
            bench.checkCause()
        }
        let isReachable =
            bench.layout.content.map { $0.upperBound + bench.viewport.bars.bottom > 800 - bench.viewport.bars.top }
            ?? false
        if kind < 2, bench.settings.playerCeiling > 0, isReachable, let last = ids.last {
            let row = ids.suffix((ids.count - 1) % columns + 1)
            let isMet =
                if case .onePerRow = bench.settings.policy { row.contains(where: bench.playing.contains) } else {
                    bench.playing.contains(last)
                }
            if !isMet { broken.append("the last cell does not play at the end: \(bench.playing)") }
        }
        bench.send(.absence(.offScreen))
        bench.send(.viewport(FeedViewport(visible: .zero)))
        bench.reload(.grid([], cell: .zero))
        if bench.feed.playersInUse > 0 || bench.feed.holdings.count > 0 || bench.isClaimed {
            broken.append("cells, players or the audio session are left")
        }
        bench.advance(.seconds(5))
        if !bench.wakes.isEmpty { broken.append("wake-ups without a cell") }
        return bench.broken + broken
    }

    /// Puts all cells to the policy at once and compares its choice with the cells that play.
    private func verdict() -> [String] {
        guard let window = FeedWindow(bench.viewport, in: bench.layout) else { return [] }
        let verdict = FeedVerdict(bench.settings.policy, in: window)
        let all = ids.compactMap { bench.layout.entry(of: $0) }.sorted { $0.key < $1.key }
        let winners = verdict.winners(among: verdict.sightings(of: all, in: window)).prefix(
            max(bench.settings.playerCeiling, 0))
        let expected = Set(winners.map(\.id))
        if expected == Set(bench.playing) { return [] }
        return ["at \(bench.place) by \(bench.settings.policy) \(bench.playing) play, not \(expected)"]
    }
}

extension FeedIntents {
    var isAnything: Bool {
        !wishes.isEmpty || !paused.isEmpty || !ended.isEmpty || !restarts.isEmpty || !turns.isEmpty
    }
}
