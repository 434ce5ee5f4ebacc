@_spi(Double) import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// Random hands, networks, people and decoders: once they rest, the feed plays.
@Suite(.serialized) @MainActor
struct SeededFeedStories {
    /// `CONTRACT_STORIES` sets another number, for groups and feeds together.
    static let count = Int(ProcessInfo.processInfo.environment["CONTRACT_STORIES"] ?? "").map { max($0 / 20, 1) } ?? 20

    @Test func `whatever happens, a feed plays again, shows neither black nor another cell, and stays silent`() async {
        SystemDouble.shared.set { $0 = SystemDouble.Settings() }
        var failing = 0
        for seed in 1...Self.count where failing < 10 {
            let story = FeedStory(seed: UInt64(seed) + 3_000_000)
            await story.run()
            guard !story.complaints.isEmpty else { continue }
            failing += 1
            Issue.record("seed \(seed): \(story.complaints.prefix(3)) after \(story.told)")
        }
    }
}

/// One story: a list, a hand that scrolls it, and what happens around them.
@MainActor
final class FeedStory {
    /// Cells that hands reach; those behind them are fresh at the end.
    private static let reach = 60
    private let world: FeedWorld
    private let settings: FeedSettings
    private let sessions: Int
    private var random: SplitMix
    private var people: People
    private var networks: Networks
    private(set) var told: [String] = []
    private(set) var complaints: [String] = []
    /// Cells on the screen that have had something to show.
    private var filled: Set<Int> = []

    init(seed: UInt64) {
        random = SplitMix(seed: seed)
        var settings = FeedSettings()
        if Bool.random(using: &random) { settings.policy = .allVisible(atLeast: 0.5, atOnce: 2) }
        settings.playerCeiling = Int.random(in: 2...4, using: &random)
        sessions = Int.random(in: 1...4, using: &random)
        self.settings = settings
        world = FeedWorld(seed: seed, cells: Self.reach + 30, settings: settings, sessions: sessions)
        people = People(around: world.contract)
        networks = Networks(of: world.contract, isShared: Bool.random(using: &random))
        networks.urls = Array(world.urls[..<Self.reach])
        told.append("\(sessions) decoders, \(settings.playerCeiling) players, \(settings.policy)")
    }

    private var feed: FeedController { world.feed }

    func run() async {
        await pass(.milliseconds(Int.random(in: 0...2_000, using: &random)))
        for _ in 0..<Int.random(in: 4...14, using: &random) {
            await act()
            await pass(.milliseconds(Int.random(in: 0...2_500, using: &random)))
        }
        await conclude()
        feed.end()
        await world.advance(by: .seconds(1))
        if world.contract.live.players > 0 { tell("\(world.contract.live) after its end") }
    }

    private func tell(_ complaint: String) { if complaints.last != complaint { complaints.append(complaint) } }

    private func act() async {
        let bottom = Double(Self.reach) * FeedWorld.cell.height - FeedWorld.screen.height
        let cell = world.views.keys.sorted().randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<16, using: &random) {
        case 0...2:
            let points = Double.random(in: -3_000...3_000, using: &random)
            let way = min(max(points, -world.top), bottom - world.top)
            told.append("fling by \(Int(way))")
            filled = []
            await world.fling(by: way)
        case 3:
            let place = Double.random(in: 0...bottom, using: &random)
            told.append("scroll to \(Int(place))")
            filled = []
            world.scroll(to: place)
        case 4:
            told.append("play \(cell)")
            feed.send(.user(.play(FeedCellID(cell))))
        case 5:
            told.append("pause \(cell)")
            feed.send(.user(.pause(FeedCellID(cell))))
        case 6, 7:
            let isMuted = Int.random(in: 0..<3, using: &random) == 0
            told.append(isMuted ? "mute" : "unmute")
            // Whoever turns on the sound wants to hear it.
            if !isMuted { people.forgetPull() }
            feed.send(.user(.setMuted(isMuted)))
        case 8:
            let isCovered = Bool.random(using: &random)
            told.append("covered: \(isCovered)")
            feed.send(.absence(isCovered ? .covered : []))
        case 9:
            told.append("replace \(cell)")
            filled.remove(cell)
            feed.replace([FeedCellID(cell)])
        case 10...12: if let deed = networks.act(&random) { told.append(deed) }
        default: told.append(people.act(&random))
        }
        look()
    }

    private func pass(_ time: Duration) async {
        var left = time
        while left > .zero {
            let step = min(left, .milliseconds(100))
            left -= step
            await world.advance(by: step)
            look()
        }
    }

    /// Looks at all that is seen and heard.
    private func look() {
        if people.heardAloud != nil { tell("sound goes on, after \(told.suffix(4))") }
        for wrong in world.wrongs.prefix(1) { tell("\(wrong), after \(told.suffix(4))") }
        let blank = Set(world.blank)
        if let cell = blank.intersection(filled).min(), !people.isAway {
            tell("cell \(cell) shows nothing any more, after \(told.suffix(4))")
        }
        filled = Set(world.views.keys).subtracting(blank)
        // Those that a reset has killed do nothing, and go soon.
        let players = world.contract.players.filter { $0.status != .failed }
        let items = players.count { $0.currentItem != nil }
        if players.count > settings.playerCeiling || items > sessions {
            tell("\(players.count) players and \(items) items with \(sessions) decoders, after \(told.suffix(4))")
        }
        let used = world.budget.snapshot.used.sessions
        if used > sessions { tell("\(used) of \(sessions) decoders are shared out") }
    }

    /// Everything is as it should be again: cells that were never seen play by themselves, and those that failed do
    /// when the viewer tries again.
    private func conclude() async {
        networks.end()
        people.end()
        feed.send(.absence([]))
        filled = []
        world.scroll(to: Double(Self.reach + 10) * FeedWorld.cell.height)
        await pass(.seconds(10))
        let most = min(settings.policy.atOnce, sessions)
        if world.playing.isEmpty || world.playing.count > most {
            tell("\(world.playing) play at the end: \(feed.state.assignments)")
        }
        if !world.blank.isEmpty { tell("\(world.blank) are blank at the end") }
        filled = []
        let lost = (0..<Self.reach).first { feed.status(of: FeedCellID($0)).offer == .retry }
        if let lost {
            world.scroll(to: Double(lost) * FeedWorld.cell.height)
            await pass(.seconds(1))
            feed.send(.user(.play(FeedCellID(lost))))
            await pass(.seconds(10))
            if !world.playing.contains(lost) || !world.isShowing(lost) {
                tell("cell \(lost) stays lost: \(feed.status(of: FeedCellID(lost)))")
            }
        }
        for violation in world.contract.violations.prefix(3) { tell(violation) }
    }
}
