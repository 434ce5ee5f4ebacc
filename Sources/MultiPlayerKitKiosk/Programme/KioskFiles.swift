import MultiPlayerKit

/// What is known of the files of a kiosk: which version of each is shown, which have changed, which are broken and
/// when they are tried again.
struct KioskFiles: Sendable {
    /// What a look has told.
    enum Look: Sendable {
        /// The file as the directory has it; `nil`: there is none.
        case stamp(FileStamp?)
        /// It was opened and looked into.
        case opened(FileStamp, KioskClipFacts)
        case broken(FileStamp, String)
        /// It was to be opened, and was gone or another by then: the next look tells.
        case missed
    }

    /// What has changed by it.
    enum News: Hashable, Sendable {
        case none
        /// It can be shown, for the first time or again, as it was.
        case usable
        /// It is another now.
        case replaced
        case failed(String, retryIn: Duration)
    }

    struct Entry: Sendable {
        /// The version that is shown.
        var stamp: FileStamp?
        var facts: KioskClipFacts?
        /// One that takes its place at the next seam.
        var pending: (stamp: FileStamp, facts: KioskClipFacts)?
        /// Why it cannot be opened now; what is open may go on.
        var failure: String?
        fileprivate var attempts = 0
        fileprivate var tryAt = HostTime(nanoseconds: .min)
        /// Seen once: a file that is being written changes from look to look.
        fileprivate var seen: FileStamp?
        fileprivate var brokenStamp: FileStamp?
        fileprivate var isOpening = false
    }

    /// A file that cannot be shown is tried again after one second, two, four, up to this.
    static let longestPause = Duration.seconds(60)

    private(set) var entries: [MediaSource: Entry] = [:]
    /// Between two looks at all files: a replacement is taken up within a few, and a look costs microseconds.
    private let interval: Duration
    /// `nil`: one is under way.
    private(set) var nextLook: HostTime?

    init(_ sources: [MediaSource], now: HostTime, interval: Duration = .seconds(1)) {
        for source in sources { entries[source] = Entry() }
        self.interval = interval
        nextLook = now
    }

    var sources: [MediaSource] { Array(entries.keys) }

    /// What is wrong with files now.
    var failures: [MediaSource: String] { entries.compactMapValues(\.failure) }

    /// Whether each has been looked at once.
    var areAllKnown: Bool { entries.values.allSatisfy { $0.facts != nil || $0.failure != nil } }

    /// Whether the directory is to be looked at now, for all files at once.
    mutating func isDue(at now: HostTime) -> Bool {
        guard let next = nextLook, next <= now else { return false }
        nextLook = nil
        return true
    }

    /// The look at the directory is over.
    mutating func rest(at now: HostTime) { nextLook = now.advanced(by: interval) }

    /// Takes in what a look has told; says what has changed, and whether it is to be opened and looked into.
    mutating func take(_ look: Look, of source: MediaSource, at now: HostTime) -> (news: News, opens: Bool) {
        guard var entry = entries[source] else { return (.none, false) }
        defer { entries[source] = entry }
        switch look {
        case .stamp(nil):
            entry.seen = nil
            return (entry.failed("there is no such file", at: now, stamp: nil), false)
        case .stamp(let stamp?):
            let isFirst = entry.facts == nil && entry.failure == nil
            let isSettled = isFirst || stamp == entry.seen
            entry.seen = stamp
            if stamp == entry.stamp {
                entry.pending = nil
                // As it was; what is wrong with its contents is known.
                guard entry.failure != nil, entry.brokenStamp != stamp else {
                    return (.none, entry.isDue(at: now) && entry.beginOpening())
                }
                return (entry.mended(), false)
            }
            if stamp == entry.pending?.stamp || !isSettled || (stamp == entry.brokenStamp && !entry.isDue(at: now)) {
                return (.none, false)
            }
            return (.none, entry.beginOpening())
        case .opened(let stamp, let facts):
            entry.isOpening = false
            _ = entry.mended()
            if entry.facts == nil || entry.stamp == stamp {
                (entry.stamp, entry.facts) = (stamp, facts)
                return (.usable, false)
            }
            entry.pending = (stamp, facts)
            return (.replaced, false)
        case .broken(let stamp, let reason):
            entry.isOpening = false
            return (entry.failed(reason, at: now, stamp: stamp), false)
        case .missed:
            entry.isOpening = false
            return (.none, false)
        }
    }

    /// A player could not show it although it could be opened.
    mutating func doubt(at now: HostTime) {
        if nextLook != nil { nextLook = now }
    }

    /// The version that was waiting is the one that is shown from now on.
    mutating func adopt(_ source: MediaSource) {
        guard let pending = entries[source]?.pending else { return }
        entries[source]?.stamp = pending.stamp
        entries[source]?.facts = pending.facts
        entries[source]?.pending = nil
    }
}

extension KioskFiles.Entry {
    /// Whether it was not under way.
    fileprivate mutating func beginOpening() -> Bool {
        defer { isOpening = true }
        return !isOpening
    }

    /// Whether something broken is to be tried again.
    fileprivate func isDue(at now: HostTime) -> Bool { failure != nil && now >= tryAt }

    fileprivate mutating func mended() -> KioskFiles.News {
        (failure, attempts, brokenStamp) = (nil, 0, nil)
        return .usable
    }

    /// Told once; tried again with growing pauses.
    fileprivate mutating func failed(_ reason: String, at now: HostTime, stamp: FileStamp?) -> KioskFiles.News {
        let isNews = failure == nil || failure != reason
        failure = reason
        brokenStamp = stamp
        pending = nil
        guard isNews || now >= tryAt else { return .none }
        if isNews { attempts = 0 }
        let pause = min(.seconds(1) * (1 << min(attempts, 10)), KioskFiles.longestPause)
        attempts += 1
        tryAt = now.advanced(by: pause)
        return isNews ? .failed(reason, retryIn: pause) : .none
    }
}

/// What a look at a file has told.
struct KioskClipFacts: Hashable, Sendable {
    /// The frames it has; `nil`: a still picture.
    var bounds: ItemBounds?

    /// How long the part that a clip uses lasts.
    func length(of clip: KioskConfiguration.Clip) -> Duration? {
        bounds.map { bounds in
            let timeline = MemberTimeline(
                line: GroupLine(anchor: .held(at: .zero)), map: TimeMap(range: clip.range), bounds: bounds)
            return timeline.range.upperBound - timeline.range.lowerBound
        }
    }
}

/// What tells one version of a file from another.
struct FileStamp: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64
    var size: Int64
    /// Nanoseconds since 1970.
    var modified: Int64

    /// Of what lies on a server: players ask that themselves.
    static let remote = FileStamp(device: 0, inode: 0, size: 0, modified: 0)
}
