@_spi(Double) import CoreMedia
@_spi(Double) import FoundationApple

/// A player's state, guarded by its world's lock.
final class PlayerDouble: @unchecked Sendable {
    let world = ContractWorld.current
    private(set) weak var face: AVPlayer?
    private(set) var isAlive = true

    var item: AVPlayerItem? { queued.first }
    /// The current item and, in a queue player, those after it.
    private(set) var queued: [AVPlayerItem] = []
    private var isQueue = false
    private(set) var isLooping = false

    var status = AVPlayer.Status.unknown
    var error: (any Error)?
    private(set) var rate: Float = 0
    var defaultRate: Float = 1
    private(set) var timeControlStatus = AVPlayer.TimeControlStatus.paused
    private(set) var waitingReason: AVPlayer.WaitingReason?
    private(set) var waits = true
    private(set) var sourceClock: CMClock?
    private(set) var actionAtItemEnd = AVPlayer.ActionAtItemEnd.pause
    var volume: Float = 1
    var isMuted = false
    var preventsDisplaySleep = true
    var allowsExternalPlayback = true
    var backgroundPolicy = AVPlayerAudiovisualBackgroundPlaybackPolicy.automatic
    var networkPriorityValue = 0

    private var prerolling: (order: Int, rate: Float, completion: (@Sendable (Bool) -> Void)?)?
    private var starting: Int?
    private var observers: [TimeObserver] = []
    private var coordinatorMade: AVPlayerPlaybackCoordinator?

    var timeObserverCount: Int { observers.count }

    var networkPriority: AVPlayer.NetworkResourcePriority {
        get { AVPlayer.NetworkResourcePriority(rawValue: networkPriorityValue) ?? .default }
        set { networkPriorityValue = newValue.rawValue }
    }

    func begin(as face: AVPlayer, item: AVPlayerItem?) {
        self.face = face
        world.enrol(self)
        world.locked {
            if let item { adopt([item], call: "AVPlayer.init(playerItem:)") }
        }
    }

    func beginQueue(_ items: [AVPlayerItem]) {
        world.locked {
            isQueue = true
            actionAtItemEnd = .advance
            adopt(items, call: "AVQueuePlayer.init(items:)")
        }
    }

    func end() {
        world.locked {
            isAlive = false
            // Without an answer, an `async` caller would wait for ever.
            finishPreroll(false)
            for item in queued { item.double.leave() }
            queued = []
            for observer in observers { observer.stop(world) }
            world.forget(self)
        }
    }

    func read<Value>(_ body: (PlayerDouble) -> Value) -> Value {
        world.locked { body(self) }
    }

    func write(_ body: (PlayerDouble) -> Void) {
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

    // MARK: Items

    private func adopt(_ items: [AVPlayerItem], call: String) {
        for item in items {
            let double = item.double
            guard double.player == nil, !double.hadPlayer else {
                world.raise("\(call): the item belongs to \(double.player === self ? "this" : "another") player")
                continue
            }
            double.player = self
            double.hadPlayer = true
            queued.append(item)
            double.open()
        }
        itemChanged()
    }

    private func itemChanged() {
        world.changed(face)
        if rate != 0, item?.double.isReady != true {
            timeControlStatus = .waitingToPlayAtSpecifiedRate
            waitingReason = item == nil ? .noItemToPlay : .evaluatingBufferingRate
        }
        picturesMayChange()
    }

    func replace(with new: AVPlayerItem?) {
        world.requireMain("AVPlayer.replaceCurrentItem(with:)")
        world.locked {
            guard new !== item else { return }
            world.count(\.replacements)
            if let new, new.double.hadPlayer, new.double.player !== self || queued.contains(where: { $0 === new }) {
                return world.raise(
                    queued.contains { $0 === new }
                        ? "AVPlayer.replaceCurrentItem: the item is already in the queue"
                        : "AVPlayer.replaceCurrentItem: the item belongs to another player")
            }
            timeWillChange()
            world.cancel(starting)
            let rest = queued.dropFirst()
            if let new { item?.double.passDecoder(to: new.double) }
            item?.double.leave()
            queued = []
            if let new { adopt([new], call: "AVPlayer.replaceCurrentItem") }
            if isQueue { queued += rest }
            itemChanged()
        }
    }

    func itemOpened(_ opened: ItemDouble) {
        // The player's own status follows the item's, at once or a little later.
        if status == .unknown {
            if world.chance(0.5) {
                status = .readyToPlay
            } else {
                world.schedule(in: .milliseconds(1) ... .milliseconds(10)) { [weak self] in
                    guard let self, status == .unknown else { return }
                    status = .readyToPlay
                    world.changed(face)
                }
            }
        }
        world.changed(face)
        guard opened === item?.double else { return }
        if rate != 0, timeControlStatus == .waitingToPlayAtSpecifiedRate {
            if waits, opened.buffer != nil { setRate(rate) } else { beginPlaying(anchored: false) }
        }
        picturesMayChange()
    }

    func itemFailed(_ failed: ItemDouble) {
        guard failed === item?.double else { return }
        finishPreroll(false)
        if rate != 0 { changeRate(to: 0, reason: .setRateFailed) }
        picturesMayChange()
    }

    /// Makes the player fail. The failure is final: only a new player can play.
    func fail(_ error: any Error) {
        finishPreroll(false)
        self.error = error
        status = .failed
        if rate != 0 { changeRate(to: 0, reason: .setRateFailed) }
        for item in queued { item.double.fail(error) }
        world.changed(face)
    }

    func itemEnded(_ ended: ItemDouble, at time: CMTime) {
        guard ended === item?.double else { return }
        switch actionAtItemEnd {
        case .none: break
        case .advance where isQueue && queued.count > 1 && rate > 0: advanceQueue()
        case .advance, .pause:
            changeRate(to: 0, reason: .setRateCalled)
            ended.hold(at: time)
        }
    }

    func itemJumped(_ jumped: ItemDouble) {
        guard jumped === item?.double else { return }
        for observer in observers { observer.fire(jumped.currentTime()) }
        linesChanged()
    }

    // MARK: Rate

    private func changeRate(to new: Float, reason: AVPlayer.RateDidChangeReason) {
        world.cancel(starting)
        starting = nil
        let old = rate
        rate = new
        if new == 0 {
            timeControlStatus = .paused
            waitingReason = nil
            if let double = item?.double { double.hold(at: double.currentTime()) }
        }
        world.changed(face)
        linesChanged()
        guard old != new else { return }
        world.post(
            AVPlayer.rateDidChangeNotification, object: face, userInfo: [AVPlayer.rateDidChangeReasonKey: reason])
    }

    func setRate(_ new: Float, immediately: Bool = false) {
        world.locked {
            guard status != .failed else { return }
            if new != 0 { world.count(\.plays) }
            let old = rate
            if let prerolling { finishPreroll(new == prerolling.rate) }
            changeRate(to: new, reason: .setRateCalled)
            guard new != 0 else { return }
            guard let double = item?.double else {
                timeControlStatus = .waitingToPlayAtSpecifiedRate
                waitingReason = .noItemToPlay
                return
            }
            if double.isReady, old != 0, timeControlStatus == .playing {
                double.run(rate: Double(new), from: double.currentTime(), atHost: world.now)
                linesChanged()
            } else if waits, !immediately {
                timeControlStatus = .waitingToPlayAtSpecifiedRate
                waitingReason = .evaluatingBufferingRate
                guard double.isReady else { return }
                starting = world.schedule(
                    at: world.now + world.nanoseconds(.milliseconds(1) ... .milliseconds(60)),
                    while: { [weak double] in double?.buffer != nil && double?.lacksData == true }
                ) { [weak self] in self?.beginPlaying(anchored: false) }
            } else if double.isReady, !double.bufferEmpty {
                beginPlaying(anchored: false)
            } else {
                // Nothing is buffered, and the player does not wait for data.
                starting = world.schedule(at: world.now + 1_000_000) { [weak self] in
                    self?.changeRate(to: 0, reason: .setRateFailed)
                }
            }
        }
    }

    private func beginPlaying(anchored: Bool) {
        starting = nil
        guard let double = item?.double else { return }
        timeControlStatus = .playing
        waitingReason = nil
        world.changed(face)
        guard !anchored else { return }
        // Output takes a while to start.
        let host = world.now + world.nanoseconds(.zero ... .milliseconds(30))
        double.run(rate: Double(rate), from: double.currentTime(), atHost: host)
        linesChanged()
    }

    func setRate(_ new: Float, time: CMTime, atHostTime host: CMTime) {
        world.locked {
            guard !waits else {
                return world.raise("AVPlayer.setRate(_:time:atHostTime:): automaticallyWaitsToMinimizeStalling is true")
            }
            if coordinatorMade?.isConnected == true {
                world.raise("AVPlayer.setRate(_:time:atHostTime:): the player is connected to a coordination medium")
            }
            guard status != .failed else { return }
            if new != 0 { world.count(\.anchors) }
            let double = item?.double
            let current = double?.currentTime() ?? .zero
            let target = time.isNumeric ? time : current
            if let prerolling { finishPreroll(new == prerolling.rate && target == current) }
            double?.finishSeek(false)
            changeRate(to: new, reason: .setRateCalled)
            guard let double else {
                if new != 0 {
                    timeControlStatus = .waitingToPlayAtSpecifiedRate
                    waitingReason = .noItemToPlay
                }
                return
            }
            guard double.status != .failed else { return changeRate(to: 0, reason: .setRateFailed) }
            guard new != 0 else {
                double.hold(at: target)
                if target != current { world.post(AVPlayerItem.timeJumpedNotification, object: double.face) }
                return itemJumped(double)
            }
            // Without a host time, the player picks one in the near future, to have time to load.
            let due =
                host.isNumeric
                ? host.convertScale(1_000_000_000, method: .default).value
                : world.now + world.nanoseconds(.milliseconds(10) ... .milliseconds(80))
            let error = world.nanoseconds(double.faults.startError)
            double.run(rate: Double(new), from: target, atHost: due + error)
            if double.faults.isPausedUntilStart {
                starting = world.schedule(at: due) { [weak self] in self?.beginPlaying(anchored: true) }
            } else {
                beginPlaying(anchored: true)
            }
            if target != current { world.post(AVPlayerItem.timeJumpedNotification, object: double.face) }
            linesChanged()
            // It does not wait for data.
            guard double.buffer == nil, world.lacksData(double.url) else { return }
            world.schedule(in: .milliseconds(1) ... .milliseconds(10)) { [weak self] in self?.stall() }
        }
    }

    func setWaits(_ new: Bool) {
        world.locked {
            waits = new
            world.changed(face)
            if !new, timeControlStatus == .waitingToPlayAtSpecifiedRate, item?.double.isReady == true {
                world.cancel(starting)
                beginPlaying(anchored: false)
            }
        }
    }

    func setAction(_ action: AVPlayer.ActionAtItemEnd) {
        world.locked {
            if action == .advance, !isQueue {
                return world.raise("AVPlayer.actionAtItemEnd: advance needs an AVQueuePlayer")
            }
            actionAtItemEnd = action
            world.changed(face)
        }
    }

    func setSourceClock(_ clock: CMClock?) {
        world.locked {
            sourceClock = clock
            reclock()
            world.changed(face)
        }
    }

    func reclock() {
        for item in queued { item.double.reclock() }
    }

    func shift(by nanoseconds: Int64) {
        item?.double.shift(by: nanoseconds)
    }

    /// Handles a buffer that ran empty: announces it, and stops at once or a little later.
    func stall(after delay: Duration = .zero, lasting length: Duration? = nil) {
        guard let double = item?.double, rate != 0 else { return }
        world.post(AVPlayerItem.playbackStalledNotification, object: double.face)
        guard delay > .zero else { return runDry(for: length) }
        world.schedule(in: delay...delay) { [weak self] in self?.runDry(for: length) }
    }

    private func runDry(for length: Duration?) {
        guard let double = item?.double, rate != 0 else { return }
        let spell: ClosedRange<Duration> = length.map { $0...$0 } ?? .milliseconds(100) ... .milliseconds(900)
        double.hold(at: double.currentTime())
        double.loadedEnd = double.currentTime()
        (double.likelyToKeepUp, double.bufferFull, double.bufferEmpty) = (false, false, true)
        world.changed(double.face)
        if waits {
            timeControlStatus = .waitingToPlayAtSpecifiedRate
            waitingReason = .toMinimizeStalls
            world.changed(face)
            let refilled = world.now + world.nanoseconds(spell)
            starting = world.schedule(
                at: world.dataTime(double.url, from: refilled),
                while: { [weak double] in double?.buffer != nil && double?.lacksData == true }
            ) { [weak self] in
                self?.refill()
                self?.beginPlaying(anchored: false)
            }
        } else {
            // Playback does not resume by itself, but the buffer fills again.
            changeRate(to: 0, reason: .setRateFailed)
            world.schedule(in: spell) { [weak self] in self?.refill() }
        }
    }

    func refill() {
        guard let double = item?.double, double.isReady, !double.lacksData else { return }
        double.loadedEnd = nil
        (double.likelyToKeepUp, double.bufferFull, double.bufferEmpty) = (true, true, false)
        world.changed(double.face)
    }

    func pauseBySystem(_ reason: AVPlayer.RateDidChangeReason) {
        finishPreroll(false)
        if rate != 0 { changeRate(to: 0, reason: reason) }
    }

    // MARK: Preroll and seek

    func preroll(_ asked: Float, _ completion: (@Sendable (Bool) -> Void)?) {
        world.locked {
            guard status == .readyToPlay else {
                world.raise("AVPlayer.preroll(atRate:): the player's status is not readyToPlay")
                return world.answer(completion, false, url: item?.double.url)
            }
            world.count(\.prerolls)
            finishPreroll(false)
            guard rate == 0, let double = item?.double, double.isReady else {
                return world.answer(completion, false, url: item?.double.url)
            }
            let done = world.now + world.nanoseconds(double.faults.prerollDelay)
            let refused =
                world.consumeRefusal(double.url) || double.refusesPreroll
                || world.refusesPreroll(at: done, of: double.url)
            let due = world.due(at: done, of: double.url, inCase: [.seeksWait, .prerollsWait])
            let order = world.schedule(
                at: due, while: { [weak double] in double?.waits(for: [.seeksWait, .prerollsWait]) ?? false }
            ) { [weak self, weak double] in
                self?.finishPreroll(!refused && double?.waits(for: [.prerollsFail]) != true)
            }
            prerolling = (order, asked, completion)
        }
    }

    func cancelPrerolls() {
        world.locked { finishPreroll(false) }
    }

    private func finishPreroll(_ value: Bool) {
        guard let prerolling else { return }
        self.prerolling = nil
        world.cancel(prerolling.order)
        world.answer(prerolling.completion, value, url: item?.double.url)
    }

    /// A change of time interrupts a preroll.
    func timeWillChange() {
        finishPreroll(false)
    }

    func seek(to time: CMTime, before: CMTime, after: CMTime, _ completion: (@Sendable (Bool) -> Void)?) {
        world.locked {
            guard let double = item?.double else { return world.answer(completion, false, url: nil) }
            double.seek(to: time, before: before, after: after, completion)
        }
    }

    // MARK: Queue

    func canInsert(_ item: AVPlayerItem) -> Bool {
        world.locked { item.double.player == nil && !item.double.hadPlayer }
    }

    func insert(_ item: AVPlayerItem, after other: AVPlayerItem?) {
        world.locked {
            let count = queued.count
            adopt([item], call: "AVQueuePlayer.insert(_:after:)")
            guard queued.count > count, let place = queued.firstIndex(where: { $0 === other }) else { return }
            queued.insert(queued.removeLast(), at: place + 1)
        }
    }

    func advanceQueue() {
        world.locked {
            guard !queued.isEmpty else { return }
            timeWillChange()
            queued.removeFirst().double.leave()
            itemChanged()
            if rate != 0, item?.double.isReady == true { beginPlaying(anchored: false) }
        }
    }

    func removeQueued(_ item: AVPlayerItem) {
        world.locked {
            if item === self.item { return advanceQueue() }
            queued.removeAll { $0 === item }
            item.double.leave()
        }
    }

    func removeAllQueued() {
        world.locked {
            for item in queued { item.double.leave() }
            queued = []
            itemChanged()
        }
    }

    func loop(_ copies: [AVPlayerItem]) {
        world.locked {
            isLooping = true
            adopt(copies, call: "AVPlayerLooper.init")
        }
    }

    func coordinator(of player: AVPlayer) -> AVPlayerPlaybackCoordinator {
        world.locked {
            if let coordinatorMade { return coordinatorMade }
            let made = AVPlayerPlaybackCoordinator(player: player)
            coordinatorMade = made
            return made
        }
    }

    // MARK: Pictures and observers

    func picturesMayChange() {
        for layer in world.liveLayers where layer.player?.double === self { layer.evaluate() }
    }

    func addPeriodic(_ interval: CMTime, _ queue: DispatchQueue?, _ block: @escaping @Sendable (CMTime) -> Void) -> Any
    {
        world.locked {
            let observer = TimeObserver(owner: self, queue: queue, kind: .every(interval, block))
            observers.append(observer)
            linesChanged()
            return observer
        }
    }

    func addBoundary(_ times: [CMTime], _ queue: DispatchQueue?, _ block: @escaping @Sendable () -> Void) -> Any {
        world.locked {
            if times.isEmpty { world.raise("AVPlayer.addBoundaryTimeObserver: no times") }
            let observer = TimeObserver(owner: self, queue: queue, kind: .at(times, block))
            observers.append(observer)
            linesChanged()
            return observer
        }
    }

    func removeObserver(_ token: Any) {
        world.locked {
            guard let observer = token as? TimeObserver, observers.contains(where: { $0 === observer }) else {
                return world.raise("AVPlayer.removeTimeObserver: the token is not this player's")
            }
            observer.stop(world)
            observers.removeAll { $0 === observer }
        }
    }

    private func linesChanged() {
        for observer in observers { observer.plan(item?.double, world) }
    }
}

final class TimeObserver: NSObject, @unchecked Sendable {
    enum Kind {
        case every(CMTime, @Sendable (CMTime) -> Void)
        case at([CMTime], @Sendable () -> Void)
    }

    private weak var owner: PlayerDouble?
    private let queue: DispatchQueue
    private let kind: Kind
    private var order: Int?

    init(owner: PlayerDouble, queue: DispatchQueue?, kind: Kind) {
        self.owner = owner
        self.queue = queue ?? .main
        self.kind = kind
        super.init()
    }

    func stop(_ world: ContractWorld) {
        world.cancel(order)
        order = nil
    }

    /// Calls the periodic block, which is called on jumps as well as periodically.
    func fire(_ time: CMTime) {
        if case .every(_, let block) = kind { queue.async { block(time) } }
    }

    func plan(_ item: ItemDouble?, _ world: ContractWorld) {
        stop(world)
        guard let line = item?.timebase?.lastStretch, line.rate > 0 else { return }
        let host = max(world.now, line.from)
        let time = line.time(atHost: host)
        let target: CMTime?
        switch kind {
        case .every(let interval, _):
            target = time + interval - CMTimeFoldIntoRange(time, foldRange: .init(start: .zero, duration: interval))
        case .at(let times, _): target = times.filter { $0 > time }.min()
        }
        guard let target, target.isNumeric else { return }
        let due = host + Int64(((target - time).seconds / line.rate * 1e9).rounded(.up))
        order = world.schedule(at: max(due, world.now + 1)) { [weak self, weak item] in
            guard let self else { return }
            switch kind {
            case .every(_, let block): queue.async { block(target) }
            case .at(_, let block): queue.async { block() }
            }
            plan(item, world)
        }
    }
}
