import AVFoundation
import Foundation
import Testing

extension DoubleTests {
    @Test func `times are exact fractions`() {
        let third = CMTime(value: 1, timescale: 3)
        #expect(third + third + third == CMTime(value: 1, timescale: 1))
        #expect((CMTime(value: 1, timescale: 30) + CMTime(value: 1, timescale: 25)).timescale == 150)
        #expect(CMTime(value: 1, timescale: 2) == CMTime(value: 2, timescale: 4))
        #expect(CMTime.negativeInfinity < .zero && CMTime.zero < .indefinite)
        #expect(CMTime.indefinite < .positiveInfinity && CMTime.positiveInfinity < .invalid)
        #expect(!(CMTime.positiveInfinity - .positiveInfinity).isValid)
        #expect(CMTime(seconds: .nan, preferredTimescale: 600).seconds.isNaN)
        #expect(CMTimeMultiplyByFloat64(CMTime(value: 1, timescale: 30), multiplier: 2).timescale >= 65_536)
        let rounded = CMTime(value: 1, timescale: 3).convertScale(10, method: .roundTowardPositiveInfinity)
        #expect(rounded.value == 4 && rounded.hasBeenRounded)
        let range = CMTimeRange(start: .zero, duration: CMTime(value: 10, timescale: 1))
        #expect(!range.containsTime(range.end))
        #expect(
            CMTimeFoldIntoRange(CMTime(value: -1, timescale: 1), foldRange: range) == CMTime(value: 9, timescale: 1))
        #expect(NSValue(timeRange: range).timeRangeValue == range)
        #expect(NSValue(time: .invalid).timeValue.isValid == false)
    }

    @Test func `errors convert as an app reads them`() {
        let error: any Error = ContractWorld.decoderBusy
        #expect((error as? AVError)?.code == .decoderTemporarilyUnavailable)
        let bridged = error as NSError
        #expect(bridged.domain == AVFoundationErrorDomain && bridged.code == -11839)
        #expect((bridged.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == -12913)
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `an anchor in the past counts from its own host time`(seed: UInt64) async throws {
        let rig = Rig(seed: seed)
        let player = await rig.readyPlayer()
        player.setRate(1, time: CMTime(value: 2, timescale: 1), atHostTime: rig.host(in: .milliseconds(-500)))
        #expect(milliseconds(player.currentTime()).isClose(to: 2500))
        await rig.world.run(for: .seconds(1))
        let line = try #require(try player.currentItem?.timebase?.rateAndAnchorTime(relativeTo: CMClock.hostTimeClock))
        #expect(line.rate == 1)
        #expect(milliseconds(line.anchorTime).isClose(to: 3500))
        #expect(line.referenceTime == rig.host)
        #expect(rig.world.violations.isEmpty)
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `an anchor in the future is met when its time comes`(seed: UInt64) async {
        let rig = Rig(seed: seed)
        let player = await rig.readyPlayer()
        player.setRate(0.5, time: CMTime(value: 1, timescale: 1), atHostTime: rig.host(in: .milliseconds(100)))
        await rig.world.run(for: .milliseconds(50))
        // The player either holds until then or runs up to the anchor.
        let before = milliseconds(player.currentTime())
        #expect(before.isClose(to: 1000) || before.isClose(to: 975))
        await rig.world.run(for: .milliseconds(150))
        #expect(milliseconds(player.currentTime()).isClose(to: 1050))
    }

    @Test func `both readings of a future anchor occur`() async {
        var before: Set<Int> = []
        for seed in 1...20 as ClosedRange<UInt64> {
            let rig = Rig(seed: seed)
            let player = await rig.readyPlayer()
            player.setRate(1, time: CMTime(value: 1, timescale: 1), atHostTime: rig.host(in: .milliseconds(100)))
            before.insert(Int(milliseconds(player.currentTime()).rounded()))
        }
        #expect(before == [900, 1000])
    }

    @Test func `audio runs on its device's clock unless another is set`() async {
        let rig = Rig(.init(duration: 1000, frameRate: 30, hasAudio: true))
        rig.world.setAudioClock(partsPerMillion: 100)
        let (loud, silent) = (await rig.readyPlayer(), await rig.readyPlayer())
        silent.sourceClock = .hostTimeClock
        let host = rig.host
        for player in [loud, silent] { player.setRate(1, time: .zero, atHostTime: host) }
        rig.world.advance(by: .seconds(100))
        #expect(milliseconds(loud.currentTime()).isClose(to: 100_010, within: 0.01))
        #expect(milliseconds(silent.currentTime()).isClose(to: 100_000))
        #expect(loud.currentItem!.timebase!.mightDrift(relativeTo: CMClock.hostTimeClock))
        #expect(!silent.currentItem!.timebase!.mightDrift(relativeTo: CMClock.hostTimeClock))
        // Disabling the track takes the item back to the host clock, without a jump.
        loud.currentItem!.tracks.first { $0.assetTrack?.mediaType == .audio }?.isEnabled = false
        #expect(milliseconds(loud.currentTime()).isClose(to: 100_010, within: 0.01))
        rig.world.advance(by: .seconds(100))
        #expect(milliseconds(loud.currentTime()).isClose(to: 200_010, within: 0.01))
    }

    @Test func `starts and rates are off by what the faults ask for`() async {
        let rig = Rig()
        var faults = ContractWorld.Faults()
        faults.startError = .milliseconds(7) ... .milliseconds(7)
        faults.rateQuantum = 0.25
        let player = await rig.readyPlayer()
        rig.world.setFaults(faults, for: rig.url)
        player.setRate(1.1, time: .zero, atHostTime: rig.host)
        rig.world.advance(by: .seconds(1))
        #expect(milliseconds(player.currentTime()).isClose(to: 993))
    }

    @Test func `sleep stops the host clock`() async {
        let rig = Rig()
        let player = await rig.readyPlayer()
        player.setRate(1, time: .zero, atHostTime: rig.host)
        let before = rig.world.now
        rig.world.sleep(for: .seconds(600))
        #expect(rig.world.now == before)
        #expect(abs(milliseconds(player.currentTime())) <= 400)
    }
}
