@_spi(Double) import CoreMedia
@_spi(Double) import FoundationApple

// What the system does to players, triggered by a test, and what a test may ask about players.
extension ContractWorld {
    /// Lets the buffer run empty. Without automatic waiting, the rate falls to 0 and stays there.
    ///
    /// - Parameters:
    ///   - delay: how long after the notification of the stall the player stops.
    ///   - length: how long it takes until there is enough media again; `nil`: 100 to 900 ms, by seed.
    public func stall(_ player: AVPlayer, after delay: Duration = .zero, lasting length: Duration? = nil) {
        locked { player.double.stall(after: delay, lasting: length) }
    }

    /// Sets what the current item says of its buffer, whatever is loaded: Apple does not say how much that is.
    public func setBuffer(of player: AVPlayer, isLikelyToKeepUp: Bool, isFull: Bool) {
        locked {
            guard let item = player.double.item?.double else { return }
            (item.likelyToKeepUp, item.bufferFull) = (isLikelyToKeepUp, isFull)
            changed(item.face)
        }
    }

    /// Makes the current item fail, by default with `.decoderTemporarilyUnavailable` over −12913.
    public func failItem(of player: AVPlayer, _ error: any Error = ContractWorld.decoderBusy) {
        locked { player.double.item?.double.fail(error) }
    }

    public func fail(_ player: AVPlayer, _ error: any Error) {
        locked { player.double.fail(error) }
    }

    /// "The decoder required for this media is busy."
    public static var decoderBusy: any Error {
        AVError(.decoderTemporarilyUnavailable, underlyingStatus: -12913)
    }

    /// Makes the outputs that are attached now return no more buffers.
    public func wedgeOutputs(of player: AVPlayer) {
        locked {
            for output in player.double.item?.double.outputs ?? [] {
                (output as? AVPlayerItemVideoOutput)?.isWedged = true
            }
        }
    }

    /// Makes the line of a running player jump, as after a hiccup of its clock.
    public func shift(_ player: AVPlayer, by duration: Duration) {
        locked { player.double.shift(by: duration.nanoseconds) }
    }

    /// Pauses players that show video, unless their policy lets them continue.
    public func enterBackground() {
        locked {
            for player in livePlayers
            where player.item?.double.hasEnabledVideo == true && player.backgroundPolicy != .continuesIfPossible {
                player.pauseBySystem(.appBackgrounded)
            }
        }
    }

    /// - Parameter pausesSilent: whether players without sound are paused as well; Apple does not say.
    @available(macOS, unavailable)
    public func beginInterruption(pausesSilent: Bool = false) {
        interrupt(pausesSilent: pausesSilent)
    }

    /// Interrupts the sound because its device is gone, as the system does for an app in Now Playing, beside the change
    /// of route. No end follows.
    @available(macOS, unavailable)
    @available(tvOS, unavailable)
    public func interruptForLostDevice() {
        interrupt([AVAudioSessionInterruptionReasonKey: AVAudioSession.InterruptionReason.routeDisconnected.rawValue])
    }

    @available(macOS, unavailable)
    private func interrupt(_ more: [String: any Sendable] = [:], pausesSilent: Bool = false) {
        locked {
            for player in livePlayers where pausesSilent || player.item?.double.hasEnabledAudio == true {
                player.pauseBySystem(.audioSessionInterrupted)
            }
            var info = more
            info[AVAudioSessionInterruptionTypeKey] = AVAudioSession.InterruptionType.began.rawValue
            post(
                AVAudioSession.interruptionNotification, object: AVAudioSession.sharedInstance(), userInfo: info,
                onMain: true)
        }
    }

    @available(macOS, unavailable)
    public func endInterruption(shouldResume: Bool) {
        var info: [String: any Sendable] = [
            AVAudioSessionInterruptionTypeKey: AVAudioSession.InterruptionType.ended.rawValue
        ]
        if shouldResume {
            info[AVAudioSessionInterruptionOptionKey] = AVAudioSession.InterruptionOptions.shouldResume.rawValue
        }
        post(
            AVAudioSession.interruptionNotification, object: AVAudioSession.sharedInstance(), userInfo: info,
            onMain: true)
    }

    /// Changes the audio route. Unplugged headphones pause the audible players; other changes pause nothing.
    @available(macOS, unavailable)
    public func changeRoute(_ reason: AVAudioSession.RouteChangeReason) {
        locked {
            if reason == .oldDeviceUnavailable {
                for player in livePlayers where player.item?.double.hasEnabledAudio == true {
                    player.pauseBySystem(.setRateCalled)
                }
            }
            post(
                AVAudioSession.routeChangeNotification, object: AVAudioSession.sharedInstance(),
                userInfo: [AVAudioSessionRouteChangeReasonKey: reason.rawValue])
        }
    }

    /// Makes all existing players and items fail for good. Those made afterwards work.
    @available(macOS, unavailable)
    public func resetMediaServices() {
        locked {
            for player in livePlayers { player.fail(AVError(.mediaServicesWereReset)) }
            post(
                AVAudioSession.mediaServicesWereResetNotification, object: AVAudioSession.sharedInstance(), onMain: true
            )
        }
    }

    /// The current item's time at a host time, as its timebase has it now; `nil` without a timebase.
    public func itemTime(of player: AVPlayer, at host: Int64) -> CMTime? {
        locked { player.double.item?.double.timebase?.time(atHost: host) }
    }

    /// The item time of the picture due at `host`, clamped to the item; `nil` while no picture exists. A `nil` host
    /// time means now.
    ///
    /// Needs no layer; for the layers, see ``isShowing(_:)``.
    public func displayedTime(of player: AVPlayer, at host: Int64? = nil) -> CMTime? {
        locked {
            guard let item = player.double.item?.double, let time = item.timebase?.time(atHost: host ?? now),
                item.picture(at: .zero) != nil
            else { return nil }
            return CMTimeMinimum(CMTimeMaximum(time, .zero), item.duration)
        }
    }

    /// ``displayedTime(of:at:)`` in seconds.
    public func displayedItemTime(of player: AVPlayer, at host: Int64? = nil) -> Double? {
        displayedTime(of: player, at: host)?.seconds
    }

    public func displayedFrame(of player: AVPlayer, at host: Int64? = nil) -> Frame? {
        locked {
            guard let time = displayedTime(of: player, at: host) else { return nil }
            return player.double.item?.double.picture(at: time)?.frame
        }
    }

    /// Whether some layer of this player is ready for display.
    public func isShowing(_ player: AVPlayer) -> Bool {
        locked { liveLayers.contains { $0.player === player && $0.isReady } }
    }
}

extension ContractWorld.Faults {
    /// When the end of an item is announced and when the rate falls; on devices either comes first.
    public enum End: Sendable {
        /// The rate falls, and the notification follows within three milliseconds.
        case together
        /// The rate falls this much later than the end is announced. Time stands still meanwhile.
        case before(Duration)
        /// The end is announced this much later than the rate falls.
        case after(Duration)
        /// The rate falls, and that is all.
        case unannounced
    }
}

extension AVPlayer: _KeyValueOwner {
    nonisolated public var keyValueWorld: ObjectIdentifier { ObjectIdentifier(double.world) }
}

extension AVPlayerItem: _KeyValueOwner {
    nonisolated public var keyValueWorld: ObjectIdentifier { ObjectIdentifier(double.world) }
}

extension AVPlayerLayer: _KeyValueOwner {
    public var keyValueWorld: ObjectIdentifier { ObjectIdentifier(double.world) }
}
