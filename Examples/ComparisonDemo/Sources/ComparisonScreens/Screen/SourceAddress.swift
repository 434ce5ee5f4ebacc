import Foundation
import MultiPlayerKit
import MultiPlayerKitCache

/// What a person writes to name a video: a path, or an address with a scheme.
enum SourceAddress {
    /// The URL that is meant; `nil` for an address that no URL can hold.
    ///
    /// Only `scheme://` makes an address: a path may hold any other character, colons and percent signs too.
    static func url(_ text: String) -> URL? {
        guard let colon = text.range(of: "://"), isScheme(text[..<colon.lowerBound]) else {
            return URL(fileURLWithPath: text)
        }
        return URL(string: text)
    }

    /// The same for reports: an address without what may be secret in it.
    static func shown(_ text: String) -> String {
        guard let url = url(text), !url.isFileURL else { return text }
        return MediaSource(url: url).redactedAddress
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20)
    }
}

extension ScreenOptions {
    /// A video as the options allow it to be opened.
    func source(_ url: URL, cache: MediaCache? = nil) -> MediaSource {
        var source = MediaSource(url: url, cache: cache)
        source.allowsRemote = allowsRemote
        return source
    }
}
