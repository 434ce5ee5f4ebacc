import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Text for logs and terminals, the same in every locale.
package enum PlainText {
    /// Returns one line without control characters: names come from files, and a terminal obeys what it is sent.
    package static func line(_ text: String) -> String {
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
    package static func localTime(_ seconds: Double) -> String {
        // Years of four digits only.
        guard abs(seconds) < 2.5e11 else { return "?" }
        var time = time_t(seconds.rounded(.down))
        var parts = tm()
        localtime_r(&time, &parts)
        return String(
            format: "%04d-%02d-%02d %02d:%02d:%02d", Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1,
            Int(parts.tm_mday), Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec))
    }

    /// A length of time in its two largest units: `3 d 4 h`, `2 min 5 s`, `1.5 s`, `20 ms`.
    package static func span(_ seconds: Double) -> String {
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

/// The forms of an address: for people and logs, for telling servers apart, and as a key for stored files.
package enum MediaAddress {
    /// The address without the parts that may be secret: user, password, query and fragment.
    package static func redacted(_ url: URL) -> String {
        guard !url.isFileURL else { return url.path }
        guard let scheme = url.scheme, let host = url.host else { return "an address" }
        let port = url.port.map { ":\($0)" } ?? ""
        return "\(scheme)://\(host)\(port)\(url.path)" + (url.query == nil ? "" : "?…")
    }

    /// Returns text that may contain addresses as messages show it: without users, passwords, queries and fragments.
    /// What cannot be told from a password is left out, too.
    package static func redacted(in text: String) -> String {
        var (shown, rest) = ("", text[...])
        while let mark = rest.firstRange(of: "://") {
            shown += rest[..<mark.upperBound]
            // An apostrophe may be part of an address, and ends it only where one stands before it.
            let isQuoted = rest[..<mark.lowerBound].last { !$0.isLetter && !$0.isNumber && !"+-.".contains($0) } == "'"
            rest = rest[mark.upperBound...]
            let end =
                rest.firstIndex { $0.isWhitespace || "\"<>".contains($0) || isQuoted && $0 == "'" } ?? rest.endIndex
            var address = rest[..<end]
            rest = rest[end...]
            let secret = address.firstIndex { "?#".contains($0) }
            // A password may hold anything, a question mark or a slash as well.
            if let at = address.lastIndex(of: "@"), address[..<at].contains(":") || !address[..<at].contains("/") {
                address = address[address.index(after: at)...]
            }
            let query = address.firstIndex { "?#".contains($0) }
            shown += address[..<(query ?? address.endIndex)]
            if secret != nil { shown += "?…" }
        }
        return shown + rest
    }

    /// Identifies a server, for limits that apply per server.
    package static func server(_ url: URL) -> String {
        "\(url.scheme?.lowercased() ?? "")://\(url.host?.lowercased() ?? ""):\(url.port ?? -1)"
    }

    /// The default key, if the app sets none: the address without its fragment, which servers never see.
    package static func key(_ url: URL) -> String {
        let text = url.absoluteString
        return String(text.prefix { $0 != "#" })
    }
}
