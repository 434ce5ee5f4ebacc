@_spi(Double) import CoreMedia
@_spi(Double) import FoundationApple
@_spi(Double) import QuartzCore

/// A world in which players keep time as AVPlayer does, against a host clock that a test moves.
///
/// Every object belongs to the world that is current when the object is made. The same seed gives the same history:
/// where Apple's sources disagree or say nothing, the seed decides.
public final class ContractWorld: @unchecked Sendable {
    // Everything below is guarded by `lock`.
    let lock = NSRecursiveLock()
    private var depth = 0
    private var hostNow: Int64
    private var numbers: Numbers
    private var events: [Event] = []
    private var eventCount = 0
    private var dirty: [NSObject] = []
    private var outbox: [Delivery] = []
    private var pendingOnMain = 0
    private var broken: [String] = []
    private var counted = Calls()
    private var library: [URL: Media] = [:]
    private var members: [Weak<PlayerDouble>] = []
    private var layers: [Weak<LayerDouble>] = []
    private var faultsByURL: [URL: Faults] = [:]
    private var general = Faults()
    private var deviceClock: CMClock
    private var stopsAtViolation = false
    private var language = "en"
    private var aheadOfOutputs: Duration?
    private var writing = Writing()
    private var startedReadings: [Reading] = []
    /// Whether a reader that begins within a picture begins with the next one.
    let readersSkip: Bool
    /// Whether a reader hands out a picture that begins where its range ends.
    let readersOverrun: Bool
    let pipelines = Pipelines()
    let lines = Lines()
    let future: FutureAnchors
    /// Whether the timebase stops while a playing item seeks; otherwise it runs on until the seek is done.
    let seeksStopTime: Bool

    /// What a timebase does until the host time of a future anchor has come; sources disagree.
    enum FutureAnchors {
        case holds
        case runsUp
    }

    struct Event {
        let due: Int64
        let order: Int
        let run: () -> Void
    }

    enum Delivery {
        case main(@Sendable () -> Void)
        /// On the main queue or on another thread, as the seed decides.
        case anywhere(@Sendable () -> Void)
    }

    private final class Store: @unchecked Sendable {
        let lock = NSLock()
        var world: ContractWorld?
    }

    private static let store = Store()
    private static let mainKey = DispatchSpecificKey<Bool>()
    private static let markMain: Void = DispatchQueue.main.setSpecific(key: mainKey, value: true)
    private static let workers = DispatchQueue(label: "contract.anywhere", attributes: .concurrent)

    /// The world in which new objects are made. Replacing it also switches the host clock to the new world's.
    public static var current: ContractWorld {
        get {
            if let world = existing { return world }
            let world = ContractWorld(seed: 0)
            install(world)
            return world
        }
        set { install(newValue) }
    }

    /// The current world, if a test has made one.
    static var existing: ContractWorld? { store.lock.withLock { store.world } }

    private static func install(_ world: ContractWorld) {
        store.lock.withLock { store.world = world }
        HostNanoseconds.shared.set { world.now }
        MediaTime.shared.set { Double(world.now) / 1e9 }
    }

    private static let gate = Gate()

    /// Runs `body` while no other test runs one: the process has one current world and one host clock.
    public static func alone<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        await gate.enter()
        defer { gate.leave() }
        return try await body()
    }

    public init(seed: UInt64, hostTime: Int64 = 1_000_000_000_000) {
        _ = Self.markMain
        hostNow = hostTime
        readersSkip = seed.isMultiple(of: 2)
        readersOverrun = seed % 4 >= 2
        numbers = Numbers(seed: seed)
        deviceClock = CMClock(partsPerMillion: 0, from: hostTime, reading: hostTime / 3)
        future = numbers.chance(0.5) ? .holds : .runsUp
        seeksStopTime = numbers.chance(0.5)
    }

    /// Whether the caller runs on the main queue. Asking for the main thread is not enough on Linux, where any thread
    /// may drain the main queue.
    static var isOnMain: Bool {
        DispatchQueue.getSpecific(key: mainKey) ?? Thread.isMainThread
    }

    // MARK: Time

    /// Nanoseconds on the host clock.
    public var now: Int64 { locked { hostNow } }

    /// The host time at which the next event is due.
    public var nextEvent: Int64? { locked { events.map(\.due).min() } }

    /// Moves the host clock and runs the events that are due on the way, in order.
    public func advance(to time: Int64) {
        while true {
            let event: Event? = locked {
                guard
                    let next = events.indices.min(by: {
                        (events[$0].due, events[$0].order) < (events[$1].due, events[$1].order)
                    }),
                    events[next].due <= time
                else {
                    hostNow = max(hostNow, time)
                    return nil
                }
                let event = events.remove(at: next)
                hostNow = max(hostNow, event.due)
                return event
            }
            guard let event else { return }
            locked { event.run() }
        }
    }

    public func advance(by duration: Duration) {
        advance(to: now + duration.nanoseconds)
    }

    /// Lets the machine sleep. The host clock does not advance, and some timebases, chosen by seed, are off afterwards.
    public func sleep(for duration: Duration) {
        locked {
            for player in livePlayers where numbers.chance(0.5) {
                player.shift(by: numbers.nanoseconds(.milliseconds(-400) ... .milliseconds(400)))
            }
        }
    }

    /// Lets the main queue run until no call of this world is pending there.
    public func settle() async {
        var quiet = 0
        while quiet < 3 {
            await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
            await Task.yield()
            quiet = locked { pendingOnMain } == 0 ? quiet + 1 : 0
        }
    }

    /// Advances in steps and lets the main queue run after each, so that the code under test reacts in time.
    public func run(for duration: Duration, step: Duration = .milliseconds(5)) async {
        let end = now + duration.nanoseconds
        await settle()
        while now < end {
            advance(to: min(end, max(now + 1, min(nextEvent ?? end, now + step.nanoseconds))))
            await settle()
        }
    }

    // MARK: Rules broken

    /// Every call for which AVFoundation would have raised an exception, and every call that is known to race.
    public var violations: [String] { locked { broken } }

    /// Whether the process stops at the first violation, to show its stack.
    public var trapsOnViolation: Bool {
        get { locked { stopsAtViolation } }
        set { locked { stopsAtViolation = newValue } }
    }

    public func clearViolations() {
        locked { broken = [] }
    }

    func raise(_ message: String) {
        locked {
            broken.append(message)
            precondition(!stopsAtViolation, "AVFoundation would raise: \(message)")
        }
    }

    func requireMain(_ call: String) {
        if !Self.isOnMain { raise("\(call): off the main actor") }
    }

    // MARK: Calls

    /// The number of calls made on players, by kind.
    public struct Calls: Equatable, Sendable {
        public var seeks = 0
        public var prerolls = 0
        /// Calls of `setRate(_:time:atHostTime:)` at a rate other than 0.
        public var anchors = 0
        /// Calls of `play()` and the like, and rates that were set, other than 0.
        public var plays = 0
        public var replacements = 0
    }

    public var calls: Calls { locked { counted } }

    func count(_ call: WritableKeyPath<Calls, Int>) {
        locked { counted[keyPath: call] += 1 }
    }

    // MARK: Faults

    public var defaultFaults: Faults {
        get { locked { general } }
        set { locked { general = newValue } }
    }

    /// Sets what goes wrong for items of one file, including items already made.
    public func setFaults(_ faults: Faults?, for url: URL) {
        locked { faultsByURL[url] = faults }
    }

    func faults(_ url: URL?) -> Faults {
        locked { url.flatMap { faultsByURL[$0] } ?? general }
    }

    func consumeRefusal(_ url: URL?) -> Bool {
        locked {
            if let url, let faults = faultsByURL[url] {
                guard faults.refusedPrerolls > 0 else { return false }
                faultsByURL[url]?.refusedPrerolls -= 1
                return true
            }
            guard general.refusedPrerolls > 0 else { return false }
            general.refusedPrerolls -= 1
            return true
        }
    }

    /// Sets how much faster than the host clock the audio device runs. Call this before items are made current.
    public func setAudioClock(partsPerMillion: Double) {
        locked {
            deviceClock = CMClock(partsPerMillion: partsPerMillion, from: hostNow, reading: hostNow / 3)
            for player in livePlayers { player.reclock() }
        }
    }

    var audioClock: CMClock { locked { deviceClock } }

    // MARK: Files

    /// What asset writers do.
    public var writers: Writing {
        get { locked { writing } }
        set { locked { writing = newValue } }
    }

    /// What an asset reader reads of a track.
    public struct Reading: Sendable {
        public let type: AVMediaType
        public let timePitch: AVAudioTimePitchAlgorithm
        /// Whether it hands out copies.
        public let copies: Bool
        /// Until it is cancelled: at its end it still holds its decoder.
        public fileprivate(set) var isOpen = true
    }

    /// Everything that readers have been started for, in order.
    public var readings: [Reading] { locked { startedReadings } }

    /// - Returns: the number by which it is ended.
    func begin(_ reading: Reading) -> Int {
        locked {
            startedReadings.append(reading)
            return startedReadings.count - 1
        }
    }

    func endReading(_ number: Int) { locked { startedReadings[number].isOpen = false } }

    // MARK: Media

    /// The person's language, by which sound and subtitles are chosen automatically. A world begins with English.
    public var preferredLanguage: String {
        get { locked { language } }
        set { locked { language = newValue } }
    }

    /// How far ahead video outputs have pictures; asked for later ones, they give the latest. `nil`, as a world begins:
    /// Apple does not say, and they have all.
    public var outputsLookAhead: Duration? {
        get { locked { aheadOfOutputs } }
        set { locked { aheadOfOutputs = newValue } }
    }

    public func register(_ url: URL, _ media: Media) {
        locked { library[url] = media }
    }

    func media(_ url: URL) -> Media? {
        locked { library[url] }
    }

    // MARK: What lives

    public struct Live: Equatable, Sendable {
        public var players = 0
        /// Items that belong to a living player.
        public var items = 0
        public var outputs = 0
        /// Layers that hold a player.
        public var layers = 0
        public var observations = 0
        public var timeObservers = 0

        public init(
            players: Int = 0, items: Int = 0, outputs: Int = 0, layers: Int = 0, observations: Int = 0,
            timeObservers: Int = 0
        ) {
            self.players = players
            self.items = items
            self.outputs = outputs
            self.layers = layers
            self.observations = observations
            self.timeObservers = timeObservers
        }
    }

    public var live: Live {
        // Count these first: the registry reads values under its own lock, so it must not be asked under this one.
        let observations = KeyValueRegistry.shared.count(world: ObjectIdentifier(self))
        return locked {
            let players = livePlayers
            let items = players.flatMap(\.queued)
            return Live(
                players: players.count, items: items.count, outputs: items.reduce(0) { $0 + $1.double.outputs.count },
                layers: liveLayers.filter { $0.player != nil }.count,
                observations: observations,
                timeObservers: players.reduce(0) { $0 + $1.timeObserverCount })
        }
    }

    /// The living players, in the order in which they were made.
    public var players: [AVPlayer] { locked { livePlayers.compactMap(\.face) } }

    public func players(showing url: URL) -> [AVPlayer] {
        locked { livePlayers.filter { $0.item?.double.url == url }.compactMap(\.face) }
    }

    var livePlayers: [PlayerDouble] { members.compactMap(\.value).filter { $0.isAlive } }
    var liveLayers: [LayerDouble] { layers.compactMap(\.value) }

    func enrol(_ player: PlayerDouble) {
        locked { members.append(Weak(player)) }
    }

    func enrol(_ layer: LayerDouble) {
        locked { layers.append(Weak(layer)) }
    }

    func forget(_ player: PlayerDouble) {
        locked { members.removeAll { $0.value == nil || $0.value === player } }
    }

    // MARK: Inside

    /// Runs `body` under the lock, then delivers what it caused outside the lock.
    func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock.lock()
        depth += 1
        defer {
            depth -= 1
            var changed: [NSObject] = []
            var out: [Delivery] = []
            if depth == 0, !(dirty.isEmpty && outbox.isEmpty) {
                swap(&changed, &dirty)
                swap(&out, &outbox)
            }
            lock.unlock()
            if !(changed.isEmpty && out.isEmpty) { hand(out: out, changed: changed) }
        }
        return try body()
    }

    /// Notes that observed values of `object` may have changed.
    func changed(_ object: NSObject?) {
        guard let object, !dirty.contains(where: { $0 === object }) else { return }
        dirty.append(object)
    }

    /// Tells the observers of an object of another module what has changed of it.
    @_spi(Double) public func announceChanges(of object: NSObject) {
        locked { changed(object) }
    }

    func deliver(_ delivery: Delivery) {
        outbox.append(delivery)
    }

    private func hand(out: [Delivery], changed: [NSObject]) {
        for object in changed {
            for delivery in KeyValueRegistry.shared.deliveries(for: object) { onMain(delivery) }
        }
        for delivery in out {
            switch delivery {
            case .main(let call): onMain(call)
            case .anywhere(let call): locked { numbers.chance(0.5) } ? onMain(call) : elsewhere(call)
            }
        }
    }

    private func onMain(_ call: @escaping @Sendable () -> Void) {
        lock.lock()
        pendingOnMain += 1
        lock.unlock()
        DispatchQueue.main.async { [self] in
            call()
            lock.lock()
            pendingOnMain -= 1
            lock.unlock()
        }
    }

    /// Calls on another thread and waits, so that the call ends before the clock moves on and a seed gives one history.
    private func elsewhere(_ call: @escaping @Sendable () -> Void) {
        let done = DispatchSemaphore(value: 0)
        Self.workers.async {
            call()
            done.signal()
        }
        let result = Self.waiting { done.wait(timeout: .now() + 5) }
        if result == .timedOut { raise("a callback blocked for five seconds") }
    }

    @discardableResult
    func schedule(at due: Int64, _ run: @escaping () -> Void) -> Int {
        locked {
            eventCount += 1
            events.append(Event(due: max(due, hostNow), order: eventCount, run: run))
            return eventCount
        }
    }

    /// Runs at a host time, or as soon after it as `lacks` no longer holds. Its number stays the same.
    func schedule(at due: Int64, while lacks: @escaping () -> Bool, _ run: @escaping () -> Void) -> Int {
        locked {
            eventCount += 1
            put(eventCount, at: due, while: lacks, run)
            return eventCount
        }
    }

    private func put(_ order: Int, at due: Int64, while lacks: @escaping () -> Bool, _ run: @escaping () -> Void) {
        events.append(
            Event(due: max(due, hostNow), order: order) { [unowned self] in
                if lacks() { put(order, at: hostNow + Int64(Share.step), while: lacks, run) } else { run() }
            })
    }

    func schedule(in range: ClosedRange<Duration>, _ run: @escaping () -> Void) {
        locked { _ = schedule(at: hostNow + numbers.nanoseconds(range), run) }
    }

    func cancel(_ order: Int?) {
        guard let order else { return }
        locked { events.removeAll { $0.order == order } }
    }

    func chance(_ probability: Double) -> Bool { locked { numbers.chance(probability) } }
    func nanoseconds(_ range: ClosedRange<Duration>) -> Int64 { locked { numbers.nanoseconds(range) } }

    /// Posts a notification: on any thread and soon, but not within the call that causes it.
    func post(
        _ name: NSNotification.Name, object: AnyObject?, userInfo: [String: any Sendable] = [:], onMain: Bool = false
    ) {
        let parcel = Parcel(object: object, userInfo: userInfo)
        schedule(in: .zero ... .milliseconds(3)) { [weak self] in
            let call: @Sendable () -> Void = {
                NotificationCenter.default.post(name: name, object: parcel.object, userInfo: parcel.userInfo)
            }
            self?.deliver(onMain ? .main(call) : .anywhere(call))
        }
    }

    /// Calls a completion handler in the way that the file's faults determine.
    func answer(_ completion: (@Sendable (Bool) -> Void)?, _ value: Bool, url: URL?) {
        guard let completion else { return }
        let call: @Sendable () -> Void = { completion(value) }
        switch faults(url).completions {
        case .once: schedule(at: now) { [weak self] in self?.deliver(.anywhere(call)) }
        case .late(let delay): schedule(at: now + delay.nanoseconds) { [weak self] in self?.deliver(.anywhere(call)) }
        case .never: break
        case .twice:
            for delay in [0, 2_000_000] as [Int64] {
                schedule(at: now + delay) { [weak self] in self?.deliver(.anywhere(call)) }
            }
        }
    }
}

/// Lets one caller in at a time, in the order of arrival.
private final class Gate: @unchecked Sendable {
    private let lock = NSLock()
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func enter() async {
        await withCheckedContinuation { continuation in
            let isFirst = lock.withLock {
                if isTaken { waiting.append(continuation) }
                defer { isTaken = true }
                return !isTaken
            }
            if isFirst { continuation.resume() }
        }
    }

    func leave() {
        let next = lock.withLock {
            isTaken = !waiting.isEmpty
            return waiting.isEmpty ? nil : waiting.removeFirst()
        }
        next?.resume()
    }
}

private struct Parcel: @unchecked Sendable {
    let object: AnyObject?
    let userInfo: [String: any Sendable]
}

final class Weak<Object: AnyObject>: @unchecked Sendable {
    private(set) weak var value: Object?

    init(_ value: Object) {
        self.value = value
    }
}

/// SplitMix64: the same seed gives the same history on every machine.
struct Numbers {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func chance(_ probability: Double) -> Bool {
        Double(next() >> 11) / Double(1 << 53) < probability
    }

    mutating func nanoseconds(_ range: ClosedRange<Duration>) -> Int64 {
        let (low, high) = (range.lowerBound.nanoseconds, range.upperBound.nanoseconds)
        return low + Int64(next() % UInt64(high - low + 1))
    }
}

extension Duration {
    var nanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}
