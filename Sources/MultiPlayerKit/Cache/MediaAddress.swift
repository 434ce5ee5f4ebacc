import Foundation

/// How an address is named where people or logs see it, and where files are.
enum MediaAddress {
    /// The address without what may be secret: user, password, query and fragment.
    static func redacted(_ url: URL) -> String {
        guard !url.isFileURL else { return url.path }
        guard let scheme = url.scheme, let host = url.host else { return "an address" }
        let port = url.port.map { ":\($0)" } ?? ""
        return "\(scheme)://\(host)\(port)\(url.path)" + (url.query == nil ? "" : "?…")
    }

    /// Text that may hold addresses, as messages show it: without users, passwords, queries and fragments. What cannot be
    /// told from a password is left out, too.
    static func redacted(in text: String) -> String {
        var (shown, rest) = ("", text[...])
        while let mark = rest.firstRange(of: "://") {
            shown += rest[..<mark.upperBound]
            rest = rest[mark.upperBound...]
            let end = rest.firstIndex { $0.isWhitespace || "\"'<>".contains($0) } ?? rest.endIndex
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

    /// What tells servers apart, which share out requests among themselves.
    static func server(_ url: URL) -> String {
        "\(url.scheme?.lowercased() ?? "")://\(url.host?.lowercased() ?? ""):\(url.port ?? -1)"
    }

    /// The key unless the app has one: the address without its fragment, which servers never see.
    static func key(_ url: URL) -> String {
        let text = url.absoluteString
        return String(text.prefix { $0 != "#" })
    }
}
