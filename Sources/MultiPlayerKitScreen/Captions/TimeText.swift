import MultiPlayerKit

/// A time as people read and hear it.
struct TimeText: Equatable {
    private let isNegative: Bool
    private let hours: Int64
    private let minutes: Int64
    private let seconds: Int64
    private let hundredths: Int64

    /// Hundredths are truncated, not rounded, so that a frame's time never reads as the next frame's.
    init(_ time: Duration) {
        let whole = Int64(clamping: time.nanoseconds.magnitude) / 10_000_000
        isNegative = time.nanoseconds < 0 && whole > 0
        hundredths = whole % 100
        seconds = whole / 100 % 60
        minutes = whole / 6_000 % 60
        hours = whole / 360_000
    }

    /// `1:02:03.45`, `2:03.45`.
    var shown: String {
        let tail = "\(Self.twoDigits(seconds)).\(Self.twoDigits(hundredths))"
        let sign = isNegative ? "−" : ""
        return hours > 0
            ? "\(sign)\(hours):\(Self.twoDigits(minutes)):\(tail)" : "\(sign)\(minutes):\(tail)"
    }

    /// `1:02:03`, `2:03`: whole seconds, which VoiceOver reads as a time.
    var spoken: String {
        let sign = isNegative ? "−" : ""
        return hours > 0
            ? "\(sign)\(hours):\(Self.twoDigits(minutes)):\(Self.twoDigits(seconds))"
            : "\(sign)\(minutes):\(Self.twoDigits(seconds))"
    }

    private static func twoDigits(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
