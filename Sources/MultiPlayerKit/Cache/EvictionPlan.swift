/// Which resources to throw away so that there is room for more.
enum EvictionPlan {
    struct Entry: Equatable, Sendable {
        var name: String
        /// On disk, what belongs to it included.
        var bytes: Int64
        /// Nanoseconds since 1970.
        var usedAt: Int64
        /// A player or a prefetch has it open.
        var isInUse: Bool
    }

    /// - Returns: names in the order of throwing away, those used least recently first; `nil`: there is no room for
    ///   `needed` bytes more even without them.
    static func victims(of entries: [Entry], limit: Int64, needed: Int64) -> [String]? {
        var over = entries.reduce(needed) { $0 + $1.bytes } - limit
        var victims: [String] = []
        guard over > 0 else { return victims }
        let idle = entries.filter { !$0.isInUse }.sorted { ($0.usedAt, $0.name) < ($1.usedAt, $1.name) }
        for entry in idle {
            victims.append(entry.name)
            over -= entry.bytes
            if over <= 0 { return victims }
        }
        return nil
    }
}
