import AVFoundation
import Foundation
import Testing

/// When items end, and how that is announced.
extension DoubleTests {
    @Test func `an end is announced with the fall of the rate, before it, after it, or not at all`() async {
        typealias End = ContractWorld.Faults.End
        // How often it was heard ten milliseconds after the end, and whether the player had stopped.
        let expected: [(end: End, heard: Int, hasStopped: Bool)] = [
            (.together, 1, true), (.before(.milliseconds(40)), 1, false), (.after(.milliseconds(40)), 0, true),
            (.unannounced, 0, true),
        ]
        for (end, heard, hasStopped) in expected {
            let rig = Rig()
            var faults = ContractWorld.Faults()
            faults.end = end
            rig.world.setFaults(faults, for: rig.url)
            let player = await rig.readyPlayer()
            let ended = Heard(AVPlayerItem.didPlayToEndTimeNotification, player.currentItem)
            player.setRate(1, time: CMTime(value: 9, timescale: 1), atHostTime: rig.host)
            await rig.world.run(for: .milliseconds(1_010))
            #expect(ended.times == heard && (player.rate == 0) == hasStopped, "\(end)")
            #expect(milliseconds(player.currentTime()).isClose(to: 10_000))
            await rig.world.run(for: .milliseconds(100))
            if case .unannounced = end { #expect(ended.times == 0) } else { #expect(ended.times == 1) }
            #expect(player.rate == 0 && milliseconds(player.currentTime()).isClose(to: 10_000))
        }
    }

    @Test func `an item may end before its stated end`() async {
        let rig = Rig()
        var faults = ContractWorld.Faults()
        faults.shortBy = .seconds(3)
        rig.world.setFaults(faults, for: rig.url)
        let player = await rig.readyPlayer()
        let ended = Heard(AVPlayerItem.didPlayToEndTimeNotification, player.currentItem)
        player.setRate(1, time: CMTime(value: 6, timescale: 1), atHostTime: rig.host)
        await rig.world.run(for: .milliseconds(1_500))
        #expect(ended.times == 1 && player.rate == 0)
        #expect(milliseconds(player.currentTime()).isClose(to: 7_000))
        #expect(player.currentItem.map { milliseconds($0.duration).isClose(to: 10_000) } == true)
        // Past it, the item ends at once.
        player.setRate(1, time: CMTime(value: 8, timescale: 1), atHostTime: rig.host)
        await rig.world.run(for: .milliseconds(50))
        #expect(ended.times == 2 && player.rate == 0)
    }

    @Test func `a player that is played into an empty buffer stops again`() async {
        let rig = Rig()
        let player = await rig.readyPlayer()
        player.play()
        await rig.world.run(for: .seconds(1))
        rig.world.stall(player, lasting: .seconds(2))
        let item = player.currentItem
        #expect(item?.isPlaybackLikelyToKeepUp == false && item?.isPlaybackBufferFull == false)
        #expect(milliseconds(item?.loadedTimeRanges.first?.timeRangeValue.end) < 1_100)
        player.play()
        await rig.world.run(for: .seconds(1))
        #expect(player.rate == 0)
        await rig.world.run(for: .milliseconds(1_100))
        #expect(item?.isPlaybackLikelyToKeepUp == true && player.rate == 0)
        player.play()
        await rig.world.run(for: .milliseconds(500))
        #expect(player.rate == 1 && rig.world.calls.plays == 3)
    }
}
