#if os(Linux) || os(macOS)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit

    /// A caller's mistake traps where it is made.
    @Suite struct MistakeTests {
        @Test func `a member needs a speed above zero`() async {
            await #expect(processExitsWith: .failure) {
                await MainActor.run { _ = MistakeTests.group().add(url: MistakeTests.clip, speed: 0) }
            }
            await #expect(processExitsWith: .failure) {
                await MainActor.run {
                    let group = MistakeTests.group()
                    group.setTimeMap(TimeMap(speed: .infinity), of: group.add(url: MistakeTests.clip))
                }
            }
        }

        @Test func `a background needs a speed above zero`() async {
            await #expect(processExitsWith: .failure) { _ = LoopingBackground(url: MistakeTests.clip, speed: -1) }
        }

        @Test func `a range begins at zero or later and is not empty`() async {
            await #expect(processExitsWith: .failure) {
                await MainActor.run { MistakeTests.group().setRange(.seconds(-1)..<(.seconds(1)), repeats: true) }
            }
            await #expect(processExitsWith: .failure) {
                await MainActor.run { MistakeTests.group().setRange(.seconds(1)..<(.seconds(1)), repeats: false) }
            }
        }

        @Test func `a frame rate is above zero`() async {
            await #expect(processExitsWith: .failure) { _ = FrameRate(0, 1) }
            await #expect(processExitsWith: .failure) { _ = FrameRate(30, -1) }
        }

        @Test func `time does not go back`() async {
            await #expect(processExitsWith: .failure) { ManualClock().advance(to: HostTime(nanoseconds: 0)) }
            await #expect(processExitsWith: .failure) { ManualClock().lateness = .seconds(-1) }
        }

        static let clip = URL(fileURLWithPath: "/clips/1.mp4")

        @MainActor
        static func group() -> PlaybackGroup {
            let clock = ManualClock()
            return PlaybackGroup(clock: clock) { SimulatedPlayer(clock: clock) }
        }
    }
#endif
