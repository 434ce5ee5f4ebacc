import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

@Suite struct FeedViewerTests {
    private func reason(_ bench: FeedBench, _ id: FeedCellID) -> String { bench.feed.explanation(of: id) }

    // MARK: Pause and play

    @Test func `a pause is kept until the cell leaves, and no other cell takes its place`() {
        let bench = FeedBench.list(height: 500)
        bench.send(.user(.pause(0)))
        #expect(bench.playing == [])
        #expect(bench.cells[0]?.role.slot != nil && bench.cells[0]?.offer == .play)
        bench.settle(at: 20)
        bench.advance(.seconds(20))
        #expect(bench.playing == [])
        bench.settle(at: 2_000)
        bench.settle(at: 0)
        #expect(bench.playing == [0])
        #expect(bench.broken == [])
    }

    @Test func `a tap plays another cell until it leaves`() {
        let bench = FeedBench.list(height: 300)
        bench.send(.user(.play(1)))
        #expect(bench.playing == [1])
        #expect(reason(bench, 1).contains("tapped"))
        bench.settle(at: 440)
        #expect(bench.playing == [1])
        bench.settle(at: 480)
        #expect(bench.playing != [1], "the viewer has scrolled on")
        bench.settle(at: 440)
        bench.send(.user(.pause(1)))
        #expect(bench.playing == [])
        bench.send(.user(.play(1)))
        #expect(bench.playing == [1])
        bench.settle(at: 700)
        #expect(!bench.playing.contains(1))
        #expect(bench.broken == [])
    }

    @Test func `the focused cell wins over its neighbors`() {
        let bench = FeedBench.list(height: 250)
        bench.send(.user(.focus(2)))
        #expect(bench.playing == [2])
        bench.send(.user(.focus(nil)))
        #expect(bench.playing == [0])
        #expect(bench.broken == [])
    }

    @Test func `the focus stays on a cell whose content is replaced`() {
        let bench = FeedBench.list(height: 250)
        bench.send(.user(.focus(2)))
        bench.send(.replaced(2))
        #expect(bench.playing == [2])
        #expect(bench.broken == [])
    }

    // MARK: Loop

    @Test func `after its replays a cell offers to play again`() {
        var settings = FeedSettings()
        settings.replays = 2
        let bench = FeedBench.list(height: 700, settings: settings)
        #expect(bench.cells[0]?.role == .play(FeedSlot(number: 0), from: .zero, repeats: true))
        bench.arrive(.ended, 0)
        #expect(bench.assignments(of: 0).isEmpty)
        bench.arrive(.ended, 0)
        #expect(bench.cells[0]?.role == .play(FeedSlot(number: 0), from: nil, repeats: false))
        bench.arrive(.ended, 0)
        #expect(bench.cells[0]?.role == .still(FeedSlot(number: 0)) && bench.cells[0]?.offer == .playAgain)
        #expect(bench.playing == [])
        bench.send(.user(.replay(0)))
        #expect(bench.cells[0]?.role == .play(FeedSlot(number: 0), from: .zero, repeats: true))
        bench.send(.user(.replay(0)))
        #expect(bench.assignments(of: 0).count == 1)
        #expect(bench.broken == [])
    }

    @Test func `without a limit on replays a video repeats for ever, with a limit of 0 it plays once`() {
        var settings = FeedSettings()
        settings.replays = nil
        let endless = FeedBench.list(height: 700, settings: settings)
        for _ in 0..<1_000 { endless.arrive(.ended, 0) }
        #expect(endless.playing == [0] && endless.assigned == 5)
        settings.replays = 0
        let once = FeedBench.list(height: 700, settings: settings)
        once.arrive(.ended, 0)
        #expect(once.cells[0]?.offer == .playAgain)
        #expect(endless.broken == [] && once.broken == [])
    }

    @Test func `the position is kept when a cell leaves and returns`() {
        let bench = FeedBench.list(height: 700)
        let binding = bench.cells[0]?.binding
        bench.settle(at: 7_000)
        // The player reports its position when it stops, which is after its cell was let go.
        if let binding { bench.send(.arrived(.stopped(at: .seconds(7)), binding)) }
        bench.settle(at: 0)
        #expect(bench.playing == [0])
        if case .play(_, let start, _)? = bench.cells[0]?.role { #expect(start == .seconds(7)) }
        // A late report from the first player does not count for the second.
        let dropped = bench.feed.lateDropped
        if let binding { bench.send(.arrived(.stopped(at: .seconds(1)), binding)) }
        #expect(bench.feed.lateDropped == dropped + 1)
        #expect(bench.broken == [])
    }

    @Test func `only a limited number of positions is kept`() {
        var settings = FeedSettings()
        settings.rememberedCells = 10
        let bench = FeedBench.list(2_000, height: 800, settings: settings)
        for cell in 0..<500 {
            bench.settle(at: CGFloat(cell) * 800)
            bench.arrive(.stopped(at: .seconds(3)), FeedCellID(cell))
        }
        #expect(bench.feed.records.count == 10)
        #expect(bench.feed.holdings.count < 8 && bench.feed.pool.count <= 3)
        #expect(bench.broken == [])
    }

    // MARK: Sound

    @Test func `a feed starts muted and does not claim the audio session`() {
        let bench = FeedBench.list(height: 700)
        bench.settle(at: 2_000)
        #expect(bench.audible == nil && !bench.isClaimed)
    }

    @Test func `muting applies to all cells and returns the audio session, and only one cell is audible`() {
        let bench = FeedBench.list(height: 250, settings: FeedSettings(policy: .allVisible(atOnce: 2)))
        #expect(bench.playing == [0, 1])
        bench.send(.user(.setMuted(false, on: 1)))
        #expect(bench.audible?.cell == 1 && bench.isClaimed)
        bench.settle(at: 2_000)
        #expect(bench.audible.map { bench.playing.contains($0.cell) } == true)
        #expect(bench.isClaimed)
        bench.send(.user(.setMuted(true)))
        #expect(bench.audible == nil && !bench.isClaimed)
        bench.send(.user(.setMuted(false)))
        bench.send(.absence(.covered))
        #expect(bench.audible == nil && !bench.isClaimed)
        bench.send(.absence([]))
        #expect(bench.audible != nil && bench.isClaimed && !bench.feed.isMuted)
        #expect(bench.broken == [])
    }

    @Test func `the audio session stays claimed between two cells`() {
        let bench = FeedBench(
            .grid(count: 50, cell: CGSize(width: 400, height: 700)), isMuted: false)
        #expect(bench.audible?.cell == 0)
        bench.scroll(by: 7_000, speed: 5_000, phase: .decelerating)
        #expect(bench.audible == nil && bench.isClaimed)
        bench.rest()
        #expect(bench.audible != nil && bench.isClaimed)
        #expect(bench.broken == [])
    }

    /// What ends an interruption: the system, which may not, or the viewer.
    enum Ending: CaseIterable { case resumed, notResumed, played, muted, unmutedAgain }

    @Test(arguments: Ending.allCases)
    func `a feed that is heard waits for its sound in a call, whose session it does not return`(ending: Ending) {
        let bench = FeedBench.list(height: 500)
        bench.send(.user(.setMuted(false, on: 0)))
        bench.send(.soundTaken)
        bench.send(.soundTaken)
        #expect(bench.playing == [] && bench.holders.isEmpty && bench.isClaimed)
        #expect(bench.cells[0]?.offer == .play && reason(bench, 0) == "a call or another app has the sound")
        // Whether the app is seen meanwhile is another matter.
        bench.send(.absence(.background))
        #expect(bench.cells[0]?.offer == .nothing && bench.isClaimed)
        bench.send(.absence([]))
        #expect(bench.playing == [])
        switch ending {
        case .resumed: bench.send(.soundReturned(resumes: true))
        case .notResumed: bench.send(.soundReturned(resumes: false))
        case .played: bench.send(.user(.play(0)))
        case .muted: bench.send(.user(.setMuted(true)))
        case .unmutedAgain:
            bench.send(.user(.setMuted(true)))
            bench.send(.user(.setMuted(false)))
        }
        #expect(bench.playing == [0])
        let isHeard = ending != .notResumed && ending != .muted
        #expect((bench.audible?.cell == 0) == isHeard && bench.feed.isMuted == !isHeard)
        #expect(bench.isClaimed == (ending != .notResumed))
        bench.send(.soundReturned(resumes: true))
        #expect(bench.playing == [0] && bench.isClaimed == isHeard)
        #expect(bench.broken == [])
    }

    @Test func `a call does not concern a muted feed, and neither a pause nor the focus ends one`() {
        let bench = FeedBench.list(height: 500)
        bench.send(.soundTaken)
        #expect(bench.playing == [0])
        bench.send(.user(.setMuted(false, on: 0)))
        #expect(bench.playing == [0] && bench.audible?.cell == 0)
        bench.send(.soundTaken)
        bench.send(.user(.pause(0)))
        bench.send(.user(.focus(1)))
        #expect(bench.playing == [] && bench.isInterrupted)
        #expect(bench.broken == [])
    }

    // MARK: Absence and conditions

    @Test(arguments: [FeedAbsence.offScreen, .background, .covered, [.background, .covered]])
    func `when nobody watches all players are released, the farthest first`(absence: FeedAbsence) {
        let bench = FeedBench.list(height: 500)
        bench.settle(at: 5_300)
        bench.send(.user(.pause(11)))
        bench.send(.absence(absence))
        let released = bench.last.compactMap { command -> FeedAssignment? in
            if case .assign(let given) = command { given } else { nil }
        }
        // 10 and 11 are seen; 12 was prepared, 13 and 14 fetched, 9 behind.
        #expect(released.map(\.binding.cell).prefix(4).first == 14)
        let seen = released.filter { [10, 11].contains($0.binding.cell) }
        #expect(released.suffix(seen.count).map(\.binding.cell) == seen.map(\.binding.cell))
        #expect(bench.holders.isEmpty && bench.playing == [] && bench.fetched == [])
        #expect(bench.stills.contains(11))
        #expect(bench.feed.explanation(of: 11) != "")
        bench.send(.absence([]))
        #expect(bench.playing == [], "the pause ended with the absence")
        bench.send(.user(.play(11)))
        #expect(bench.playing == [11])
        #expect(bench.broken == [])
    }

    @Test(arguments: 0..<4)
    func `where the system wants no autoplay, posters offer to play and a tap plays`(wish: Int) {
        let bench = FeedBench.list(height: 500)
        var conditions = FeedConditions()
        switch wish {
        case 0: conditions.isAutoplayOff = true
        case 1: conditions.reducesMotion = true
        case 2: conditions.isLowPower = true
        default: conditions.isLowData = true
        }
        bench.send(.conditions(conditions))
        #expect(bench.playing == [] && bench.prepared == [] && bench.fetched == [])
        #expect(bench.cells[0]?.offer == .play && bench.cells[1]?.offer == .play)
        #expect(bench.cells[1]?.role == .poster)
        bench.send(.user(.play(1)))
        #expect(bench.playing == [1] && bench.prepared == [])
        bench.settle(at: 3_000)
        #expect(bench.playing == [])
        bench.send(.conditions(FeedConditions()))
        #expect(bench.playing.count == 1 && !bench.prepared.isEmpty)
        #expect(bench.cells.values.allSatisfy { $0.offer == .nothing })
        #expect(bench.broken == [])
    }
}
