#if os(Linux) || os(macOS)
    import MultiPlayerKitTestSupport

    /// What ffprobe may report for one property of colour.
    enum CarriedTag {
        /// What the clip says if it is tagged, nothing otherwise.
        case asTagged
        /// Nothing, whatever the clip says: neither codec nor container has a place for it.
        case never
        /// What the clip says, tagged or not: the codec leaves no choice.
        case always
        /// What the clip says or nothing: versions of ffmpeg differ.
        case either

        func allows(_ probed: String?, _ name: String, isTagged: Bool) -> Bool {
            switch self {
            case .asTagged: probed == (isTagged ? name : nil)
            case .never: probed == nil
            case .always: probed == name
            case .either: probed == nil || probed == name
            }
        }
    }

    extension IndexClip {
        /// What codec and container state of range, matrix, and primaries with transfer curve.
        var carriedTags: (range: CarriedTag, matrix: CarriedTag, curve: CarriedTag) {
            switch (codec, container) {
            case (.h264, _) where pixels == .gray: (.asTagged, .either, .asTagged)
            case (.h264, _): (.asTagged, .asTagged, .asTagged)
            case (.h265, _), (.vp9, _), (.av1, _): (.always, .asTagged, .asTagged)
            case (.vp8, _): (.asTagged, .asTagged, .asTagged)
            case (.mpeg1, _): (.always, .never, .never)
            case (.mpeg2, _): (.always, .asTagged, .asTagged)
            case (.mjpeg, .avi): (.always, .always, .never)
            case (.mjpeg, _): (.always, .always, .asTagged)
            case (.prores, _): (.either, .asTagged, .asTagged)
            case (.flv1, _): (.either, .asTagged, .asTagged)
            case (.qtrle, _): (.never, .asTagged, .asTagged)
            case (.utvideo, .avi): (.never, .always, .never)
            case (.png, .avi): (.either, .either, .never)
            case (_, .avi): (.never, .never, .never)
            default: (.asTagged, .asTagged, .asTagged)
            }
        }

        /// The pixel format that ffmpeg's decoder hands on.
        var probedPixels: String {
            switch (codec, pixels) {
            case (.h264, .gray): "yuv420p"
            case (.h264, .bgr24): "gbrp"
            // Alpha is in a stream of its own.
            case (.vp8, _), (.vp9, .yuva420p): "yuv420p"
            // ProRes 4444 may have 12 bits.
            case (.prores, .yuv444p10): "yuv444p12le"
            case (.prores, .yuva444p10): "yuva444p12le"
            default: pixels.rawValue
            }
        }
    }

    extension IndexClip.Codec {
        /// ffprobe's name of the codec.
        var probedName: String {
            switch self {
            case .h265: "hevc"
            case .mpeg1: "mpeg1video"
            case .mpeg2: "mpeg2video"
            case .dnxhr: "dnxhd"
            case .raw: "rawvideo"
            case .dv: "dvvideo"
            default: rawValue
            }
        }
    }

    extension PatchColour {
        /// Whether coding and rounding explain the distance. A wrong matrix or range moves a component by 10 or more.
        func isClose(to other: PatchColour) -> Bool {
            max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue)) <= 4
        }
    }
#endif
