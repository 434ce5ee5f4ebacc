import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitNowPlaying

/// What is told of real groups, at random, in virtual time.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct NowPlayingHistoryTests {
    /// A system that counts on from what it was told, as the shell tells it.
    @MainActor
    private final class Listener {
        let clock = ManualClock()
        let group: PlaybackGroup
        private var plan = NowPlayingPlan()
        private var seen: GroupCourse?
        private(set) var told: (info: NowPlayingPlan.Info?, at: HostTime)?
        private(set) var count = 0

        /// - Parameter lead: of players that have to know of a change before it comes.
        init(prerollDelay: Duration, lead: Duration) {
            group = PlaybackGroup(clock: clock) { [clock] in
                let traits = PlayerTraits(rates: 0...16, followsLineExactly: true, lead: lead)
                return SimulatedPlayer(clock: clock, traits: traits) { _ in
                    var video = SimulatedVideo(length: .seconds(20))
                    video.prerollDelay = prerollDelay
                    return video
                }
            }
        }

        /// Looks where the course has changed, as observation does.
        func observe() {
            if group.course != seen { look() }
        }

        private func look() {
            let course = group.course
            seen = course
            for command in plan.handle(course, at: clock.now) {
                switch command {
                case .offer: break
                case .show(let info):
                    told = (info, clock.now)
                    count += 1
                case .wake(let host):
                    clock.wake(at: host) { [weak self] in MainActor.assumeIsolated { self?.look() } }
                }
            }
        }

        /// How far the system's count is from where the group is or is going; `nil` where the line lies ahead.
        var error: Duration? {
            guard let told, let info = told.info, group.course.line.anchor.hostTime <= clock.now else { return nil }
            let counted = info.elapsed(after: told.at.duration(to: clock.now))
            let error = counted - (group.course.destination ?? group.time())
            return max(error, .zero - error)
        }
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `the system's count is the group's time, whatever happens`(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let listener = Listener(
            prerollDelay: .milliseconds([0, 0, 90, 400][Int(seed % 4)]), lead: .milliseconds(seed % 8 < 4 ? 0 : 100))
        let (group, clock) = (listener.group, listener.clock)
        for name in ["a", "b"] { group.add(url: URL(fileURLWithPath: "/clips/\(name).mp4")) }
        var acts = 0
        for step in 0..<1_500 {
            if Int.random(in: 0..<20, using: &random) == 0 {
                acts += 1
                switch Int.random(in: 0..<9, using: &random) {
                case 0, 1: group.carryOut(.play)
                case 2: group.pause()
                case 3: group.carryOut(.seek(.milliseconds(Int.random(in: 0..<20_000, using: &random))))
                case 4: group.rate = [0.5, 1, 2].randomElement(using: &random) ?? 1
                case 5: group.loops.toggle()
                case 6:
                    group.setRange(Bool.random(using: &random) ? .seconds(3)..<Duration.seconds(9) : nil, repeats: true)
                case 7: group.step(by: 1)
                default:
                    group.beginScrubbing()
                    group.scrub(to: .milliseconds(Int.random(in: 0..<20_000, using: &random)))
                    group.endScrubbing()
                }
                listener.observe()
            }
            // What happens within a step is observed at its end; a step is shorter than what may be off anyway.
            clock.advance(by: .milliseconds(10))
            listener.observe()
            let allowed = NowPlayingPlan.tolerance + .milliseconds(40)
            if let error = listener.error, error > allowed {
                Issue.record("step \(step): off by \(error)")
                return
            }
        }
        // A few for each thing that happens and each turn of a loop, and not one a tick.
        #expect(listener.count < 8 * acts + 40, "\(listener.count) for \(acts)")
        #expect(clock.pendingWakes < 100)
    }
}
