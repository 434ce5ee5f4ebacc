import FoundationApple

/// The decoders of a device, shared by all players of a world.
///
/// An item takes one when it becomes ready and gives it back soon after leaving its player. A prepared player is
/// assumed to hold its decoder whether or not it plays. Guarded by the world's lock.
final class Pipelines {
    /// `nil` means no limit.
    var count: Int?
    var refusal = ContractWorld.DecoderRefusal.loud
    var releaseDelay: ClosedRange<Duration> = .milliseconds(100) ... .milliseconds(700)
    /// Held by items.
    var held = 0
    /// Given back, but not yet free.
    var returning = 0
    var refused = 0
}

extension ContractWorld {
    /// How a device signals that it has no decoder left.
    public enum DecoderRefusal: String, Sendable, CaseIterable {
        /// The item fails with −11839, or the player refuses to preroll.
        case loud
        /// Everything seems fine, but no picture comes.
        case silent
    }

    /// Limits the device's decoders from now on; `nil`, the initial state, means no limit.
    public func limitDecoders(to count: Int?, _ refusal: DecoderRefusal = .loud) {
        locked { (pipelines.count, pipelines.refusal) = (count, refusal) }
    }

    /// How long a decoder takes to become free again. The default is 100 to 700 ms, by seed.
    public var decoderReleaseDelay: ClosedRange<Duration> {
        get { locked { pipelines.releaseDelay } }
        set { locked { pipelines.releaseDelay = newValue } }
    }

    /// The number of decoders that items hold now.
    public var decodersHeld: Int { locked { pipelines.held } }

    /// The number of decoders refused so far.
    public var decodersRefused: Int { locked { pipelines.refused } }

    /// Lets the system silently take the decoder of a playing player for something else.
    public func loseDecoder(of player: AVPlayer) {
        locked { player.double.item?.double.loseDecoder() }
    }
}

extension ItemDouble {
    enum Decoder {
        case none, held
        /// Refused, either silently or by a refusal to preroll.
        case denied(refusesPreroll: Bool)
    }

    var isDark: Bool {
        if case .denied = decoder { return true }
        return faults.isSilent
    }

    var refusesPreroll: Bool {
        if case .denied(true) = decoder { return true }
        return false
    }

    private var holdsDecoder: Bool {
        if case .held = decoder { return true }
        return false
    }

    /// Takes a decoder for an item that becomes ready. Returns the error if the item fails for lack of one.
    func takeDecoder() -> (any Error)? {
        let pipelines = world.pipelines
        guard let count = pipelines.count, asset.media?.hasVideo != false, !holdsDecoder else { return nil }
        guard pipelines.held + pipelines.returning >= count else {
            pipelines.held += 1
            decoder = .held
            return nil
        }
        pipelines.refused += 1
        switch pipelines.refusal {
        case .silent: decoder = .denied(refusesPreroll: false)
        case .loud:
            // Whether an app sees the failed item or the refused preroll first depends on when it looks.
            guard world.chance(0.25) else { return ContractWorld.decoderBusy }
            decoder = .denied(refusesPreroll: true)
        }
        return nil
    }

    func giveDecoderBack() {
        defer { decoder = .none }
        guard holdsDecoder else { return }
        let pipelines = world.pipelines
        pipelines.held -= 1
        pipelines.returning += 1
        world.schedule(in: pipelines.releaseDelay) { pipelines.returning -= 1 }
    }

    /// Hands the decoder on to the next item of the same player.
    func passDecoder(to next: ItemDouble) {
        guard holdsDecoder else { return }
        decoder = .none
        next.decoder = .held
    }

    func loseDecoder() {
        giveDecoderBack()
        decoder = .denied(refusesPreroll: false)
    }
}
