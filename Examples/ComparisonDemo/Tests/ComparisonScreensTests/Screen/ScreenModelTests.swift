import Foundation
import MultiPlayerKit
import MultiPlayerKitTestSupport
import Testing

@testable import ComparisonScreens

/// What mouse and keys make of a comparison, in virtual time.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ScreenModelTests {
    private let clock = ManualClock()

    /// Two videos of ten seconds that have played for one second; every seek takes 0.3 seconds.
    private func playing() async throws -> ScreenModel {
        let group = PlaybackGroup(clock: clock) { [clock] in
            SimulatedPlayer(clock: clock) { _ in
                var video = SimulatedVideo()
                video.prerollDelay = .milliseconds(300)
                return video
            }
        }
        let model = ScreenModel(group, options: ScreenOptions())
        model.fill(members: ["/a.mp4", "/b.mp4"].map { URL(fileURLWithPath: $0) }, background: nil)
        let start = Task { try await group.play() }
        await others()
        clock.advance(by: .milliseconds(300))
        try await start.value
        clock.advance(by: .seconds(1))
        return model
    }

    /// Lets everything that waits for the main actor run.
    private func others() async {
        for _ in 0..<1_000 { await Task.yield() }
    }

    /// Lets 1.2 seconds pass: enough for a seek and a start.
    private func wait() async {
        for _ in 0..<6 {
            clock.advance(by: .milliseconds(200))
            await others()
        }
    }

    @Test func `a time line that is let go plays on from there`() async throws {
        let model = try await playing()
        model.beginScrub()
        model.scrub(to: 0.4)
        model.scrub(to: 0.5)
        model.endScrub(at: 0.5)
        await others()
        // The bar stays where the mouse left it, although the group is still on its way there.
        #expect(model.progress == 0.5)
        await wait()
        #expect(model.group.state == .playing)
        #expect(model.progress > 0.5 && model.progress < 0.7)
    }

    @Test func `a time line that is taken hold of again on its way stands still until it is let go again`() async throws
    {
        let model = try await playing()
        model.beginScrub()
        model.scrub(to: 0.5)
        model.endScrub(at: 0.5)
        await others()
        model.beginScrub()
        model.scrub(to: 0.6)
        await wait()
        await wait()
        #expect(!model.group.snapshot.isPlaying)
        #expect(abs(model.progress - 0.6) < 0.001)
        model.scrub(to: 0.8)
        model.endScrub(at: 0.8)
        await others()
        await wait()
        #expect(model.group.state == .playing)
        #expect(model.progress > 0.8)
    }

    @Test func `a step on the way of a time line that was let go keeps the group paused`() async throws {
        let model = try await playing()
        model.beginScrub()
        model.scrub(to: 0.5)
        model.endScrub(at: 0.5)
        await others()
        _ = model.perform(.step(frames: 1))
        await wait()
        #expect(model.group.state == .paused)
    }

    @Test func `a comparison that was paused stays paused after its time line was moved`() async throws {
        let model = try await playing()
        model.group.pause()
        model.beginScrub()
        model.scrub(to: 0.5)
        model.endScrub(at: 0.5)
        await others()
        model.beginScrub()
        model.scrub(to: 0.6)
        model.endScrub(at: 0.6)
        await others()
        await wait()
        #expect(model.group.state == .paused)
        #expect(abs(model.progress - 0.6) < 0.001)
    }
}
