/// What a budget has learned of its device, to begin with the next time.
struct BudgetMemory: Codable, Equatable, Sendable {
    /// Decoders at once; `nil`: never refused.
    var sessions: Int?
    /// Work a second (``DecodeCost/work``), where the processor's use is not measured; `nil`: never too much.
    var work: Double?
    /// Processor seconds of one unit of work; `nil`: not measured.
    var secondsPerWork: Double?

    /// Whether the difference is worth keeping.
    func isFar(from other: BudgetMemory) -> Bool {
        func far(_ left: Double?, _ right: Double?) -> Bool {
            guard let left, let right else { return (left == nil) != (right == nil) }
            return abs(left - right) > 0.05 * max(abs(left), abs(right))
        }
        return sessions != other.sessions || far(work, other.work) || far(secondsPerWork, other.secondsPerWork)
    }
}
