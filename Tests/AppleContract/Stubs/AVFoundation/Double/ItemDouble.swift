@_spi(Double) import CoreMedia
import FoundationApple

/// An item's state, guarded by its world's lock.
final class ItemDouble: @unchecked Sendable {
    let world = ContractWorld.current
    let asset: AVAsset
    private(set) weak var face: AVPlayerItem?
    weak var player: PlayerDouble?
    /// Whether the item was ever given to a player: it belongs to the first one for good.
    var hadPlayer = false

    var status = AVPlayerItem.Status.unknown
    var error: (any Error)?
    var timebase: CMTimebase?
    var tracks: [AVPlayerItemTrack] = []
    var outputs: [AVPlayerItemOutput] = []
    /// What was selected in a group; without a value: nothing was, and the choice is automatic.
    var chosen: [AVMediaCharacteristic: AVMediaSelectionOption?] = [:]
    var forwardEnd = CMTime.invalid
    var reverseEnd = CMTime.invalid
    var preferredForwardBufferDuration: TimeInterval = 0
    var preferredPeakBitRate: Double = 0
    var preferredMaximumResolution = CGSize.zero
    var startsOnFirstEligibleVariant = false
    var pitchAlgorithm = AVAudioTimePitchAlgorithm.timeDomain
    var likelyToKeepUp = false
    var bufferFull = false
    var bufferEmpty = true
    /// Where the loaded media ends while the buffer has run empty; `nil`: everything is loaded.
    var loadedEnd: CMTime?
    var decoder = Decoder.none
    /// What has come over a shared line; `nil`: it comes over none.
    var buffer: Buffer?

    /// Keeps requesting bytes from a resource loader's delegate while the item is current.
    private var stream: LoaderStream?
    private var opening: Int?
    private var seeking: (order: Int, to: CMTime, completion: (@Sendable (Bool) -> Void)?)?
    private var ending: Int?
    /// The rate to resume at after a seek that stopped the timebase.
    private var frozen: Double?
    /// Where playback will start, while no timebase exists yet.
    private var startTime = CMTime.zero
    private var pendingAnchor: (rate: Double, time: CMTime, host: Int64)?

    init(asset: AVAsset) {
        self.asset = asset
    }

    func begin(as face: AVPlayerItem) {
        self.face = face
    }

    func replica() -> AVPlayerItem {
        AVPlayerItem(double: ItemDouble(asset: asset))
    }

    func read<Value>(_ body: (ItemDouble) -> Value) -> Value {
        world.locked { body(self) }
    }

    func write(_ body: (ItemDouble) -> Void) {
        world.locked {
            body(self)
            world.changed(face)
        }
    }

    func answer(_ start: (@escaping @Sendable (Bool) -> Void) -> Void) async -> Bool {
        await withCheckedContinuation { continuation in
            let once = Once(continuation)
            start { once.resume($0) }
        }
    }

    var url: URL? { asset.sourceURL ?? asset.source(of: .zero)?.url }
    var faults: ContractWorld.Faults { world.faults(url) }
    var duration: CMTime { asset.mediaDuration }
    /// Where its media ends, which may be before its stated end.
    private var mediaEnd: CMTime {
        let short = faults.shortBy
        return short > .zero ? duration - CMTime(value: short.nanoseconds, timescale: 1_000_000_000) : duration
    }
    var end: CMTime { forwardEnd.isNumeric && forwardEnd < mediaEnd ? forwardEnd : mediaEnd }
    var isReady: Bool { status == .readyToPlay }
    var allowsRates: Bool { isReady && asset.media?.kind != .hls }
    var presentationSize: CGSize { isReady && hasEnabledVideo ? turnedSize : .zero }
    var seekTarget: CMTime? { seeking?.to }
    var loadedRanges: [CMTimeRange] {
        if isReady, let range = buffer?.range {
            return [
                CMTimeRange(
                    start: CMTime(seconds: range.lowerBound, preferredTimescale: 1_000_000),
                    end: CMTime(seconds: range.upperBound, preferredTimescale: 1_000_000))
            ]
        }
        return isReady && !world.lacksData(url) ? [CMTimeRange(start: .zero, end: loadedEnd ?? mediaEnd)] : []
    }
    var seekableRanges: [CMTimeRange] { loadedRanges }
    var hasEnabledVideo: Bool { tracks.contains { $0.enabled && $0.source.mediaType == .video } }
    var hasEnabledAudio: Bool { tracks.contains { $0.enabled && $0.source.mediaType == .audio } }

    private var turnedSize: CGSize {
        guard let media = asset.media else { return .zero }
        let turned = media.size.applying(media.transform)
        return CGSize(width: abs(turned.width), height: abs(turned.height))
    }

    /// The clock that drives the timebase.
    var clock: CMClock {
        if let chosen = player?.sourceClock { return chosen }
        return hasEnabledAudio ? world.audioClock : .hostTimeClock
    }

    func currentTime() -> CMTime {
        timebase?.time(atHost: world.now) ?? startTime
    }

    // MARK: Opening

    /// Loading starts only when the item becomes current or enters a queue.
    func open() {
        guard status == .unknown, opening == nil else { return }
        let due = world.dataTime(url, from: world.now + world.nanoseconds(faults.openDelay))
        opening = world.schedule(
            at: due, while: { [weak self] in self.map { $0.share?.isCut(at: $0.world.now) == true } ?? false }
        ) { [weak self] in self?.opened() }
    }

    private func opened() {
        opening = nil
        guard player != nil, status == .unknown else { return }
        if let url = asset.sourceURL, let failure = world.failure(of: url) { return fail(failure) }
        if let refusal = asset.refusal { return fail(refusal) }
        if let failure = world.takeLineFailure(url) ?? asset.media?.itemFailure { return fail(failure) }
        if let failure = takeDecoder() { return fail(failure) }
        tracks = asset.mediaTracks.map { AVPlayerItemTrack(source: $0, owner: self) }
        selectTracks()
        timebase = CMTimebase(driven: clock, at: startTime)
        status = .readyToPlay
        (likelyToKeepUp, bufferFull, bufferEmpty) = (true, true, false)
        fill(from: startTime)
        stream = (asset as? AVURLAsset)?.beginStream()
        world.changed(face)
        player?.itemOpened(self)
        if let anchor = pendingAnchor {
            pendingAnchor = nil
            run(rate: anchor.rate, from: anchor.time, atHost: anchor.host)
        }
    }

    func fail(_ error: any Error) {
        guard status != .failed else { return }
        world.cancel(opening)
        opening = nil
        let wasPlaying = (timebase?.rate ?? 0) != 0
        self.error = error
        status = .failed
        giveDecoderBack()
        finishSeek(false)
        hold(at: currentTime())
        world.changed(face)
        if wasPlaying {
            world.post(
                AVPlayerItem.failedToPlayToEndTimeNotification, object: face,
                userInfo: [AVPlayerItemFailedToPlayToEndTimeErrorKey: error])
        }
        player?.itemFailed(self)
    }

    /// Leaves the player. The item is no longer updated afterwards.
    func leave() {
        world.cancel(opening)
        opening = nil
        world.cancel(ending)
        ending = nil
        finishSeek(false)
        hold(at: currentTime())
        giveDecoderBack()
        stream?.cancel()
        stream = nil
        player = nil
    }

    // MARK: Time

    /// Runs at `rate` on a line through (`time`, `host`).
    func run(rate asked: Double, from time: CMTime, atHost host: Int64) {
        frozen = nil
        guard let timebase else {
            startTime = time
            pendingAnchor = (asked, time, host)
            return
        }
        let quantum = faults.rateQuantum
        let rate = quantum > 0 ? (asked / quantum).rounded() * quantum : asked
        let (now, clock) = (world.now, clock)
        let line = CMTimebase.Stretch(
            from: now, anchor: time, reference: clock.nanoseconds(atHost: host), rate: rate, clock: clock)
        if host > now, world.future == .holds {
            var wait = line
            wait.rate = 0
            var start = line
            start.from = host
            timebase.drive([wait, start], now: now)
        } else {
            timebase.drive([line], now: now)
        }
        scheduleEnd()
        timebaseChanged()
    }

    func hold(at time: CMTime) {
        frozen = nil
        pendingAnchor = nil
        world.cancel(ending)
        ending = nil
        guard let timebase else {
            startTime = time
            return
        }
        timebase.drive(
            [CMTimebase.Stretch(from: world.now, anchor: time, reference: 0, rate: 0, clock: clock)], now: world.now)
        timebaseChanged()
    }

    /// Changes the clock under a running line, without a jump.
    func reclock() {
        guard let timebase else { return }
        let last = timebase.lastStretch
        guard last.clock != clock else { return }
        let host = max(world.now, last.from)
        if last.rate == 0 {
            hold(at: last.anchor)
        } else {
            run(rate: last.rate, from: last.time(atHost: host), atHost: host)
        }
    }

    func shift(by nanoseconds: Int64) {
        guard let timebase, timebase.lastStretch.rate != 0 else { return }
        let time = currentTime() + CMTime(value: nanoseconds, timescale: 1_000_000_000)
        run(rate: timebase.lastStretch.rate, from: time, atHost: world.now)
    }

    private func timebaseChanged() {
        if let timebase { world.post(CMTimebase.effectiveRateChanged, object: timebase) }
    }

    private func scheduleEnd() {
        world.cancel(ending)
        ending = nil
        guard let timebase, isReady else { return }
        let line = timebase.lastStretch
        guard line.rate != 0 else { return }
        let bound = line.rate > 0 ? end : (reverseEnd.isNumeric ? reverseEnd : .zero)
        let host = max(world.now, line.from)
        let left = (bound - line.time(atHost: host)).seconds / (line.rate * line.clock.hostRate)
        // Already past the end: with `actionAtItemEnd` at `none`, the timebase runs on. Past its media, a short item
        // ends at once.
        let isShort = line.rate > 0 && faults.shortBy > .zero
        guard left > 0 || (left == 0 && host > line.from) || isShort else { return }
        let stop = left > 0 ? bound : line.time(atHost: host)
        ending = world.schedule(at: host + Int64((max(left, 0) * 1e9).rounded(.up))) { [weak self] in
            self?.reachedEnd(at: stop, forwards: line.rate > 0)
        }
    }

    private func reachedEnd(at time: CMTime, forwards: Bool) {
        ending = nil
        guard forwards else {
            player?.itemEnded(self, at: time)
            return
        }
        switch faults.end {
        case .together:
            announceEnd()
            player?.itemEnded(self, at: time)
        case .before(let lead):
            announceEnd()
            guard let player, player.actionAtItemEnd != .none else { return }
            // The rate is as before: a seek would go on at it.
            let rate = timebase?.lastStretch.rate
            hold(at: time)
            frozen = rate
            ending = world.schedule(at: world.now + lead.nanoseconds) { [weak self] in
                guard let self else { return }
                ending = nil
                self.player?.itemEnded(self, at: time)
            }
        case .after(let delay):
            player?.itemEnded(self, at: time)
            world.schedule(at: world.now + delay.nanoseconds) { [weak self] in self?.announceEnd() }
        case .unannounced: player?.itemEnded(self, at: time)
        }
    }

    private func announceEnd() {
        world.post(AVPlayerItem.didPlayToEndTimeNotification, object: face)
    }

    func setForwardEnd(_ time: CMTime) {
        world.locked {
            forwardEnd = time
            scheduleEnd()
            world.changed(face)
        }
    }

    func setReverseEnd(_ time: CMTime) {
        world.locked {
            reverseEnd = time
            scheduleEnd()
            world.changed(face)
        }
    }

    // MARK: Seeking

    func seek(to time: CMTime, before: CMTime, after: CMTime, _ completion: (@Sendable (Bool) -> Void)?) {
        world.locked {
            guard time.isNumeric || time.isPositiveInfinity || time.isNegativeInfinity else {
                return world.raise("AVPlayerItem.seek: invalid or indefinite time")
            }
            guard before.isValid, after.isValid, !before.isIndefinite, !after.isIndefinite, before >= .zero,
                after >= .zero
            else { return world.raise("AVPlayerItem.seek: invalid or negative tolerance") }
            // Reported by many apps as an NSInvalidArgumentException (StreetVoice/HysteriaPlayer#98).
            guard isReady || completion == nil else {
                world.raise("AVPlayerItem.seek: a completion handler needs status readyToPlay")
                return world.answer(completion, false, url: url)
            }
            world.count(\.seeks)
            finishSeek(false)
            player?.timeWillChange()
            guard isReady else {
                startTime = time
                return
            }
            guard time >= .zero, time <= duration else {
                thaw()
                return world.answer(completion, false, url: url)
            }
            if world.seeksStopTime, let rate = timebase?.lastStretch.rate, rate != 0 {
                hold(at: currentTime())
                frozen = rate
            }
            var target = time
            if before > .zero || after > .zero, world.chance(0.5) {
                target = ContractWorld.Media.loose(time, before: before)
            }
            let due = world.due(
                at: world.now + world.nanoseconds(faults.seekDelay), of: url, inCase: [.seeksWait])
            let order = world.schedule(
                at: due, while: { [weak self] in self?.waits(for: [.seeksWait]) ?? false }
            ) { [weak self] in self?.seekArrived(target) }
            seeking = (order, target, completion)
            fill(from: target)
        }
    }

    private func seekArrived(_ time: CMTime) {
        guard let seeking else { return }
        self.seeking = nil
        let rate = frozen ?? timebase?.lastStretch.rate ?? 0
        if rate == 0 { hold(at: time) } else { run(rate: rate, from: time, atHost: world.now) }
        world.answer(seeking.completion, true, url: url)
        world.post(AVPlayerItem.timeJumpedNotification, object: face)
        player?.itemJumped(self)
    }

    func finishSeek(_ value: Bool) {
        guard let seeking else { return }
        self.seeking = nil
        world.cancel(seeking.order)
        world.answer(seeking.completion, value, url: url)
    }

    func cancelSeeks() {
        world.locked {
            finishSeek(false)
            thaw()
        }
    }

    private func thaw() {
        if let frozen { run(rate: frozen, from: currentTime(), atHost: world.now) }
    }

    func step(_ count: Int) {
        world.locked {
            guard isReady, let media = asset.media else { return }
            player?.timeWillChange()
            let time = currentTime() + CMTimeMultiply(media.frameDuration, multiplier: Int32(count))
            hold(at: CMTimeMaximum(.zero, CMTimeMinimum(time, duration)))
            player?.itemJumped(self)
        }
    }

    // MARK: Tracks and outputs

    func setEnabled(_ enabled: Bool, of track: AVPlayerItemTrack) {
        world.locked {
            track.enabled = enabled
            world.changed(track)
            reclock()
            player?.picturesMayChange()
        }
    }

    /// 0 while nothing plays, for HLS, and for a player that shows nothing.
    func frameRate(of track: AVPlayerItemTrack) -> Float {
        world.locked {
            guard track.enabled, track.source.mediaType == .video, let timebase, let media = asset.media,
                media.kind == .file, !isDark
            else { return 0 }
            return Float(media.framesPerSecond * abs(timebase.stretch(atHost: world.now).rate))
        }
    }

    func add(_ output: AVPlayerItemOutput) {
        world.requireMain("AVPlayerItem.add(_:)")
        world.locked {
            guard output.item == nil else {
                return world.raise("AVPlayerItem.add: the output is already attached")
            }
            output.item = self
            outputs.append(output)
            if faults.wedgesOutputs { (output as? AVPlayerItemVideoOutput)?.isWedged = true }
        }
    }

    func remove(_ output: AVPlayerItemOutput) {
        world.locked {
            outputs.removeAll { $0 === output }
            if output.item === self { output.item = nil }
        }
    }

    func picture(at time: CMTime) -> Picture? {
        guard isReady, hasEnabledVideo, !isDark, time.isNumeric,
            let source = asset.source(of: CMTimeMaximum(time, .zero))
        else { return nil }
        let index = source.media.frameIndex(at: source.time)
        return Picture(
            index: index, time: time - source.time + source.media.frameTime(index),
            frame: ContractWorld.Frame(url: source.url, index: index), size: source.media.size,
            seen: source.media.seen)
    }

    func picture(for output: AVPlayerItemVideoOutput, at time: CMTime) -> Picture? {
        if output.isWedged { return nil }
        guard let ahead = world.outputsLookAhead else { return picture(at: time) }
        let latest = currentTime() + CMTime(value: ahead.nanoseconds, timescale: 1_000_000_000)
        return picture(at: CMTimeMinimum(time, latest))
    }
}

/// Answers a continuation once, however often it is called: an `async` caller cannot see a second call.
final class Once: @unchecked Sendable {
    private let lock = NSLock()
    private var continuation: CheckedContinuation<Bool, Never>?

    init(_ continuation: CheckedContinuation<Bool, Never>) {
        self.continuation = continuation
    }

    func resume(_ value: Bool) {
        let waiting = lock.withLock {
            defer { continuation = nil }
            return continuation
        }
        waiting?.resume(returning: value)
    }
}
