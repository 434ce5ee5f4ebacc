import Foundation
import Testing

/// How this run of the tests was asked for.
enum TestRun {
    /// Whether each test repeats as often as the guarantees say: `Tests/run --long`.
    static let isLong = ProcessInfo.processInfo.environment["MPK_LONG"] != nil

    /// Of what a guarantee names, as much as such a run has time for: all of it, or a share.
    static func count(_ full: Int, dividedBy share: Int) -> Int { isLong ? full : full / share }

    /// Whether a sanitizer looks on. It makes everything several times slower, so that only races and bad accesses count.
    static let isSanitized = ProcessInfo.processInfo.environment["MPK_SANITIZED"] != nil

    /// Which tests run: those that share the machine, those that have it for themselves; `nil`: both.
    fileprivate static let lane = ProcessInfo.processInfo.environment["MPK_LANE"]
}

extension Trait where Self == ConditionTrait {
    /// Judges pictures, whatever else runs meanwhile.
    static var shared: Self { .disabled(if: TestRun.lane == "alone", "it runs beside others") }

    /// Judges times, and has the machine for itself.
    static var alone: Self { .disabled(if: TestRun.lane == "shared", "it runs alone") }
}
