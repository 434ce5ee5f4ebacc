import Testing

@testable import MultiPlayerKit

/// What counts as silence, and what does not.
@Suite struct SilenceWatchTests {
    private let clear = SilenceWatch.Sample(
        isRunning: true, hasData: true, isActive: true, isOnScreen: true, hasPicture: true, frameRate: 30)

    /// How long it takes until silence is reported, with four looks a second; `nil`: it never is.
    private func told(_ sights: (Int) -> SilenceWatch.Sample) -> Duration? {
        var watch = SilenceWatch()
        for look in 0..<400 {
            let time = SilenceWatch.interval * look
            if watch.look(sights(look), at: HostTime(nanoseconds: 0).advanced(by: time)) { return time }
        }
        return nil
    }

    private func sample(_ change: (inout SilenceWatch.Sample) -> Void) -> SilenceWatch.Sample {
        var sample = clear
        change(&sample)
        return sample
    }

    @Test func `a player that plays is never silent`() {
        #expect(told { _ in clear } == nil)
        #expect(told { _ in sample { $0.frameRate = nil } } == nil)
    }

    @Test func `a picture that has been seen once may go`() {
        #expect(
            told { look in
                sample {
                    $0.hasPicture = look < 4
                    $0.frameRate = nil
                }
            } == nil)
    }

    @Test func `frames that were counted and are not any more are silence at the third look, however early`() {
        #expect(told { look in sample { $0.frameRate = look < 2 ? 30 : 0 } } == .seconds(1))
    }

    @Test func `no first picture within half a second is silence`() {
        #expect(told { _ in sample { $0.hasPicture = false } } == .milliseconds(500))
        #expect(told { look in sample { $0.hasPicture = look > 1 } } == nil)
    }

    @Test func `other possible causes are ruled out first, and the time counts from then`() {
        let causes: [(inout SilenceWatch.Sample) -> Void] = [
            { $0.isRunning = false }, { $0.hasData = false }, { $0.isActive = false }, { $0.isOnScreen = false },
        ]
        for cause in causes {
            let dark = sample {
                $0.hasPicture = false
                $0.frameRate = 0
            }
            #expect(
                told { _ in
                    var sample = dark
                    cause(&sample)
                    return sample
                } == nil)
            #expect(
                told { look in
                    var sample = dark
                    if look < 20 { cause(&sample) }
                    return sample
                } == .seconds(5) + .milliseconds(500))
            // With the cause at every other look, no stretch is long enough.
            #expect(
                told { look in
                    var sample = dark
                    if look % 2 == 0 { cause(&sample) }
                    return sample
                } == nil)
        }
    }

    @Test func `a decoder lost during playback is seen by frame rate alone, at the third reading`() {
        #expect(told { look in sample { $0.frameRate = look < 40 ? 30 : 0 } } == .milliseconds(10_500))
        #expect(told { look in sample { $0.frameRate = look % 3 == 0 ? 30 : 0 } } == nil)
    }

    @Test func `a rate that has never been above 0 gets two seconds first`() {
        #expect(told { _ in sample { $0.frameRate = 0 } } == .milliseconds(2_500))
        #expect(told { look in sample { $0.frameRate = look < 8 ? 0 : 30 } } == nil)
    }

    @Test func `silence is reported once`() {
        var watch = SilenceWatch()
        var times = 0
        for look in 0..<40 {
            let now = HostTime(nanoseconds: 0).advanced(by: SilenceWatch.interval * look)
            if watch.look(sample { $0.hasPicture = false }, at: now) { times += 1 }
        }
        #expect(times == 1)
    }

    @Test func `time without samples does not count`() {
        var watch = SilenceWatch()
        let begin = HostTime(nanoseconds: 0)
        func look(_ milliseconds: Int) -> Bool {
            watch.look(sample { $0.hasPicture = false }, at: begin.advanced(by: .milliseconds(milliseconds)))
        }
        #expect(!look(0))
        #expect(!look(250))
        // Paused for a minute.
        watch.interrupt()
        #expect(!look(60_000))
        #expect(!look(60_250))
        #expect(look(60_500))
    }
}
