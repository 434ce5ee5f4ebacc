#if canImport(AVFoundation)
    import AVFoundation

    /// Samples a player that should show pictures, four times a second, and calls `silent` when `SilenceWatch` finds that
    /// it got no decoder.
    @MainActor
    package final class SilenceLookout {
        private let clock: any GroupClock
        private let sample: @MainActor () -> SilenceWatch.Sample?
        private let silent: @MainActor () -> Void
        private var silence = SilenceWatch()
        private var isUnderWay = false

        /// - Parameter sample: what is seen of the player now; `nil` ends the sampling until the next ``begin(from:)``.
        package init(
            clock: any GroupClock, sample: @escaping @MainActor () -> SilenceWatch.Sample?,
            silent: @escaping @MainActor () -> Void
        ) {
            (self.clock, self.sample, self.silent) = (clock, sample, silent)
        }

        /// Forgets what was seen: the player has another item.
        package func beginAnew() { silence = SilenceWatch() }

        /// Begins to sample at a host time, unless that is under way.
        package func begin(from host: HostTime) {
            guard !isUnderWay else { return }
            isUnderWay = true
            lookAgain(after: host)
        }

        private func lookAgain(after host: HostTime) {
            clock.wake(at: max(host, clock.present).advanced(by: SilenceWatch.interval)) { [weak self] in
                MainQueue.run { self?.look() }
            }
        }

        private func look() {
            guard let sample = sample() else {
                isUnderWay = false
                return silence.interrupt()
            }
            let now = clock.present
            if silence.look(sample, at: now) { silent() }
            lookAgain(after: now)
        }
    }

    extension SilenceWatch.Sample {
        /// What is seen of a player and its current item; `nil`: it has none.
        ///
        /// - Parameters:
        ///   - hasBegun: whether the player should move by now.
        ///   - nominalRate: the video's frame rate in frames a second; `nil`: not known, or a stream, which measures none.
        @MainActor
        package init?(
            of player: AVPlayer, hasBegun: Bool, isOnScreen: Bool, hasPicture: Bool, nominalRate: Double?
        ) {
            guard let item = player.currentItem else { return nil }
            let isReady = item.status == .readyToPlay && player.status == .readyToPlay
            self.init(
                isRunning: isReady && hasBegun && player.rate != 0,
                hasData: item.hasData(ahead: SilenceWatch.leastData), isActive: AppActivity.shared.isActive,
                isOnScreen: isOnScreen, hasPicture: hasPicture, frameRate: item.frameRate(of: nominalRate))
        }
    }

    extension AVPlayerItem {
        /// Whether enough is loaded to show a picture at a time and to go on from there.
        nonisolated func hasData(at time: Duration) -> Bool {
            if isPlaybackLikelyToKeepUp || isPlaybackBufferFull { return true }
            let wanted = time + SilenceWatch.leastData
            let end = Duration(duration).map { min(wanted, $0) } ?? wanted
            return loadedTimeRanges.contains { value in
                let range = value.timeRangeValue
                guard let first = Duration(range.start), let last = Duration(range.end) else { return false }
                // A range may begin with the first frame after the time that was sought.
                return first - ItemSteering.reach <= time && end <= last
            }
        }

        /// The frame rate that the video track measures; `nil` for slow videos, where the value says nothing.
        fileprivate func frameRate(of nominal: Double?) -> Double? {
            guard let nominal, nominal >= SilenceWatch.leastFrameRate,
                let track = tracks.first(where: { $0.assetTrack?.mediaType == .video })
            else { return nil }
            return Double(track.currentVideoFrameRate)
        }
    }
#endif
