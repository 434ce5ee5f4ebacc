import FoundationApple

/// The lines over which files come, by URL. Guarded by the world's lock.
final class Lines {
    var all: [URL: ContractWorld.Line] = [:]
    var shares: [URL: Share] = [:]
}

extension ContractWorld {
    /// How a file comes over a network. What is loaded of it is lost with the line: a player has no store.
    public struct Line: Sendable {
        /// What a player does that has no data. Apple does not say.
        public enum Want: String, Sendable, CaseIterable {
            /// A seek is done once there is data.
            case seeksWait
            /// A seek is done at once, and a preroll once there is data.
            case prerollsWait
            /// A seek is done at once, and a preroll is refused.
            case prerollsFail
        }

        /// Host times between which no data come, in nanoseconds.
        public var gaps: [Range<Int64>] = []
        public var want = Want.seeksWait
        /// The errors with which the next items fail instead of becoming ready, one each.
        public var failures: [any Error] = []

        public init() {}
    }

    /// Lets a file come over a network from now on; replaces the line before.
    public func setLine(_ line: Line, for url: URL) {
        locked {
            lines.all[url] = line
            for gap in line.gaps {
                schedule(at: gap.lowerBound) { [weak self] in self?.dataEnd(of: url) }
                schedule(at: gap.upperBound) { [weak self] in self?.dataCome(of: url) }
            }
        }
    }

    /// Breaks off what plays, with an error of which the notification alone tells: the item stays ready.
    public func breakOff(_ player: AVPlayer, _ error: any Error) {
        locked {
            post(
                AVPlayerItem.failedToPlayToEndTimeNotification, object: player.double.item,
                userInfo: [AVPlayerItemFailedToPlayToEndTimeErrorKey: error])
            player.double.pauseBySystem(.setRateFailed)
        }
    }

    /// Whether no data of a file come now.
    func lacksData(_ url: URL?) -> Bool { dataTime(url, from: now) > now }

    /// When data of a file come, from a host time on.
    func dataTime(_ url: URL?, from host: Int64) -> Int64 {
        locked { line(of: url)?.gaps.first { $0.contains(host) }?.upperBound ?? host }
    }

    /// When something is done that takes until `host` with data, if it waits for them.
    func due(at host: Int64, of url: URL?, inCase wants: [Line.Want]) -> Int64 {
        locked { line(of: url).map { wants.contains($0.want) } == true ? dataTime(url, from: host) : host }
    }

    /// Whether a preroll that is done at `host` is refused for want of data.
    func refusesPreroll(at host: Int64, of url: URL?) -> Bool {
        locked { line(of: url)?.want == .prerollsFail && dataTime(url, from: host) > host }
    }

    /// Takes the next item's error.
    func takeLineFailure(_ url: URL?) -> (any Error)? {
        locked {
            guard let url, lines.all[url]?.failures.isEmpty == false else { return nil }
            return lines.all[url]?.failures.removeFirst()
        }
    }

    private func line(of url: URL?) -> Line? { url.flatMap { lines.all[$0] } }

    private func doubles(showing url: URL) -> [PlayerDouble] { livePlayers.filter { $0.item?.double.url == url } }

    private func dataEnd(of url: URL) {
        for player in doubles(showing: url) {
            player.stall()
            guard let item = player.item?.double, item.isReady else { continue }
            (item.likelyToKeepUp, item.bufferFull, item.bufferEmpty) = (false, false, true)
            changed(item.face)
        }
    }

    private func dataCome(of url: URL) {
        for player in doubles(showing: url) { player.refill() }
    }
}
