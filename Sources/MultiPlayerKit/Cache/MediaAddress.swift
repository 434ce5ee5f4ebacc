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
