import Foundation

/// How this run of the tests was asked for.
enum TestRun {
    /// Whether each test repeats as often as the guarantees say: `Tests/run --long`.
    static let isLong = ProcessInfo.processInfo.environment["MPK_LONG"] != nil

    /// Whether a sanitizer looks on. It makes everything several times slower, so that only races and bad accesses count.
    static let isSanitized = ProcessInfo.processInfo.environment["MPK_SANITIZED"] != nil
}
