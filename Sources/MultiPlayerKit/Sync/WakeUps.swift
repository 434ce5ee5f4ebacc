/// The wake-ups a group has asked for and not had yet.
///
/// None is asked for while an earlier one is still to come, because that one asks again: so however often the line
/// changes, only a handful are pending.
struct WakeUps {
    private var pending: [HostTime] = []

    /// The host time to ask for, if `needed` is not covered by what is pending.
    mutating func ask(for needed: HostTime?) -> HostTime? {
        guard let needed, pending.allSatisfy({ $0 > needed }) else { return nil }
        pending.append(needed)
        return needed
    }

    /// Notes that what was asked for by `now` has come; a timer a millisecond early counts as come.
    mutating func came(at now: HostTime) {
        let limit = now.advanced(by: .milliseconds(1))
        pending.removeAll { $0 <= limit }
    }
}
