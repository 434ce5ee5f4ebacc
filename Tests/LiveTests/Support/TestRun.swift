import Foundation
import MultiPlayerKitTestSupport
import Testing

/// The options of this test run.
enum TestRun {
    /// Whether each test repeats as often as the guarantees say: `Tests/run --long`.
    static let isLong = ProcessInfo.processInfo.environment["MPK_LONG"] != nil

    /// The count that a guarantee names in the long form; otherwise the part of it that a run has time for.
    static func count(_ full: Int, dividedBy share: Int) -> Int { isLong ? full : full / share }

    /// The numbers of a test's cases: all in the long form, otherwise one in so many, others each day.
    static func today(_ full: Int, oneIn share: Int) -> [Int] {
        (0..<full).filter { isLong || ($0 + Int(TestDay.number)) % share == 0 }
    }

    /// Whether a sanitizer is active. It makes everything several times slower, so that only races and bad accesses
    /// count.
    static let isSanitized = ProcessInfo.processInfo.environment["MPK_SANITIZED"] != nil

    /// Which tests run: those that share the machine, or those that have it to themselves; `nil`: both.
    fileprivate static let lane = ProcessInfo.processInfo.environment["MPK_LANE"]
}

extension Trait where Self == ConditionTrait {
    /// For tests that judge pictures, whatever else runs meanwhile.
    static var shared: Self { .disabled(if: TestRun.lane == "alone", "it runs beside others") }

    /// For tests that judge times and have the machine to themselves.
    static var alone: Self { .disabled(if: TestRun.lane == "shared", "it runs alone") }
}
