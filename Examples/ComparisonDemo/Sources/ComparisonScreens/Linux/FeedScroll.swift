#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitFeed
    import Synchronization

    /// Where the feed is scrolled to: by the script, or where wheel and keys have sent it, gliding.
    final class FeedScroll: Sendable {
        private struct Glide {
            var from = 0.0
            var to = 0.0
            var begin = HostTime.now

            func place(at host: HostTime) -> Double {
                let share = min(max(begin.duration(to: host).inSeconds / FeedScroll.time, 0), 1)
                // Fast at first, then slower and slower, as a wheel's momentum.
                return to + (from - to) * pow(1 - share, 3)
            }
        }

        /// How long one turn of the wheel glides, in seconds.
        private static let time = 0.35

        private let feed: FeedOptions
        private let end: Double
        private let glide = Mutex(Glide())

        /// - Parameter end: the farthest place, at which the last cell is seen whole.
        init(_ feed: FeedOptions, end: Double) {
            (self.feed, self.end) = (feed, max(end, 0))
        }

        /// - Parameter start: when the first picture was shown; `nil`: that is still to come.
        func place(at host: HostTime, since start: HostTime?) -> Double {
            guard !feed.scroll.isEmpty else { return glide.withLock { $0.place(at: host) } }
            return min(feed.place(after: start.map { $0.duration(to: host) } ?? .zero), end)
        }

        func move(by distance: Double) { aim { $0 + distance } }

        func moveToStart() { aim { _ in 0 } }

        func moveToEnd() { aim { [end] _ in end } }

        private func aim(_ target: (Double) -> Double) {
            let now = HostTime.now
            glide.withLock { glide in
                let place = glide.place(at: now)
                glide = Glide(from: place, to: min(max(target(glide.to), 0), end), begin: now)
            }
        }
    }
#endif
