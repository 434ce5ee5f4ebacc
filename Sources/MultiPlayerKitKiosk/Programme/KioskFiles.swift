import MultiPlayerKit

/// The state of a kiosk's files: which version of each is shown, which have changed, which are broken and when they are
/// tried again.
struct KioskFiles: Sendable {
    /// The result of a look at a file.
    enum Look: Sendable {
        /// The file's stamp in its directory; `nil`: it does not exist.
        case stamp(FileStamp?)
        /// It was opened and probed.
        case opened(FileStamp, KioskClipFacts)
        case broken(FileStamp, String)
        /// It was gone or replaced by the time it was opened: the next look tells.
        case missed
    }

    /// What a look has changed.
    enum News: Hashable, Sendable {
        case none
        /// The file can be shown, for the first time, or again unchanged.
        case usable
        /// The file was replaced by another.
        case replaced
        case failed(String, retryIn: Duration)
    }

    struct Entry: Sendable {
        /// The version that is shown.
        var stamp: FileStamp?
        var facts: KioskClipFacts?
        /// The version that replaces it at the next seam.
        var pending: (stamp: FileStamp, facts: KioskClipFacts)?
        /// Why it cannot be opened now; players that have it open may go on.
        var failure: String?
        fileprivate var attempts = 0
        fileprivate var tryAt = HostTime(nanoseconds: .min)
        /// The stamp of the last look: a file that is being written changes from look to look.
        fileprivate var seen: FileStamp?
        fileprivate var brokenStamp: FileStamp?
        fileprivate var isOpening = false

        /// The version to open, before its seam as well: players find a file by its path, where no older one is left.
        var newest: (stamp: FileStamp, facts: KioskClipFacts)? {
            if let pending { return pending }
            guard let stamp, let facts else { return nil }
            return (stamp, facts)
        }

        /// The versions to remember: the one that is shown may come back in place of the one that replaces it.
        var stamps: [FileStamp] { [stamp, pending?.stamp].compactMap(\.self) }
    }

    /// A file that cannot be shown is tried again after one second, two, four, up to this.
    static let longestPause = Duration.seconds(60)

    private(set) var entries: [MediaSource: Entry] = [:]
    /// The pause between two looks at all files: a few looks take up a replacement, and each costs microseconds.
    private let interval: Duration
    /// When to look next; `nil`: a look is under way.
    private(set) var nextLook: HostTime?

    init(_ sources: [MediaSource], now: HostTime, interval: Duration = .seconds(1)) {
        for source in sources { entries[source] = Entry() }
        self.interval = interval
        nextLook = now
    }

    var sources: [MediaSource] { Array(entries.keys) }

    /// The current failures of files.
    var failures: [MediaSource: String] { entries.compactMapValues(\.failure) }

    /// Whether the first look at every file is complete.
    var areAllKnown: Bool { entries.values.allSatisfy { $0.facts != nil || $0.failure != nil } }

    /// Whether the directories of all files are to be looked at now; if so, the look is under way from then on.
    mutating func isDue(at now: HostTime) -> Bool {
        guard let next = nextLook, next <= now else { return false }
        nextLook = nil
        return true
    }

    /// Ends a look at the directories and schedules the next.
    mutating func rest(at now: HostTime) { nextLook = now.advanced(by: interval) }

    /// Takes the result of a look. Returns what has changed, and whether the file is to be opened and probed.
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
            // The version that is shown is back, so that nothing replaces it.
            if stamp == entry.stamp { entry.pending = nil }
            if stamp == entry.newest?.stamp {
                // It is there; a failure of its contents stays until a retry succeeds.
                guard entry.failure != nil, entry.brokenStamp != stamp else {
                    return (.none, entry.isDue(at: now) && entry.beginOpening())
                }
                return (entry.mended(), false)
            }
            if !isSettled || (stamp == entry.brokenStamp && !entry.isDue(at: now)) { return (.none, false) }
            return (.none, entry.beginOpening())
        case .opened(let stamp, let facts):
            entry.isOpening = false
            _ = entry.mended()
            if entry.facts == nil || entry.stamp == stamp {
                (entry.stamp, entry.facts, entry.pending) = (stamp, facts, nil)
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

    /// Schedules a look at once: a player had trouble with a file that could be opened.
    mutating func doubt(at now: HostTime) {
        if nextLook != nil { nextLook = now }
    }

    /// Makes the pending version the one that is shown.
    mutating func adopt(_ source: MediaSource) {
        guard let pending = entries[source]?.pending else { return }
        entries[source]?.stamp = pending.stamp
        entries[source]?.facts = pending.facts
        entries[source]?.pending = nil
    }
}

extension KioskFiles.Entry {
    /// Marks the file as being opened; `false`: it was already.
    fileprivate mutating func beginOpening() -> Bool {
        defer { isOpening = true }
        return !isOpening
    }

    /// Whether a broken file is to be tried again.
    fileprivate func isDue(at now: HostTime) -> Bool { failure != nil && now >= tryAt }

    fileprivate mutating func mended() -> KioskFiles.News {
        (failure, attempts, brokenStamp) = (nil, 0, nil)
        return .usable
    }

    /// Reports a failure once, and schedules retries with growing pauses.
    fileprivate mutating func failed(_ reason: String, at now: HostTime, stamp: FileStamp?) -> KioskFiles.News {
        let isNews = failure == nil || failure != reason
        failure = reason
        brokenStamp = stamp
        guard isNews || now >= tryAt else { return .none }
        if isNews { attempts = 0 }
        let pause = min(.seconds(1) * (1 << min(attempts, 10)), KioskFiles.longestPause)
        attempts += 1
        tryAt = now.advanced(by: pause)
        return isNews ? .failed(reason, retryIn: pause) : .none
    }
}

/// What was found when a file was probed.
struct KioskClipFacts: Hashable, Sendable {
    /// The bounds of its frames; `nil`: a still picture.
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

/// What distinguishes one version of a file from another.
struct FileStamp: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64
    var size: Int64
    /// Nanoseconds since 1970.
    var modified: Int64

    /// The stamp of all files on servers: players ask the server themselves.
    static let remote = FileStamp(device: 0, inode: 0, size: 0, modified: 0)
}
