import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// Members that come over a network, and members that come back.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct SlowMemberTests {
    private let clock = ManualClock()
    private let file = URL(fileURLWithPath: "/clips/near.mp4")
    private let address = URL(string: "https://videos.example/far.mp4")!

    /// Lets everything that waits for the main actor run.
    private func others(until done: () -> Bool = { false }) async {
        for _ in 0..<1_000 where !done() { await Task.yield() }
    }

    /// A group in which the video of `address` takes fifteen seconds to get ready.
    private func makeGroup(_ policy: StallPolicy = .carryOn) -> PlaybackGroup {
        let group = PlaybackGroup(clock: clock) { [clock] in
            SimulatedPlayer(clock: clock) { source in
                var video = SimulatedVideo(length: .seconds(100))
                if !source.url.isFileURL { video.prerollDelay = .seconds(15) }
                return video
            }
        }
        group.stallPolicy = policy
        return group
    }

    private func frame(_ id: MemberID, of group: PlaybackGroup) -> Int64? {
        (group.runner.player(id) as? SimulatedPlayer)?.showing(at: clock.now)?.frame
    }

    @Test func `the others go on without a slow member, which joins them`() async throws {
        let group = makeGroup()
        let ids = [group.add(url: file), group.add(url: address)]
        let start = Task { try await group.play() }
        await others { group.state == .preparing }
        clock.advance(by: .seconds(9))
        #expect(group.time() == .zero)
        clock.advance(by: .seconds(3))
        #expect(group.time() == .seconds(2) && frame(ids[0], of: group) == 60)
        clock.advance(by: .seconds(4))
        #expect(ids.map { frame($0, of: group) } == [180, 180])
        await others()
        #expect(group.failures.isEmpty)
        try await start.value
    }

    @Test func `with the wait policy all hold for a slow member`() async throws {
        let group = makeGroup(.wait)
        let ids = [group.add(url: file), group.add(url: address)]
        let start = Task { try await group.play() }
        await others { group.state == .preparing }
        clock.advance(by: .seconds(14))
        #expect(group.time() == .zero)
        clock.advance(by: .seconds(2))
        #expect(ids.map { frame($0, of: group) } == [30, 30])
        await others()
        #expect(group.failures.isEmpty)
        try await start.value
    }

    @Test func `a group of slow members alone holds`() async throws {
        let group = makeGroup()
        let id = group.add(url: address)
        let start = Task { try await group.play() }
        await others { group.state == .preparing }
        clock.advance(by: .seconds(14))
        #expect(group.time() == .zero)
        clock.advance(by: .seconds(2))
        #expect(frame(id, of: group) == 30)
        await others()
        #expect(group.failures.isEmpty)
        try await start.value
    }

    @Test func `a retry opens a failed member where the group is`() async throws {
        let mended = clock.now.advanced(by: .seconds(5))
        let group = PlaybackGroup(clock: clock) { [clock] in
            SimulatedPlayer(clock: clock) { source in
                var video = SimulatedVideo(length: .seconds(100))
                if !source.url.isFileURL, clock.now < mended {
                    video.loadFailure = PlaybackError(
                        .sourceUnreachable, subject: "far.mp4", reason: "is away", cure: "try again")
                }
                return video
            }
        }
        let ids = [group.add(url: file), group.add(url: address)]
        let start = Task { try await group.play() }
        try await start.value
        clock.advance(by: .seconds(1))
        await others { group.failures[ids[1]] != nil }
        #expect(group.failures[ids[1]]?.code == .sourceUnreachable)
        // Too early.
        group.retry(ids[1])
        #expect(group.failures.isEmpty)
        await others { group.failures[ids[1]] != nil }
        #expect(group.failures[ids[1]]?.code == .sourceUnreachable)
        clock.advance(by: .seconds(5))
        group.retry(ids[1])
        clock.advance(by: .seconds(1))
        #expect(ids.map { frame($0, of: group) } == [210, 210])
        // One that plays, and one that is gone.
        group.retry(ids[0])
        group.remove(ids[1])
        group.retry(ids[1])
        clock.advance(by: .seconds(1))
        #expect(frame(ids[0], of: group) == 240)
        await others()
        #expect(group.failures.isEmpty && group.members == [ids[0]])
    }
}
