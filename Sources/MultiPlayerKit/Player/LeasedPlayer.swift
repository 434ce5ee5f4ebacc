import Synchronization

/// A player and its decoder lease: what groups, feed cells and kiosk tiles drive.
///
/// The lease begins when the player's video is open, before anyone hears of it: nothing decodes without a lease. It ends
/// with ``release()``, and for good with ``end()`` or with this value's last user.
///
/// Pictures, timelines and sound are commanded on ``player`` itself. Calls may come from any thread.
package final class LeasedPlayer: Sendable {
    package let id: MemberID
    package let player: any SteeredPlayer
    private let leases: PlayerLeases
    /// Whether a video has been loaded and not released since.
    private let isInUse = Atomic(false)

    /// - Parameters:
    ///   - id: unlike those of all players of `leases`.
    ///   - name: what the budget calls it, in its reports and reasons.
    ///   - old: the player whose place it gets ready to take; until then it has what all others leave.
    ///   - deliver: hears what the player reports, but for its decoder; on the player's threads.
    package init(
        _ player: any SteeredPlayer, id: MemberID, name: String, isBackground: Bool = false,
        replacing old: MemberID? = nil, in leases: PlayerLeases,
        deliver: @escaping @Sendable (PlayerEvent) -> Void
    ) {
        (self.id, self.player, self.leases) = (id, player, leases)
        leases.add(id, player, name: name, isBackground: isBackground, replacing: old)
        // The leases hold the player.
        player.attach { [weak leases] event in
            switch event {
            case .settled(let grant): leases?.settled(id, grant)
            case .starved(let silently): leases?.starved(id, silently: silently)
            case .loaded(let info, let generation):
                leases?.opened(id, info, generation: generation)
                deliver(event)
            default: deliver(event)
            }
        }
    }

    deinit { end() }

    /// Opens a video; the lease is asked for when that has been done under this generation.
    package func load(_ source: MediaSource, generation: Int) {
        load(generation: generation) {
            player.load(source, generation: generation)
            return nil
        }
    }

    /// The same for players that open a video in more than one way.
    ///
    /// - Parameter load: returns what is known of the video already; `nil` where the player will report it.
    /// - Returns: the same.
    @discardableResult
    package func load<Failure>(
        generation: Int, _ load: () throws(Failure) -> MediaInfo?
    ) throws(Failure) -> MediaInfo? {
        leases.opening(id, generation: generation)
        isInUse.store(true, ordering: .relaxed)
        let info = try load()
        if let info { leases.opened(id, info, generation: generation) }
        return info
    }

    /// Gives decoder and lease back. What was last shown remains on the screen, and another video may be loaded.
    package func release() { giveBack(isGone: false) }

    /// Gives decoder and lease back for good.
    package func end() { giveBack(isGone: true) }

    private func giveBack(isGone: Bool) {
        // First the decoder: the budget gives it to another at once.
        if isInUse.exchange(false, ordering: .relaxed) { player.release() }
        leases.release(id, isGone: isGone)
    }
}
