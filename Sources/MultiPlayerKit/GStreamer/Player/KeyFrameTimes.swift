#if canImport(CGStreamer)
    /// The key frames that decoding has met so far, and what they say about the way to a target.
    struct KeyFrameTimes {
        /// Item times, in order.
        private var times: [Duration] = []

        mutating func note(_ time: Duration) {
            guard !times.contains(time) else { return }
            times.insert(time, at: times.firstIndex { $0 > time } ?? times.endIndex)
        }

        /// Whether decoding on leads to a target sooner than a seek to the last key frame before it does.
        ///
        /// A seek repeats all that was decoded since the key frame, unless another one lies on the way. Encoders limit
        /// the distance of key frames, so one is presumed at the longest distance met so far. Where nothing is known,
        /// decoding on for at most as long again takes at most twice as long as the better choice.
        ///
        /// - Parameters:
        ///   - target: item time.
        ///   - last: what has been decoded.
        ///   - key: where decoding began.
        func isSooner(_ target: Duration, from last: Duration, since key: Duration) -> Bool {
            guard target - last <= last - key, !times.contains(where: { last < $0 && $0 <= target }) else {
                return false
            }
            guard let longest = zip(times.dropFirst(), times).map({ $0 - $1 }).max() else { return true }
            return target < max(times.last { $0 <= last } ?? key, key) + longest
        }
    }
#endif
