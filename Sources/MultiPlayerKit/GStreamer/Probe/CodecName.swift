#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// The human-readable name of a codec.
    struct CodecName {
        let text: String

        init(_ caps: UnsafeMutablePointer<GstCaps>) {
            let type = mpk_caps_name(caps).map { String(cString: $0) } ?? ""
            func field(_ name: String) -> String? {
                guard let text = mpk_caps_text(caps, name) else { return nil }
                defer { g_free(text) }
                return String(cString: text)
            }
            switch type {
            case "video/mpeg":
                text = field("mpegversion").map { $0 == "4" ? "MPEG-4 Visual" : "MPEG-\($0) Video" } ?? "MPEG Video"
            case "video/x-prores": text = Self.prores[field("variant") ?? ""] ?? "ProRes"
            case "video/x-avi-unknown": text = Self.letters(caps)
            case "video/x-unknown": text = field("fourcc") ?? field("codec-id") ?? ""
            case "video/x-wmv": text = field("wmvversion") == "3" ? "WMV 9" : "WMV"
            default:
                let last = type.split(separator: "/").last.map(String.init) ?? type
                let plain = last.hasPrefix("x-") ? String(last.dropFirst(2)) : last
                text = Self.names[type] ?? plain.uppercased()
            }
        }

        /// The media types that the AVI and Matroska demuxers give to an unknown codec.
        static let unknown: Set = ["video/x-avi-unknown", "video/x-unknown"]

        private static let names = [
            "video/x-h264": "H.264", "video/x-h265": "HEVC", "video/x-h266": "VVC", "video/x-h263": "H.263",
            "video/x-vp8": "VP8", "video/x-vp9": "VP9", "video/x-av1": "AV1", "video/x-raw": "uncompressed",
            "image/jpeg": "Motion JPEG", "image/png": "PNG", "image/x-jpc": "JPEG 2000", "image/x-j2c": "JPEG 2000",
            "image/jp2": "JPEG 2000", "video/x-dnxhd": "DNxHD", "video/x-gst-fourcc-AVdh": "DNxHR",
            "video/x-ffv": "FFV1", "video/x-theora": "Theora",
            "video/x-huffyuv": "HuffYUV", "video/x-rle": "QuickTime Animation", "video/x-divx": "DivX",
            "video/x-xvid": "Xvid", "video/x-flash-video": "Sorenson Spark", "video/x-cineform": "CineForm",
            "video/x-dv": "DV", "video/x-dirac": "Dirac", "video/x-cinepak": "Cinepak",
        ]

        private static let prores = [
            "proxy": "ProRes 422 Proxy", "lt": "ProRes 422 LT", "standard": "ProRes 422", "hq": "ProRes 422 HQ",
            "4444": "ProRes 4444", "4444xq": "ProRes 4444 XQ",
        ]

        /// The four letters by which an AVI file names a codec that GStreamer has no media type for.
        private static func letters(_ caps: UnsafeMutablePointer<GstCaps>) -> String {
            guard let structure = gst_caps_get_structure(caps, 0) else { return "" }
            // The demuxer stores it as a signed number.
            let code = guint(bitPattern: mpk_structure_int(structure, "fourcc", 0))
            return String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: code >> ($0 * 8)) }, as: UTF8.self)
        }
    }

    extension ErrorTranslation {
        /// Translates a failure; names the codec if no decoder for it is installed.
        func translate(_ failure: GStreamerFailure, codec: String) -> PlaybackError {
            let error = translate(failure)
            guard error.code == .codecUnknown, !codec.isEmpty else { return error }
            return make(
                .codecUnknown, "no decoder for its codec (\(codec)) is installed",
                "install gstreamer1.0-libav; if it is there, convert it to H.264", failure)
        }
    }
#endif
