import Synchronization

@testable import MultiPlayerKit

/// What a player has reported.
final class Heard: Sendable {
    private let events = Mutex<[PlayerEvent]>([])

    func add(_ event: PlayerEvent) { events.withLock { $0.append(event) } }

    var hasLoaded: Bool { events.withLock { $0.contains { if case .loaded = $0 { true } else { false } } } }

    /// The generations of the videos that were loaded.
    var loaded: [Int] {
        events.withLock { $0.compactMap { if case .loaded(_, let generation) = $0 { generation } else { nil } } }
    }

    /// How the player has decoded, one after the other.
    var tiers: [DecodeTier] {
        events.withLock { $0.compactMap { if case .settled(let grant) = $0 { grant.tier } else { nil } } }
    }

    /// The lines that second players came with.
    var handovers: [MemberTimeline?] {
        events.withLock { $0.compactMap { if case .handedOver(let line) = $0 { line } else { nil } } }
    }

    var stalls: Int { events.withLock { $0.count { if case .stalled = $0 { true } else { false } } } }
    /// How often somebody else moved it.
    var moves: Int { events.withLock { $0.count { if case .moved = $0 { true } else { false } } } }

    func isPrepared(_ generation: Int) -> Bool {
        events.withLock { events in
            events.contains { if case .prepared(generation) = $0 { true } else { false } }
        }
    }

    var failures: [String] {
        events.withLock { events in
            events.compactMap {
                switch $0 {
                case .failed(let error, _), .refused(let error, _): error.description
                default: nil
                }
            }
        }
    }
}
