import Testing

@testable import MultiPlayerKit

/// What silence is, and what it is not.
@Suite struct SilenceWatchTests {
    private let clear = SilenceWatch.Sight(
        isRunning: true, hasData: true, isActive: true, isOnScreen: true, hasPicture: true, frameRate: 30)

    /// How long it takes to be told, looking four times a second; `nil`: for ever.
    private func told(_ sights: (Int) -> SilenceWatch.Sight) -> Duration? {
        var watch = SilenceWatch()
        for look in 0..<400 {
            let time = SilenceWatch.interval * look
            if watch.look(sights(look), at: HostTime(nanoseconds: 0).advanced(by: time)) { return time }
        }
        return nil
    }

    private func sight(_ change: (inout SilenceWatch.Sight) -> Void) -> SilenceWatch.Sight {
        var sight = clear
        change(&sight)
        return sight
    }

    @Test func `a player that plays is never silent`() {
        #expect(told { _ in clear } == nil)
        #expect(told { _ in sight { $0.frameRate = nil } } == nil)
    }

    @Test func `no first picture within half a second is silence`() {
        #expect(told { _ in sight { $0.hasPicture = false } } == .milliseconds(500))
        #expect(told { look in sight { $0.hasPicture = look > 1 } } == nil)
    }

    @Test func `whatever else may be the cause is ruled out first, and the time counts from then`() {
        let causes: [(inout SilenceWatch.Sight) -> Void] = [
            { $0.isRunning = false }, { $0.hasData = false }, { $0.isActive = false }, { $0.isOnScreen = false },
        ]
        for cause in causes {
            let dark = sight {
                $0.hasPicture = false
                $0.frameRate = 0
            }
            #expect(
                told { _ in
                    var sight = dark
                    cause(&sight)
                    return sight
                } == nil)
            #expect(
                told { look in
                    var sight = dark
                    if look < 20 { cause(&sight) }
                    return sight
                } == .seconds(5) + .milliseconds(500))
            // Now and then: never long enough.
            #expect(
                told { look in
                    var sight = dark
                    if look % 2 == 0 { cause(&sight) }
                    return sight
                } == nil)
        }
    }

    @Test func `a decoder lost in mid-play is seen by frame rate alone, at the third reading`() {
        #expect(told { look in sight { $0.frameRate = look < 40 ? 30 : 0 } } == .milliseconds(10_500))
        #expect(told { look in sight { $0.frameRate = look % 3 == 0 ? 30 : 0 } } == nil)
    }

    @Test func `a rate that has never been above 0 gets two seconds first`() {
        #expect(told { _ in sight { $0.frameRate = 0 } } == .milliseconds(2_500))
        #expect(told { look in sight { $0.frameRate = look < 8 ? 0 : 30 } } == nil)
    }

    @Test func `it is told once`() {
        var watch = SilenceWatch()
        var times = 0
        for look in 0..<40 {
            let now = HostTime(nanoseconds: 0).advanced(by: SilenceWatch.interval * look)
            if watch.look(sight { $0.hasPicture = false }, at: now) { times += 1 }
        }
        #expect(times == 1)
    }
}
