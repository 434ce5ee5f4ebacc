#if canImport(AVFoundation)
    import Foundation
    import MultiPlayerKit

    /// The names of media types: servers' MIME types, file extensions, and Apple's uniform type identifiers, the only
    /// ones that AVFoundation's loader accepts.
    enum MediaTypeName {
        private struct Kind {
            var identifier: String
            /// The first is the one to use.
            var mimeTypes: [String]
            var extensions: [String]
        }

        private static let kinds = [
            Kind(identifier: "public.mpeg-4", mimeTypes: ["video/mp4"], extensions: ["mp4", "mpg4"]),
            Kind(identifier: "com.apple.m4v-video", mimeTypes: ["video/x-m4v"], extensions: ["m4v"]),
            Kind(identifier: "com.apple.quicktime-movie", mimeTypes: ["video/quicktime"], extensions: ["mov", "qt"]),
            Kind(identifier: "public.3gpp", mimeTypes: ["video/3gpp", "audio/3gpp"], extensions: ["3gp", "3gpp"]),
            Kind(
                identifier: "public.mpeg-2-transport-stream", mimeTypes: ["video/mp2t"], extensions: ["ts", "m2ts"]),
            Kind(
                identifier: "com.apple.m4a-audio", mimeTypes: ["audio/mp4", "audio/x-m4a", "audio/m4a"],
                extensions: ["m4a"]),
            Kind(identifier: "public.mp3", mimeTypes: ["audio/mpeg", "audio/mp3"], extensions: ["mp3"]),
            Kind(identifier: "public.aac-audio", mimeTypes: ["audio/aac", "audio/x-aac"], extensions: ["aac"]),
            Kind(
                identifier: "com.microsoft.waveform-audio", mimeTypes: ["audio/wav", "audio/x-wav", "audio/vnd.wave"],
                extensions: ["wav"]),
        ]

        private static let playlists: Set = [
            "application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/mpegurl", "audio/x-mpegurl",
        ]

        static func isPlaylist(_ mimeType: String?) -> Bool { mimeType.map(playlists.contains) ?? false }

        /// What it may be, the likeliest first: by its server, by its name, and otherwise what most videos are. None
        /// when the server says that it is something else altogether, such as a page of text.
        static func identifiers(of mimeType: String?, _ url: URL) -> [String] {
            let said = kinds.filter { kind in mimeType.map(kind.mimeTypes.contains) ?? false }
            guard mayPlay(mimeType) else { return [] }
            let named = kinds.filter { $0.extensions.contains(url.pathExtension.lowercased()) }
            let all = said + named + (said.isEmpty && named.isEmpty ? [kinds[0]] : [])
            return all.map(\.identifier).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }

        /// A MIME type that AVFoundation knows.
        static func mimeType(_ told: String?, of url: URL) -> String {
            if let told, kinds.contains(where: { $0.mimeTypes.contains(told) }) { return told }
            let named = kinds.first { $0.extensions.contains(url.pathExtension.lowercased()) }
            return (named ?? kinds[0]).mimeTypes[0]
        }

        static func fileExtension(of url: URL) -> String {
            let told = url.pathExtension.lowercased()
            return kinds.contains { $0.extensions.contains(told) } ? told : kinds[0].extensions[0]
        }

        /// Whether it may name what plays. Servers that do not know a file's type send none, or one of these; what they
        /// call another kind of video or sound may still be one that plays.
        private static func mayPlay(_ mimeType: String?) -> Bool {
            guard let mimeType else { return true }
            return mimeType == "application/octet-stream" || mimeType == "binary/octet-stream"
                || mimeType.hasPrefix("video/") || mimeType.hasPrefix("audio/")
        }
    }
#endif
