#if canImport(AVFoundation)
    import AVFoundation

    extension AVPlayerItem {
        /// Whether at least so much is loaded from the place that plays.
        nonisolated func hasData(ahead least: Duration) -> Bool {
            guard let here = Duration(currentTime()) else { return false }
            return loadedTimeRanges.contains { value in
                let range = value.timeRangeValue
                guard let start = Duration(range.start), let end = Duration(range.end) else { return false }
                return start <= here && here + least <= end
            }
        }
    }
#endif
