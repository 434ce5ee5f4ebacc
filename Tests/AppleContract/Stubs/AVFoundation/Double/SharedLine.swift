@_spi(Double) import CoreMedia
import FoundationApple

extension ContractWorld {
    /// A line over which several files come at once. What has come of an item is kept until a seek leads out of it.
    public struct SharedLine: Sendable {
        /// Bits a second, for all files together.
        public var rate: Double
        /// The line is cut off for `gap` at the end of each `period`; 0: never.
        public var period = Duration.zero
        public var gap = Duration.zero
        public var want = Line.Want.seeksWait

        public init(rate: Double) { self.rate = rate }
    }

    /// Lets files come over one line from now on, instead of the line that they shared before.
    public func share(_ line: SharedLine, among urls: [URL]) {
        locked {
            let share = Share(line, from: now)
            for url in urls { lines.shares[url] = share }
            bring(over: share)
        }
    }

    func share(of url: URL?) -> Share? { locked { url.flatMap { lines.shares[$0] } } }

    /// Brings what a shared line carries in one step, to all items that want data.
    private func bring(over share: Share) {
        guard lines.shares.values.contains(where: { $0 === share }) else { return }
        let items = livePlayers.flatMap(\.queued).map(\.double).filter { $0.share === share && $0.buffer != nil }
        if !share.isCut(at: now) {
            let takers = items.filter(\.wantsData)
            let whole = takers.reduce(0) { $0 + ($1.buffer?.appetite ?? 0) }
            for item in takers { item.load(bits: share.line.rate * Share.step / 1e9, ofAll: whole) }
        }
        for item in items { item.checkBuffer() }
        schedule(at: now + Int64(Share.step)) { [weak self] in self?.bring(over: share) }
    }
}

/// A shared line in use.
final class Share {
    /// Nanoseconds between two looks at it: about a tick of a display.
    static let step = 20e6
    let line: ContractWorld.SharedLine
    private let begin: Int64

    init(_ line: ContractWorld.SharedLine, from begin: Int64) { (self.line, self.begin) = (line, begin) }

    func isCut(at host: Int64) -> Bool {
        let period = line.period.nanoseconds
        return line.rate <= 0 || (period > 0 && (host - begin) % period >= period - line.gap.nanoseconds)
    }
}

/// What an item has of its file, which comes over a shared line.
extension ItemDouble {
    struct Buffer {
        /// Seconds of item time.
        var range: Range<Double>
        /// Connections do not share a line equally.
        let appetite: Double
    }

    /// Seconds of media without which nothing is shown.
    private static let least = 0.5
    /// Seconds of media that a player loads ahead unless told otherwise.
    private static let most = 30.0

    var share: Share? { world.share(of: url) }

    /// Whether there is too little to begin at the position, or at the one that is sought.
    var lacksData: Bool {
        guard let buffer else { return world.lacksData(url) }
        let end = min(position + Self.least, lastSecond)
        return position < buffer.range.lowerBound || end > buffer.range.upperBound
    }

    /// Whether its line keeps a seek, or a preroll, from being done.
    func waits(for wants: [ContractWorld.Line.Want]) -> Bool {
        buffer != nil && lacksData && share.map { wants.contains($0.line.want) } == true
    }

    var wantsData: Bool {
        let ahead = preferredForwardBufferDuration > 0 ? preferredForwardBufferDuration : Self.most
        return buffer.map { $0.range.upperBound < min(position + ahead, lastSecond) } ?? false
    }

    /// Begins to load at a time, unless it is there.
    func fill(from time: CMTime) {
        guard share != nil else { return buffer = nil }
        let place = time.seconds
        if let range = buffer?.range, range.contains(place) || range.upperBound == place { return }
        let appetite = world.nanoseconds(.nanoseconds(70) ... .nanoseconds(130))
        buffer = Buffer(range: place..<place, appetite: Double(appetite))
        (likelyToKeepUp, bufferFull, bufferEmpty) = (false, false, true)
        world.changed(face)
    }

    func load(bits: Double, ofAll whole: Double) {
        guard let old = buffer, let rate = asset.source(of: .zero)?.media.bitRate, rate > 0 else { return }
        let end = min(old.range.upperBound + bits / rate * old.appetite / whole, lastSecond)
        buffer?.range = old.range.lowerBound..<max(end, old.range.lowerBound)
    }

    /// Stops a player that has played all there is, and says so when there is enough again.
    func checkBuffer() {
        guard let buffer, isReady, let player, player.item?.double === self else { return }
        if seekTarget == nil, player.rate != 0, position >= buffer.range.upperBound, position < lastSecond {
            player.stall()
        } else if !likelyToKeepUp, !lacksData {
            player.refill()
        }
    }

    private var position: Double { (seekTarget ?? currentTime()).seconds }
    private var lastSecond: Double { end.seconds }
}
