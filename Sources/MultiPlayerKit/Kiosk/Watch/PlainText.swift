import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Words for logs and terminals, the same in every language setting.
enum PlainText {
    /// In one line and without control characters: names come from files, and a terminal obeys what it is sent.
    static func line(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: result.append(" ")
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// A time since 1970 by the local clock: `2026-03-01 09:00:00`.
    static func localTime(_ seconds: Double) -> String {
        // Years of four digits only.
        guard abs(seconds) < 2.5e11 else { return "?" }
        var time = time_t(seconds.rounded(.down))
        var parts = tm()
        localtime_r(&time, &parts)
        return String(
            format: "%04d-%02d-%02d %02d:%02d:%02d", Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1,
            Int(parts.tm_mday), Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec))
    }

    /// How long, in its two largest units: `3 d 4 h`, `2 min 5 s`, `1.5 s`, `20 ms`.
    static func span(_ seconds: Double) -> String {
        guard abs(seconds) < 1e12 else { return "?" }
        if seconds < 0 { return "-" + span(-seconds) }
        if seconds < 0.000_999_5 { return short(seconds * 1_000_000) + " µs" }
        if seconds < 0.999_5 { return short(seconds * 1_000) + " ms" }
        if seconds < 59.95 { return short(seconds) + " s" }
        let whole = Int(seconds.rounded())
        if whole < 3_600 { return "\(whole / 60) min \(whole % 60) s" }
        if whole < 86_400 { return "\(whole / 3_600) h \(whole % 3_600 / 60) min" }
        return "\(whole / 86_400) d \(whole % 86_400 / 3_600) h"
    }

    /// A number below a thousand with one decimal place, or none.
    private static func short(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
