import AVFoundation
import Foundation
import Testing

extension DoubleTests {
    @Test func `a newer seek finishes the older one with false`() async {
        let rig = Rig()
        let player = await rig.readyPlayer()
        let (first, second) = (Answers(), Answers())
        let target = CMTime(value: 61, timescale: 30)
        player.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero, completionHandler: first.handler)
        player.seek(to: target, toleranceBefore: .zero, toleranceAfter: .zero, completionHandler: second.handler)
        await rig.world.run(for: .milliseconds(100))
        #expect(first.all == [false] && second.all == [true])
        #expect(player.currentTime() == target)
        #expect(rig.world.displayedFrame(of: player)?.index == 61)
        player.seek(
            to: CMTime(value: 99, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero,
            completionHandler: second.handler)
        await rig.world.run(for: .milliseconds(100))
        #expect(second.all == [true, false])
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `after a seek while playing the player goes on at its rate`(seed: UInt64) async {
        let rig = Rig(seed: seed)
        let player = await rig.readyPlayer()
        player.setRate(1, time: .zero, atHostTime: rig.host)
        let answers = Answers()
        player.seek(
            to: CMTime(value: 5, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero,
            completionHandler: answers.handler)
        await rig.world.run(for: .seconds(1))
        #expect(answers.all == [true] && player.rate == 1)
        #expect(milliseconds(player.currentTime()) > 5900 && milliseconds(player.currentTime()) <= 6000)
        player.currentItem?.seek(to: .zero) { _ in }
        player.currentItem?.cancelPendingSeeks()
        await rig.world.run(for: .seconds(1))
        #expect(milliseconds(player.currentTime()) > 6900)
    }

    @Test func `preroll answers true at rest and false when refused, cancelled or interrupted`() async {
        let rig = Rig()
        let player = await rig.readyPlayer()
        let answers = Answers()
        player.preroll(atRate: 1, completionHandler: answers.handler)
        await rig.world.run(for: .milliseconds(100))
        player.preroll(atRate: 1, completionHandler: answers.handler)
        player.cancelPendingPrerolls()
        await rig.world.run(for: .milliseconds(100))
        player.preroll(atRate: 1, completionHandler: answers.handler)
        player.seek(to: CMTime(value: 1, timescale: 1))
        await rig.world.run(for: .milliseconds(100))
        var faults = ContractWorld.Faults()
        faults.refusedPrerolls = 1
        rig.world.setFaults(faults, for: rig.url)
        player.preroll(atRate: 1, completionHandler: answers.handler)
        await rig.world.run(for: .milliseconds(100))
        player.preroll(atRate: 1, completionHandler: answers.handler)
        await rig.world.run(for: .milliseconds(100))
        #expect(answers.all == [true, false, false, false, true])
        #expect(rig.world.violations.isEmpty)
    }

    @Test func `preroll raises before the player is ready`() async {
        let rig = Rig()
        let player = AVPlayer(url: rig.url)
        let answers = Answers()
        player.preroll(atRate: 1, completionHandler: answers.handler)
        await rig.world.run(for: .milliseconds(10))
        #expect(answers.all == [false])
        #expect(rig.world.violations.count == 1)
    }

    @Test func `calls that raise are recorded`() async {
        let rig = Rig()
        let player = await rig.readyPlayer()
        let item = player.currentItem!
        player.automaticallyWaitsToMinimizeStalling = true
        player.setRate(1, time: .zero, atHostTime: .invalid)
        player.actionAtItemEnd = .advance
        player.seek(to: .indefinite)
        player.seek(to: .zero, toleranceBefore: CMTime(value: -1, timescale: 1), toleranceAfter: .zero) { _ in }
        player.removeTimeObserver("not a token")
        _ = player.addBoundaryTimeObserver(forTimes: [], queue: nil) {}
        let other = AVPlayer(playerItem: item)
        other.replaceCurrentItem(with: item)
        let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
        item.add(output)
        item.add(output)
        let layer = AVPlayerLayer(player: player)
        player.playImmediately(atRate: 1)
        _ = layer.displayedPixelBuffer()
        #expect(rig.world.violations.count == 10, "\(rig.world.violations)")
        #expect(other.currentItem == nil && player.rate == 1)
    }

    @Test func `replacing an item off the main actor is recorded`() async {
        let rig = Rig()
        let player = AVPlayer()
        await withCheckedContinuation { done in
            DispatchQueue.global().async {
                player.replaceCurrentItem(with: nil)
                player.replaceCurrentItem(with: AVPlayerItem(url: URL(fileURLWithPath: "/contract/none.mp4")))
                done.resume()
            }
        }
        #expect(rig.world.violations.count == 2)
    }

    @Test func `a stall sets the rate to 0 and playback does not resume`() async {
        let rig = Rig()
        let player = await rig.readyPlayer()
        let stalled = Heard(AVPlayerItem.playbackStalledNotification, player.currentItem)
        player.setRate(1, time: .zero, atHostTime: rig.host)
        #expect(player.timeControlStatus == .playing)
        await rig.world.run(for: .seconds(1))
        rig.world.stall(player)
        #expect(player.rate == 0 && player.timeControlStatus == .paused)
        await rig.world.run(for: .seconds(3))
        #expect(stalled.times == 1)
        #expect(milliseconds(player.currentTime()).isClose(to: 1000))
    }

    @Test func `a stall may be announced before the rate falls`() async {
        let rig = Rig()
        let player = await rig.readyPlayer()
        let stalled = Heard(AVPlayerItem.playbackStalledNotification, player.currentItem)
        player.setRate(1, time: .zero, atHostTime: rig.host)
        await rig.world.run(for: .seconds(1))
        rig.world.stall(player, after: .milliseconds(100))
        await rig.world.run(for: .milliseconds(50))
        #expect(stalled.times == 1 && player.rate == 1)
        await rig.world.run(for: .milliseconds(100))
        #expect(player.rate == 0 && player.timeControlStatus == .paused && stalled.times == 1)
        #expect(milliseconds(player.currentTime()).isClose(to: 1100))
    }

    @Test func `with automatic waiting a stalled player waits and resumes`() async {
        let rig = Rig()
        let player = AVPlayer(url: rig.url)
        player.play()
        #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate && player.rate == 1)
        await rig.world.run(for: .seconds(1))
        #expect(player.timeControlStatus == .playing)
        rig.world.stall(player)
        #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate && player.rate == 1)
        #expect(player.reasonForWaitingToPlay == .toMinimizeStalls)
        await rig.world.run(for: .seconds(1))
        #expect(player.timeControlStatus == .playing)
    }

    @Test func `at its end an item pauses, or with action none its time runs on`() async {
        for action in [AVPlayer.ActionAtItemEnd.pause, .none] {
            let rig = Rig()
            let player = await rig.readyPlayer()
            player.actionAtItemEnd = action
            player.currentItem!.forwardPlaybackEndTime = CMTime(value: 4, timescale: 1)
            let ended = Heard(AVPlayerItem.didPlayToEndTimeNotification, player.currentItem)
            player.setRate(2, time: CMTime(value: 3, timescale: 1), atHostTime: rig.host)
            await rig.world.run(for: .seconds(1))
            #expect(ended.times == 1)
            #expect(player.rate == (action == .pause ? 0 : 2))
            #expect(milliseconds(player.currentTime()).isClose(to: action == .pause ? 4000 : 5000))
        }
    }

    @Test func `missing files and busy decoders fail items for good`() async throws {
        let rig = Rig()
        let missing = AVPlayerItem(url: URL(fileURLWithPath: "/contract/nothing.mp4"))
        let player = AVPlayer(playerItem: missing)
        await rig.world.run(for: .milliseconds(200))
        #expect(missing.status == .failed && player.status == .unknown)
        await #expect(throws: (any Error).self) {
            try await AVURLAsset(url: URL(fileURLWithPath: "/contract/nothing.mp4")).load(.duration)
        }
        let other = await rig.readyPlayer()
        rig.world.failItem(of: other)
        #expect((other.currentItem?.error as? AVError)?.code == .decoderTemporarilyUnavailable)
        rig.world.resetMediaServices()
        #expect(other.status == .failed)
    }

    @Test func `completions come late, twice or never as the faults ask`() async {
        let rig = Rig()
        let player = await rig.readyPlayer()
        let expected: [(ContractWorld.Faults.Completions, Int, Int)] = [
            (.once, 1, 1), (.late(.milliseconds(300)), 0, 1), (.twice, 2, 2), (.never, 0, 0),
        ]
        for (kind, soon, later) in expected {
            var faults = ContractWorld.Faults()
            faults.completions = kind
            rig.world.setFaults(faults, for: rig.url)
            let answers = Answers()
            player.preroll(atRate: 1, completionHandler: answers.handler)
            await rig.world.run(for: .milliseconds(200))
            #expect(answers.all.count == soon)
            await rig.world.run(for: .milliseconds(400))
            #expect(answers.all.count == later)
        }
    }

    @Test func `a layer shows a picture after a while, and none of a silent item`() async {
        let rig = Rig()
        let layer = AVPlayerLayer()
        let player = await rig.readyPlayer()
        layer.player = player
        #expect(!layer.isReadyForDisplay)
        await rig.world.run(for: .milliseconds(100))
        #expect(layer.isReadyForDisplay)
        #expect(layer.displayedPixelBuffer().flatMap(ContractWorld.frame(of:))?.index == 0)
        player.replaceCurrentItem(with: AVPlayerItem(url: rig.url))
        #expect(!layer.isReadyForDisplay)
        var faults = ContractWorld.Faults()
        faults.isSilent = true
        rig.world.setFaults(faults, for: rig.url)
        await rig.world.run(for: .seconds(1))
        #expect(player.currentItem?.status == .readyToPlay && !layer.isReadyForDisplay)
    }

    @Test func `a composition shows the frames of its turns`() async throws {
        let rig = Rig()
        let asset = AVURLAsset(url: rig.url)
        let source = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let composition = AVMutableComposition()
        let track = try #require(
            composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid))
        let turn = CMTimeRange(start: CMTime(value: 30, timescale: 30), duration: CMTime(value: 60, timescale: 30))
        for _ in 0..<3 { try track.insertTimeRange(turn, of: source, at: .invalid) }
        let played = try #require(composition.copy() as? AVComposition)
        let player = AVPlayer()
        player.automaticallyWaitsToMinimizeStalling = false
        player.replaceCurrentItem(with: AVPlayerItem(asset: played))
        await rig.world.run(for: .milliseconds(200))
        #expect(player.currentItem?.duration == CMTime(value: 6, timescale: 1))
        for (frame, shown) in [(0, 30), (59, 89), (60, 30), (125, 35)] {
            player.setRate(0, time: CMTime(value: Int64(frame), timescale: 30), atHostTime: .invalid)
            #expect(rig.world.displayedFrame(of: player)?.index == shown)
        }
    }

    @Test func `an output hands over frames until it is wedged`() async {
        let rig = Rig()
        let player = await rig.readyPlayer()
        let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
        player.currentItem!.add(output)
        let time = CMTime(value: 1, timescale: 2)
        var shown = CMTime.invalid
        #expect(output.hasNewPixelBuffer(forItemTime: time))
        #expect(output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: &shown) != nil)
        #expect(shown == CMTime(value: 15, timescale: 30) && !output.hasNewPixelBuffer(forItemTime: time))
        rig.world.wedgeOutputs(of: player)
        #expect(output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil) == nil)
    }

    @Test func `observations arrive on the main queue and end with their token`() async {
        let rig = Rig()
        let player = await rig.readyPlayer()
        let answers = Answers()
        let handler = answers.handler
        let token = player.observe(\.timeControlStatus) { player, _ in
            dispatchPrecondition(condition: .onQueue(.main))
            handler(player.timeControlStatus == .playing)
        }
        player.setRate(1, time: .zero, atHostTime: rig.host)
        await rig.world.settle()
        player.pause()
        await rig.world.settle()
        token.invalidate()
        player.play()
        await rig.world.settle()
        #expect(answers.all == [true, false])
    }

    @Test func `released objects no longer count as live`() async {
        let rig = Rig()
        var player: AVPlayer? = await rig.readyPlayer()
        let layer = AVPlayerLayer(player: player)
        player!.currentItem!.add(AVPlayerItemVideoOutput(pixelBufferAttributes: nil))
        var token: NSKeyValueObservation? = player!.observe(\.status) { _, _ in }
        let observer = player!.addPeriodicTimeObserver(forInterval: CMTime(value: 1, timescale: 10), queue: nil) { _ in
        }
        player!.setRate(1, time: .zero, atHostTime: rig.host)
        await rig.world.run(for: .seconds(1))
        #expect(
            rig.world.live
                == .init(players: 1, items: 1, outputs: 1, layers: 1, observations: 1, timeObservers: 1))
        player!.removeTimeObserver(observer)
        token?.invalidate()
        token = nil
        layer.player = nil
        player!.replaceCurrentItem(with: nil)
        player = nil
        await rig.world.run(for: .milliseconds(100))
        #expect(rig.world.live == .init())
        #expect(rig.world.violations.isEmpty)
    }

    @Test func `a player whose start lies ahead may say until then that it is paused`() async {
        let rig = Rig()
        var faults = ContractWorld.Faults()
        faults.isPausedUntilStart = true
        rig.world.setFaults(faults, for: rig.url)
        let player = await rig.readyPlayer()
        player.setRate(1, time: .zero, atHostTime: rig.host(in: .milliseconds(100)))
        await rig.world.run(for: .milliseconds(50))
        #expect(player.rate == 1 && player.timeControlStatus == .paused)
        await rig.world.run(for: .milliseconds(100))
        #expect(player.rate == 1 && player.timeControlStatus == .playing)
    }
}
