import Foundation
import Synchronization

/// The decoder leases of players that are shown together, each of them a ``LeasedPlayer``: tells the budget what they would
/// like, and players what they may decode.
package final class PlayerLeases: Sendable {
    private struct Member {
        let player: any SteeredPlayer
        let name: String
        let isBackground: Bool
        /// The member whose place it gets ready to take, out of sight.
        var replaces: MemberID?
        /// The load that is waited for, or has been answered.
        var generation: Int?
        var info: MediaInfo?
        var lease: LeaseID?
        var priority: PlaybackPriority
        var size: CGSize?
        /// Share of the screen; `nil`: not known.
        var area: Double?
        var isAudible = false
        /// Seconds of video per second of host time, while it plays.
        var pace = 1.0
        var log: TierLog
        /// The reason for its grant.
        var reason = ""

        /// Whether it is seen beside others of the same importance.
        var isCompared: Bool { !isBackground && replaces == nil }
    }

    private struct State {
        var members: [MemberID: Member] = [:]
        var movesTogether = true
        /// Whether several members show one instant.
        var isComparison: Bool {
            movesTogether && members.values.count { $0.isCompared && $0.info != nil } > 1
        }
    }

    /// The area assumed for members that are not, or not yet, on a stage: the same for all, so that none gains by
    /// coming first.
    private static let unknownArea = 0.25

    private let budget: DecoderBudget?
    private let clock: any GroupClock
    private let family: DecodeDemand.Family?
    private let publish: @Sendable (GroupEvent) -> Void
    private let usage: @Sendable (MemberID) -> DecoderBudget.Usage
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "MultiPlayerKit.leases")
    /// Lends decoders for single pictures.
    package let loans: DecoderLoan.Counter

    /// - Parameters:
    ///   - budget: shares out the decoders; `nil`: every member decodes everything.
    ///   - usage: what a member has used, except for processor time.
    package init(
        budget: DecoderBudget?, clock: any GroupClock,
        usage: @escaping @Sendable (MemberID) -> DecoderBudget.Usage,
        publish: @escaping @Sendable (GroupEvent) -> Void
    ) {
        (self.budget, self.clock, self.usage, self.publish) = (budget, clock, usage, publish)
        family = budget?.newFamily()
        loans = DecoderLoan.Counter(budget)
    }

    deinit {
        let leases = state.withLock { state in state.members.values.compactMap(\.lease).sorted() }
        for lease in leases { budget?.leave(lease) }
    }

    // MARK: Coming and going

    func add(
        _ id: MemberID, _ player: any SteeredPlayer, name: String, isBackground: Bool, replacing old: MemberID?
    ) {
        let now = clock.present
        let (isCompared, movesTogether, size) = state.withLock { state in
            let former = old.flatMap { state.members[$0] }
            let member = Member(
                player: player, name: name, isBackground: isBackground, replaces: old,
                priority: former?.priority ?? (isBackground ? .ambient : .normal), size: former?.size,
                area: former?.area, log: TierLog(.poster, since: now))
            state.members[id] = member
            return (member.isCompared, state.movesTogether, member.size)
        }
        player.setCompared(movesTogether && isCompared)
        if !isCompared { player.prioritize(.ambient) }
        if let size { player.display(at: size) }
    }

    /// A member that got ready out of sight is now the one in its place: it counts like the others.
    func takeOver(_ id: MemberID) {
        let (member, movesTogether) = state.withLock { state in
            state.members[id]?.replaces = nil
            return (state.members[id], state.movesTogether)
        }
        guard let member else { return }
        member.player.setCompared(movesTogether && member.isCompared)
        member.player.prioritize(member.priority)
        refresh(id)
    }

    /// A member is to open a video.
    func opening(_ id: MemberID, generation: Int) {
        state.withLock { $0.members[id]?.generation = generation }
    }

    /// A member's video is open: from here on it may decode. Its first grant has reached the player when this returns.
    /// An answer to an earlier load, or one that comes after the release, changes nothing.
    func opened(_ id: MemberID, _ info: MediaInfo, generation: Int) {
        let (member, others) = state.withLock { state -> (Member?, [MemberID]) in
            guard state.members[id]?.generation == generation else { return (nil, []) }
            let wasAlone = !state.isComparison
            state.members[id]?.info = info
            // The second member makes it a comparison, for the first as well.
            let others = wasAlone && state.isComparison ? state.members.keys.filter { $0 != id } : []
            return (state.members[id], others)
        }
        defer { others.forEach(refresh) }
        guard let member else { return }
        guard let budget, member.player.traits.tiers.count > 1 else {
            return state.withLock { $0.members[id]?.log.move(to: .full, at: clock.present) }
        }
        if let lease = member.lease {
            if let demand = demand(of: id) { budget.change([lease: demand]) }
            return
        }
        guard let demand = demand(of: id) else { return }
        let player = member.player
        let lease = budget.join(
            demand,
            DecoderBudget.Holder(
                take: { [weak self] grant, reason in
                    self?.note(id, reason)
                    player.decode(grant)
                },
                usage: { [usage, weak player] in
                    var usage = usage(id)
                    usage.decodingTime = player?.decodingTime()
                    return usage
                }))
        let isGone = state.withLock { state -> Bool in
            guard state.members[id]?.generation == generation else { return true }
            state.members[id]?.lease = lease
            return false
        }
        if isGone { budget.leave(lease) }
    }

    /// Notes that a member holds nothing any more and, with `isGone`, will not come back.
    func release(_ id: MemberID, isGone: Bool) {
        let now = clock.present
        let (lease, others) = state.withLock { state -> (LeaseID?, [MemberID]) in
            let (lease, wasComparison) = (state.members[id]?.lease, state.isComparison)
            state.members[id]?.generation = nil
            state.members[id]?.info = nil
            state.members[id]?.lease = nil
            state.members[id]?.log.move(to: .still, at: now)
            if isGone { state.members[id] = nil }
            return (lease, wasComparison && !state.isComparison ? Array(state.members.keys) : [])
        }
        if let lease { budget?.leave(lease) }
        others.forEach(refresh)
    }

    // MARK: What players report

    func settled(_ id: MemberID, _ grant: DecodeGrant) {
        let now = clock.present
        let (lease, news) = state.withLock { state -> (LeaseID?, GroupEvent?) in
            guard let member = state.members[id] else { return (nil, nil) }
            let from = member.log.tier
            state.members[id]?.log.move(to: grant.tier, at: now)
            // The first tier is not a change.
            let isNews = from != grant.tier && from != .poster
            return (
                member.lease,
                isNews ? .tierChanged(id, from: from, to: grant.tier, reason: member.reason) : nil
            )
        }
        if let lease { budget?.settled(lease, grant) }
        if let news { publish(news) }
    }

    func starved(_ id: MemberID, silently: Bool) {
        if let lease = state.withLock({ $0.members[id]?.lease }) { budget?.starved(lease, silently: silently) }
    }

    // MARK: What matters

    /// Whether members take the same tier, so that a comparison stays fair.
    package var movesTogether: Bool {
        get { state.withLock(\.movesTogether) }
        set {
            let members = state.withLock { state in
                state.movesTogether = newValue
                return state.members.sorted { $0.key < $1.key }
            }
            for (_, member) in members { member.player.setCompared(newValue && member.isCompared) }
            for (id, _) in members { refresh(id) }
        }
    }

    package func priority(of id: MemberID) -> PlaybackPriority? { state.withLock { $0.members[id]?.priority } }

    package func setPriority(_ priority: PlaybackPriority, of id: MemberID) {
        let player = state.withLock { state in
            state.members[id]?.priority = priority
            for next in state.members.keys where state.members[next]?.replaces == id {
                state.members[next]?.priority = priority
            }
            return state.members[id]?.player
        }
        player?.prioritize(priority)
        refresh(id)
    }

    package func setAudible(_ audible: MemberID?) {
        let changed = state.withLock { state -> [MemberID] in
            let changed = state.members.keys.filter { state.members[$0]?.isAudible != ($0 == audible) }
            for id in changed { state.members[id]?.isAudible = id == audible }
            // Refresh the previous audible member first: it must not be spared for a sound that it no longer has.
            return changed.sorted { ($0 == audible ? 1 : 0, $0) < ($1 == audible ? 1 : 0, $1) }
        }
        changed.forEach(refresh)
    }

    /// Sets how fast members play: seconds of video per second of host time. A pause does not change it.
    func setPaces(_ paces: [MemberID: Double]) {
        let changed = state.withLock { state in
            let changed = paces.filter { id, pace in state.members[id].map { $0.pace != pace } ?? false }
            for (id, pace) in changed { state.members[id]?.pace = pace }
            return changed.keys.compactMap { id in state.members[id]?.lease.map { (id, $0) } }
        }
        // All at once: with one tile at its new pace and the others at their old one, the plan would fit neither.
        let demands = changed.compactMap { id, lease in demand(of: id).map { (lease, $0) } }
        if !demands.isEmpty { budget?.change(Dictionary(uniqueKeysWithValues: demands)) }
    }

    /// Sets the sizes at which members are shown and of their screen, in pixels; members left out cannot be seen.
    package func display(_ sizes: [MemberID: CGSize], on screen: CGSize) {
        display(on: screen) { sizes[$0] ?? .zero }
    }

    /// Sets the sizes of some members, on one of several screens; members left out keep theirs.
    package func resize(_ sizes: [MemberID: CGSize], on screen: CGSize) {
        display(on: screen) { sizes[$0] }
    }

    private func display(on screen: CGSize, _ size: (MemberID) -> CGSize?) {
        let all = max(screen.width * screen.height, 1)
        let changed = state.withLock { state -> [(MemberID, any SteeredPlayer, CGSize)] in
            state.members.sorted { $0.key < $1.key }.compactMap { id, member in
                guard let size = size(member.replaces ?? id), member.size != size else { return nil }
                state.members[id]?.size = size
                state.members[id]?.area = min(size.width * size.height / all, 1)
                return (id, member.player, size)
            }
        }
        for (_, player, size) in changed { player.display(at: size) }
        // Planning for a whole grid takes longer than a stage may wait within a tick.
        queue.async { [weak self] in
            for (id, _, _) in changed { self?.refresh(id) }
        }
    }

    // MARK: Reading

    /// A member's tier now, and how long it has had each.
    package func tiers(of id: MemberID) -> (tier: DecodeTier, durations: [DecodeTier: Duration])? {
        let now = clock.present
        return state.withLock { $0.members[id].map { ($0.log.tier, $0.log.durations(until: now)) } }
    }

    // MARK: Inside

    private func note(_ id: MemberID, _ reason: String) {
        state.withLock { $0.members[id]?.reason = reason }
    }

    private func refresh(_ id: MemberID) {
        guard let lease = state.withLock({ $0.members[id]?.lease }), let demand = demand(of: id) else { return }
        budget?.change([lease: demand])
    }

    private func demand(of id: MemberID) -> DecodeDemand? {
        state.withLock { state -> DecodeDemand? in
            guard let member = state.members[id], let info = member.info else { return nil }
            let moves = state.isComparison && member.isCompared
            // Each member would leave out frames of other instants: all could show the same one only now and then.
            let tiers = member.player.traits.tiers.subtracting(moves ? [.reducedFrameRate] : [])
            let rungs = DecodeLadder.rungs(
                renditions: info.renditions.map { DecodeLadder.StreamFacts($0, of: info) },
                tiers: tiers, tileHeight: member.size.map { Int($0.height.rounded(.up)) }, pace: member.pace,
                hasShownPicture: true)
            return DecodeDemand(
                name: member.name, rungs: rungs, priority: member.replaces == nil ? member.priority : .ambient,
                area: member.area ?? Self.unknownArea,
                isAudible: member.isAudible, isBackground: !member.isCompared,
                family: state.movesTogether && member.isCompared ? family : nil)
        }
    }
}

extension DecodeLadder.StreamFacts {
    init(_ rendition: MediaInfo.Rendition, of info: MediaInfo) {
        self.init(
            codedWidth: Int(rendition.size.width), codedHeight: Int(rendition.size.height),
            // Files of variable frame rate state none; phones record 30 frames a second on average.
            framesPerSecond: info.frameRate?.perSecond ?? 30, bitsPerSecond: rendition.bitRate, keyFrameDistance: nil)
    }
}
