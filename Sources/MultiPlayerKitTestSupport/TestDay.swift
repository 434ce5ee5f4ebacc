import Foundation

/// The day of a test run, from which follows what is drawn anew each day: clothes of clips, seeds, parts of long lists.
public enum TestDay {
    /// The number in the environment variable `MPK_DAY`, which repeats a run of that day, or the days since 1970 in UTC.
    public static let number: UInt64 =
        ProcessInfo.processInfo.environment["MPK_DAY"].flatMap { UInt64($0) }
        ?? UInt64(Date().timeIntervalSince1970 / 86_400)
}
