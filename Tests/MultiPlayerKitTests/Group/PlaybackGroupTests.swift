import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct PlaybackGroupTests {
    let clock = ManualClock()
    let clip = URL(fileURLWithPath: "/clips/a clip.mp4")

    private func makeGroup(_ video: SimulatedVideo = SimulatedVideo()) -> PlaybackGroup {
        PlaybackGroup(clock: clock) { [clock] in SimulatedPlayer(clock: clock) { _ in video } }
    }

    private func player(_ id: MemberID, of group: PlaybackGroup) -> SimulatedPlayer? {
        group.runner.player(id) as? SimulatedPlayer
    }

    /// Lets everything that waits for the main actor run.
    private func others(until done: () -> Bool = { false }) async {
        for _ in 0..<1_000 where !done() { await Task.yield() }
    }

    private var hanging: SimulatedVideo {
        var video = SimulatedVideo()
        video.prerollDelay = .milliseconds(300)
        return video
    }

    private var broken: SimulatedVideo {
        var video = SimulatedVideo()
        video.loadFailure = PlaybackError(.notAVideo, subject: "a", reason: "is text", cure: "choose a video")
        return video
    }

    // MARK: Playing

    @Test func `play returns with the common start`() async throws {
        let group = makeGroup(hanging)
        let ids = [group.add(url: clip), group.add(url: clip, offset: .seconds(1))]
        #expect(group.members == ids && group.state == .paused)
        let start = Task { try await group.play() }
        await others { group.state == .preparing }
        #expect(group.state == .preparing)
        clock.advance(by: .milliseconds(300))
        try await start.value
        #expect(group.state == .playing)
        clock.advance(by: .seconds(2))
        #expect(group.time() == .seconds(2))
        #expect(ids.map { player($0, of: group)?.showing(at: clock.now)?.frame } == [60, 90])
        // A second call changes nothing.
        try await group.play()
        #expect(group.state == .playing && group.time() == .seconds(2))
    }

    @Test func `play throws nothingToPlay, and the reason is kept by member`() async throws {
        let group = makeGroup(broken)
        let id = group.add(url: clip)
        let error = await #expect(throws: PlaybackError.self) { try await group.play() }
        #expect(error?.code == .nothingToPlay && group.state == .paused)
        await others { group.failures[id] != nil }
        #expect(group.failures[id]?.code == .notAVideo && group.failures[id]?.memberID == id)
        group.remove(id)
        #expect(group.failures.isEmpty && group.members.isEmpty)
    }

    @Test func `a pause supersedes a start that waits`() async throws {
        let group = makeGroup(hanging)
        group.add(url: clip)
        let start = Task { try await group.play() }
        await others { group.state == .preparing }
        group.pause()
        #expect(group.state == .paused)
        let error = await #expect(throws: PlaybackError.self) { try await start.value }
        #expect(error?.code == .superseded)
        clock.advance(by: .seconds(1))
        await others()
        #expect(group.state == .paused && group.time() == .zero)
    }

    @Test func `a newer seek supersedes an older one`() async throws {
        let group = makeGroup(hanging)
        group.add(url: clip)
        clock.advance(by: .seconds(1))
        let first = Task { try await group.seek(to: .seconds(1)) }
        await others { group.runner.lineup.isPreparing }
        let second = Task { try await group.seek(to: .seconds(2)) }
        let error = await #expect(throws: PlaybackError.self) { try await first.value }
        #expect(error?.code == .superseded)
        clock.advance(by: .seconds(1))
        try await second.value
        #expect(group.time() == .seconds(2) && group.state == .paused)
    }

    @Test func `the state follows the group to its end and back to the beginning`() async throws {
        let group = makeGroup()
        group.add(url: clip)
        try await group.play()
        clock.advance(by: .seconds(11))
        await others { group.state == .ended }
        #expect(group.state == .ended)
        try await group.play()
        #expect(group.state == .playing && group.time() == .zero)
        group.pause()
        #expect(group.state == .paused)
        group.step(by: 1)
        group.scrub(to: .seconds(3))
        group.rate = 2
        try await group.play()
        clock.advance(by: .seconds(1))
        #expect(group.time() == .seconds(5) && group.rate == 2)
        await others()
        #expect(group.state == .playing)
    }

    @Test func `a group that has ended stays so in the background and after it`() async throws {
        let group = makeGroup()
        group.add(url: clip)
        try await group.play()
        clock.advance(by: .seconds(11))
        await others { group.state == .ended }
        group.runner.send(.disturbance(.background, ends: false))
        await others()
        #expect(group.state == .ended)
        group.runner.send(.disturbance(.background))
        clock.advance(by: .seconds(1))
        await others()
        #expect(group.state == .ended)
        try await group.play()
        #expect(group.state == .playing && group.time() == .zero)
    }

    @Test func `a scheduled action takes effect on its tick`() async throws {
        let group = makeGroup()
        let id = group.add(url: clip)
        let begin = clock.now
        for (second, action) in [
            (1, ScheduledAction.play), (3, .rate(2)), (4, .nudge(id, frames: 1)), (5, .pause), (6, .step(-1)),
            (7, .seek(.seconds(1))),
        ] {
            group.schedule(action, at: begin.advanced(by: .seconds(second)))
        }
        clock.advance(by: .milliseconds(6_500))
        #expect(player(id, of: group)?.showing(at: clock.now)?.frame == 180)
        clock.advance(by: .seconds(1))
        #expect(group.time() == .seconds(1) && group.timeMap(of: id)?.offset == .nanoseconds(33_333_333))
    }

    @Test func `a step asks the player for its frame times`() async throws {
        var video = SimulatedVideo(frameRate: nil)
        video.frameTimes = [0, 100, 115, 400, 410].map { .milliseconds($0) }
        let group = makeGroup(video)
        group.add(url: clip)
        try await group.seek(to: .milliseconds(50))
        var times: [Duration] = []
        for count in [1, 1, 1, -1, -3] {
            group.step(by: count)
            times.append(group.time())
        }
        #expect(times == [100, 115, 400, 115, 0].map { .milliseconds($0) })
    }

    @Test func `setting loops keeps the range, and setting the range sets loops as well`() {
        let group = makeGroup()
        group.loops = true
        #expect(group.loops)
        group.add(url: clip)
        group.setRange(.zero..<(.seconds(10)), repeats: true)
        group.loops = false
        group.add(group.runner.player(group.members[0])!, source: MediaSource(url: clip))
        #expect(!group.loops && group.runner.lineup.loop.range == .zero..<(.seconds(10)))
        group.setRange(nil, repeats: true)
        #expect(group.loops && group.runner.lineup.line.range == .zero..<(.seconds(10)))
    }

    // MARK: Members

    @Test func `members come and go while it plays`() async throws {
        let group = makeGroup(hanging)
        let first = group.add(url: clip)
        let start = Task { try await group.play() }
        await others { group.state == .preparing }
        clock.advance(by: .milliseconds(300))
        try await start.value
        clock.advance(by: .seconds(1))
        let second = group.add(url: clip)
        #expect(player(second, of: group)?.line() == nil)
        clock.advance(by: .milliseconds(300))
        #expect(player(second, of: group)?.showing(at: clock.now)?.frame == 39)
        let gone = try #require(player(first, of: group))
        group.remove(first)
        #expect(gone.isReleased && group.members == [second] && group.timeMap(of: first) == nil)
        clock.advance(by: .seconds(1))
        #expect(group.time() == .milliseconds(2_300) && group.state == .playing)
    }

    @Test func `the background is a member of its own, outside members`() async throws {
        let group = makeGroup()
        group.add(url: clip)
        group.background = LoopingBackground(url: clip, offset: .seconds(1))
        let old = try #require(group.runner.lineup.entries.last)
        #expect(old.isAmbient && group.members.count == 1)
        try await group.play()
        clock.advance(by: .seconds(1))
        #expect(group.snapshot.background?.map.offset == .seconds(1) && group.snapshot.background?.map.end == .loop)
        // Setting the same background again changes nothing.
        group.background = group.background
        #expect(group.runner.lineup.entries.last?.id == old.id)
        group.background = LoopingBackground(url: clip)
        #expect((old.player as? SimulatedPlayer)?.isReleased == true)
        let new = try #require(group.runner.lineup.entries.last)
        #expect(new.id != old.id && new.isAmbient)
        #expect((new.player as? SimulatedPlayer)?.showing(at: clock.now)?.frame == 30)
        group.background = nil
        #expect(group.runner.lineup.entries.count == 1 && group.snapshot.background == nil)
    }

    @Test func `sound, offsets and the stall policy reach the members`() async throws {
        let group = makeGroup()
        let ids = [group.add(url: clip), group.add(url: clip)]
        group.audibleMember = ids[1]
        #expect(group.audibleMember == ids[1] && player(ids[1], of: group)?.isAudible == true)
        group.nudge(ids[0], by: -2)
        var map = try #require(group.timeMap(of: ids[0]))
        #expect(map.offset == .nanoseconds(-66_666_667))
        map.offset = .seconds(2)
        group.setTimeMap(map, of: ids[0])
        #expect(group.timeMap(of: ids[0]) == map)
        #expect(group.length == .seconds(10))
        group.stallPolicy = .drop
        try await group.play()
        player(ids[1], of: group)?.stall()
        #expect(group.audibleMember == nil && player(ids[1], of: group)?.isReleased == true)
    }

    // MARK: Reading

    @Test func `events come to every listener in order`() async throws {
        let group = makeGroup()
        let (first, second) = (group.events, group.events)
        let id = group.add(url: clip)
        try await group.play()
        clock.advance(by: .seconds(1))
        group.pause()
        try await group.seek(to: .seconds(3))
        let info = try #require(player(id, of: group)?.video?.info)
        let start = clock.now.advanced(by: .seconds(-1))
        let expected: [GroupEvent] = [
            .opened(id, info), .started(at: start, time: .zero), .paused(at: .seconds(1)), .seeking(to: .seconds(3)),
            .arrived(at: .seconds(3)),
        ]
        for stream in [first, second] {
            var events: [GroupEvent] = []
            for await event in stream {
                events.append(event)
                if events.count == expected.count { break }
            }
            #expect(events == expected)
        }
    }

    @Test func `a listener that nobody reads costs no more than its backlog`() async {
        let group = makeGroup()
        let id = group.add(url: clip)
        let stream = group.events
        for _ in 0..<3_000 { group.nudge(id, by: 1) }
        withExtendedLifetime(stream) {}
        #expect(group.timeMap(of: id)?.offset == .seconds(100))
    }

    @Test func `the snapshot describes one moment`() async throws {
        let group = makeGroup()
        let id = group.add(url: clip, offset: .seconds(1))
        group.audibleMember = id
        let bad = group.add(
            SimulatedPlayer(clock: clock) { [broken] _ in broken }, source: MediaSource(url: clip, name: "bad"))
        try await group.play()
        clock.advance(by: .seconds(2))
        player(id, of: group)?.stall()
        player(id, of: group)?.resume()
        let snapshot = group.snapshot
        #expect(
            snapshot.time == .seconds(2) && snapshot.isPlaying && snapshot.rate == 1 && snapshot.length == .seconds(9))
        #expect(snapshot.members.map(\.id) == [id, bad] && snapshot.members.map(\.hasFailed) == [false, true])
        #expect(snapshot.members.map(\.isAudible) == [true, false])
        #expect(snapshot.members.map(\.name) == ["a clip.mp4", "bad"])
        #expect(snapshot.members[0].info == player(id, of: group)?.video?.info)
        #expect(snapshot.stalls == 1 && snapshot.corrections == 1 && snapshot.ticks.presented == 0)
    }

    // MARK: Leaving nothing behind

    @Test func `a released group leaves nothing behind`() async throws {
        weak var group: PlaybackGroup?
        weak var runner: GroupRunner?
        weak var first: SimulatedPlayer?
        weak var second: SimulatedPlayer?
        var kept: SimulatedPlayer?
        try await {
            let made = makeGroup()
            made.add(url: clip)
            made.background = LoopingBackground(url: clip)
            let player = SimulatedPlayer(clock: clock)
            made.add(player, source: MediaSource(url: clip))
            try await made.play()
            clock.advance(by: .seconds(1))
            made.schedule(.pause, at: clock.now.advanced(by: .seconds(100)))
            (group, runner, kept) = (made, made.runner, player)
            let players = made.runner.lineup.entries.map { $0.player as? SimulatedPlayer }
            (first, second) = (players[0], players[1])
        }()
        await others { group == nil }
        #expect(group == nil && runner == nil && first == nil && second == nil)
        #expect(kept?.isReleased == true)
        // Wake-ups that it requested from the clock have no effect.
        clock.advance(by: .seconds(1_000))
        #expect(clock.pendingWakes == 0)
    }

    @Test func `a removed member is released, whatever it still reports`() async throws {
        let group = makeGroup()
        weak var gone: SimulatedPlayer?
        try await {
            let player = SimulatedPlayer(clock: clock) { _ in
                var video = SimulatedVideo()
                video.prerollDelay = .seconds(1)
                video.answersLate = true
                return video
            }
            gone = player
            let id = group.add(player, source: MediaSource(url: clip))
            group.add(url: clip)
            clock.advance(by: .seconds(2))
            group.scrub(to: .seconds(3))
            group.remove(id)
            player.report(.moved)
            try await group.play()
        }()
        clock.advance(by: .seconds(2))
        #expect(gone == nil)
    }

    @Test func `streams end with their group`() async {
        var stream: AsyncStream<GroupEvent>?
        do {
            let group = makeGroup()
            stream = group.events
        }
        guard let stream else { return }
        for await _ in stream {}
    }
}
