/// When a stage shows stand-ins for a target that takes long: after a while without a new picture.
struct StandInTiming {
    /// The exact picture of a near key frame comes within this, and a stand-in before it would only cost the time to draw
    /// it; fifteen pictures a second are still seen as movement.
    private static let wait = Duration.milliseconds(60)

    private var barrier: Int?
    private var since: HostTime?

    /// - Parameters:
    ///   - barrier: the one whose target is on its way, if any.
    ///   - isNew: whether the tick shows another picture than the one before.
    mutating func isDue(for barrier: Int?, at host: HostTime, isNew: Bool) -> Bool {
        if isNew || since == nil || self.barrier == nil { since = host }
        self.barrier = barrier
        guard barrier != nil, let since else { return false }
        return since.duration(to: host) >= Self.wait
    }

    mutating func shown(at host: HostTime) { since = host }
}
