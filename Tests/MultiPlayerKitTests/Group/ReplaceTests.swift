import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// Another video in a member's place while the others play.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ReplaceTests {
    private let clock = ManualClock()
    private let file = URL(fileURLWithPath: "/clips/first.mp4")
    private let short = URL(fileURLWithPath: "/clips/short.mp4")
    private let slow = URL(fileURLWithPath: "/clips/slow.mp4")
    private let late = URL(fileURLWithPath: "/clips/late.mp4")
    private let bad = URL(fileURLWithPath: "/clips/bad.mp4")

    private func makeGroup() -> PlaybackGroup {
        let traits = PlayerTraits(rates: -16...16, followsLineExactly: true, lead: .zero)
        return PlaybackGroup(clock: clock) { [clock, short, slow, late, bad] in
            SimulatedPlayer(clock: clock, traits: traits) { source in
                var video = SimulatedVideo(length: .seconds(source.url == short ? 30 : 100))
                if source.url == slow { video.loadDelay = .seconds(2) }
                if source.url == late { video.prerollDelay = .seconds(1) }
                if source.url == bad {
                    video.loadFailure = PlaybackError(
                        .sourceNotFound, subject: "bad.mp4", reason: "is away", cure: "bring it back")
                }
                return video
            }
        }
    }

    private func frame(_ id: MemberID, of group: PlaybackGroup) -> Int64? {
        (group.runner.player(id) as? SimulatedPlayer)?.showing(at: clock.now)?.frame
    }

    private func isHeard(_ id: MemberID, in group: PlaybackGroup) -> Bool? {
        (group.runner.player(id) as? SimulatedPlayer)?.isAudible
    }

    private func others(until done: () -> Bool = { false }) async {
        for _ in 0..<1_000 where !done() { await Task.yield() }
    }

    /// Two members that have played for ten seconds, the first half a second ahead and heard.
    private func playing() async throws -> (PlaybackGroup, [MemberID]) {
        let group = makeGroup()
        let ids = [group.add(url: file, offset: .milliseconds(500)), group.add(url: file)]
        group.audibleMember = ids[0]
        group.setPriority(.focused, of: ids[0])
        let start = Task { try await group.play() }
        await others { group.state == .preparing }
        clock.advance(by: .seconds(2))
        try await start.value
        clock.advance(by: .seconds(10) - group.time())
        return (group, ids)
    }

    @Test func `the old one plays on until the new one is on the line, and the other never stands`() async throws {
        let (group, ids) = try await playing()
        let line = group.runner.lineup.line
        let new = try #require(group.replace(ids[0], with: MediaSource(url: slow)))
        for tick in 1...59 {
            clock.advance(by: .seconds(1) / 30)
            #expect(group.runner.lineup.entries.map(\.id) == ids)
            #expect(ids.map { frame($0, of: group) } == [Int64(315 + tick), Int64(300 + tick)])
            #expect(isHeard(ids[0], in: group) == true && isHeard(new, in: group) == false)
        }
        clock.advance(by: .seconds(1) / 15)
        // In its place, at its offset, with its sound and priority.
        #expect(group.runner.lineup.entries.map(\.id) == [new, ids[1]])
        #expect(group.runner.player(ids[0]) == nil)
        #expect([new, ids[1]].map { frame($0, of: group) } == [376, 361])
        #expect(group.runner.lineup.line == line)
        #expect(group.audibleMember == new && isHeard(new, in: group) == true)
        #expect(group.priority(of: new) == .focused)
        await others { group.members == [new, ids[1]] }
        #expect(group.members == [new, ids[1]] && group.mediaInfo.keys.sorted() == [ids[1], new])
    }

    @Test func `one that cannot be played is told, and the old one stays`() async throws {
        let (group, ids) = try await playing()
        let events = group.events
        let new = try #require(group.replace(ids[0], with: MediaSource(url: bad)))
        clock.advance(by: .seconds(1))
        #expect(ids.map { frame($0, of: group) } == [345, 330] && isHeard(ids[0], in: group) == true)
        #expect(group.runner.player(new) == nil && group.timeMap(of: new) == nil)
        for await case .failed(let id, let error) in events {
            #expect(id == new && error.code == .sourceNotFound && error.memberID == new)
            break
        }
        #expect(group.members == ids && group.failures.isEmpty)
        // A later one takes the place.
        let next = try #require(group.replace(ids[0], with: MediaSource(url: file)))
        clock.advance(by: .seconds(1))
        await others { group.members.contains(next) }
        #expect(group.members == [next, ids[1]])
        #expect(group.members.map { frame($0, of: group) } == [375, 360])
    }

    @Test func `one that never opened is replaced at once`() async throws {
        let group = makeGroup()
        let ids = [group.add(url: bad), group.add(url: file)]
        await others { group.failures[ids[0]] != nil }
        let new = try #require(group.replace(ids[0], with: MediaSource(url: slow)))
        #expect(group.runner.lineup.entries.map(\.id) == [new, ids[1]])
        await others { group.members.contains(new) }
        #expect(group.members == [new, ids[1]] && group.failures.isEmpty)
        let start = Task { try await group.play() }
        await others { group.state == .preparing }
        clock.advance(by: .seconds(1))
        #expect(group.time() == .zero)
        clock.advance(by: .seconds(2))
        try await start.value
        #expect(frame(new, of: group) == frame(ids[1], of: group) && group.time() > .zero)
    }

    @Test func `a start that waits for a member waits for the one in its place`() async throws {
        let group = makeGroup()
        let ids = [group.add(url: slow), group.add(url: file)]
        let start = Task { try await group.play() }
        await others { group.state == .preparing }
        let new = try #require(group.replace(ids[0], with: MediaSource(url: slow)))
        clock.advance(by: .seconds(1.9))
        #expect(group.time() == .zero && group.state == .preparing)
        clock.advance(by: .seconds(2))
        try await start.value
        #expect(frame(new, of: group) == frame(ids[1], of: group) && group.time() > .zero)
    }

    @Test func `nobody waits for a new one, which follows a seek on its way`() async throws {
        let (group, ids) = try await playing()
        let new = try #require(group.replace(ids[0], with: MediaSource(url: late)))
        clock.advance(by: .milliseconds(100))
        let seek = Task { try await group.seek(to: .seconds(40)) }
        await others { group.runner.lineup.destination != nil || group.time() >= .seconds(40) }
        clock.advance(by: .milliseconds(100))
        try await seek.value
        #expect(ids.map { (frame($0, of: group) ?? 0) >= 1_200 } == [true, true])
        clock.advance(by: .seconds(2))
        await others { group.members.contains(new) }
        #expect(group.members == [new, ids[1]])
        #expect(frame(new, of: group) == frame(ids[1], of: group).map { $0 + 15 })
    }

    @Test func `a start does not wait for a new one that is still opening`() async throws {
        let (group, ids) = try await playing()
        group.pause()
        group.replace(ids[0], with: MediaSource(url: slow))
        try await group.play()
        clock.advance(by: .seconds(1))
        #expect(ids.map { frame($0, of: group) } == [345, 330])
    }

    @Test func `the last call for a place counts, and a removal ends it`() async throws {
        let (group, ids) = try await playing()
        let first = try #require(group.replace(ids[0], with: MediaSource(url: slow)))
        let second = try #require(group.replace(ids[0], with: MediaSource(url: slow)))
        #expect(group.runner.player(first) == nil && group.runner.player(second) != nil)
        // Only what has a place can be replaced.
        #expect(group.replace(second, with: MediaSource(url: file)) == nil)
        group.remove(second)
        clock.advance(by: .seconds(3))
        #expect(ids.map { frame($0, of: group) } == [405, 390])
        let third = try #require(group.replace(ids[0], with: MediaSource(url: slow)))
        group.remove(ids[0])
        clock.advance(by: .seconds(3))
        #expect(group.runner.player(third) == nil && group.members == [ids[1]])
        #expect(group.replace(ids[0], with: MediaSource(url: file)) == nil)
        // Removed in the moment in which it is taken over: the place is to be empty.
        let last = try #require(group.replace(ids[1], with: MediaSource(url: slow)))
        clock.advance(by: .seconds(3))
        #expect(group.members == [ids[1]] && group.runner.lineup.entries.map(\.id) == [last])
        group.remove(ids[1])
        await others { group.runner.lineup.entries.isEmpty }
        #expect(group.members.isEmpty && group.runner.lineup.entries.isEmpty)
    }

    @Test func `calls that come in the moment of the change reach the new one`() async throws {
        let (group, ids) = try await playing()
        let new = try #require(group.replace(ids[0], with: MediaSource(url: file)))
        clock.advance(by: .seconds(1))
        #expect(group.members == ids && group.runner.lineup.entries.map(\.id) == [new, ids[1]])
        group.audibleMember = ids[0]
        group.nudge(ids[0], by: 3)
        group.setPriority(.ambient, of: ids[0])
        #expect(group.audibleMember == new && group.priority(of: new) == .ambient)
        #expect(frame(new, of: group) == frame(ids[1], of: group).map { $0 + 18 })
        let next = try #require(group.replace(ids[0], with: MediaSource(url: file)))
        clock.advance(by: .seconds(1))
        group.remove(next)
        await others { group.members.count == 1 }
        #expect(group.members == [ids[1]] && group.mediaInfo.keys.sorted() == [ids[1]])
    }

    @Test func `the length is that of what is seen`() async throws {
        let (group, ids) = try await playing()
        group.remove(ids[1])
        group.replace(ids[0], with: MediaSource(url: slow))
        clock.advance(by: .seconds(1))
        #expect(group.length == .seconds(99.5) && group.state == .playing)
        clock.advance(by: .seconds(2))
        let slowOne = try #require(group.runner.lineup.entries.first?.id)
        await others { group.members == [slowOne] }
        group.replace(slowOne, with: MediaSource(url: short), map: TimeMap())
        clock.advance(by: .seconds(1))
        #expect(group.length == .seconds(30))
    }
}
