#if os(Linux) || os(macOS)
    extension EncoderArguments {
        /// The encoder and its options.
        var codec: [String] {
            encoder + (clip.scan == .progressive ? [] : ["-flags:v", "+ildct+ilme"])
        }

        private var encoder: [String] {
            // One thread: the result must not depend on the machine.
            let common = ["-threads", "1", "-g", "\(clip.gop)"]
            let intra = ["-threads", "1"]
            switch clip.codec {
            case .h264, .h265: return named + common
            case .vp8, .vp9:
                let name = clip.codec == .vp8 ? "libvpx" : "libvpx-vp9"
                let rate = clip.grain ? constantRate : ["-crf", "12", "-b:v", clip.codec == .vp8 ? "4M" : "0"]
                return ["-c:v", name, "-deadline", "realtime", "-cpu-used", "7", "-auto-alt-ref", "0"]
                    + ["-lag-in-frames", "0"] + rate + common
            case .av1: return av1 + common
            case .mpeg4, .mpeg2, .mpeg1:
                let name = ["mpeg4": "mpeg4", "mpeg2": "mpeg2video", "mpeg1": "mpeg1video"][clip.codec.rawValue] ?? ""
                return ["-c:v", name, "-sc_threshold", "1000000000", "-bf", "\(clip.bFrames)"] + mpegRate + common
            case .wmv2: return ["-c:v", "wmv2"] + mpegRate + common
            // Coefficients reach only up to 254 times the quantiser: at 3, a cell that turns from black to white stays
            // grey.
            case .h263: return ["-c:v", "h263", "-q:v", "6"] + common
            case .flv1: return ["-c:v", "flv"] + mpegRate + common
            case .theora: return ["-c:v", "libtheora", "-q:v", "9"] + common
            case .qtrle: return ["-c:v", "qtrle"] + common
            // Keeps plain full-range frames from being taken for limited range and stretched.
            case .mjpeg: return ["-c:v", "mjpeg", "-strict", "unofficial"] + mpegRate + intra
            case .prores: return ["-c:v", "prores_ks"] + prores + intra
            case .dnxhr: return ["-c:v", "dnxhd", "-profile:v", dnxhrProfile] + intra
            case .ffv1: return ["-c:v", "ffv1", "-level", "3"] + intra
            case .huffyuv: return ["-c:v", "huffyuv"] + intra
            case .utvideo: return ["-c:v", "utvideo"] + intra
            case .raw: return ["-c:v", "rawvideo"]
            case .png: return ["-c:v", "png"] + intra
            case .dv: return ["-c:v", "dvvideo"] + intra
            }
        }

        /// A buffer of one second keeps short clips to the rate as well.
        private var steadyRate: [String] {
            let rate = "\(clip.grainBitRate)"
            return ["-b:v", rate, "-maxrate", rate, "-bufsize", rate]
        }

        private var constantRate: [String] { steadyRate + ["-minrate", "\(clip.grainBitRate)"] }

        private var mpegRate: [String] { clip.grain && !clip.codec.isIntraOnly ? steadyRate : ["-q:v", "3"] }

        private var named: [String] {
            let rate = clip.grain ? steadyRate : ["-crf", "20"]
            guard clip.codec == .h265 else {
                let name = clip.pixels.isRGB ? "libx264rgb" : "libx264"
                var parameters = clip.openGOP ? ["open-gop=1"] : []
                if clip.scan != .progressive { parameters.append(clip.scan == .topFieldFirst ? "tff=1" : "bff=1") }
                // Takes 0.6 of the time of veryfast; decoders see the same tools and as many reference frames.
                return ["-c:v", name, "-preset", "superfast", "-sc_threshold", "0", "-bf", "\(clip.bFrames)"]
                    + ["-b_strategy", "0"] + rate
                    + (parameters.isEmpty ? [] : ["-x264-params", parameters.joined(separator: ":")])
            }
            var parameters = ["log-level=error:pools=none:frame-threads=1:open-gop=\(clip.openGOP ? 1 : 0)"]
            parameters.append("scenecut=0:b-adapt=0:bframes=\(clip.bFrames):keyint=\(clip.gop):min-keyint=\(clip.gop)")
            if clip.colour.transfer == .pq && clip.colour.isTagged {
                // A screen of 1000 cd/m² with P3 primaries, on which most footage was mastered.
                parameters.append("hdr10=1:max-cll=1000,400")
                parameters.append(
                    "master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)")
            }
            let tag = [.mp4, .mov, .fragmentedMP4].contains(clip.container) ? ["-tag:v", "hvc1"] : []
            return ["-c:v", "libx265", "-preset", "ultrafast"] + tag
                + ["-x265-params", parameters.joined(separator: ":")] + rate
        }

        /// SVT-AV1 where possible: 4:2:0 with even sides of at least 64 pixels, without grain. It takes a third of
        /// libaom's time.
        private var av1: [String] {
            let isPlain = clip.pixels == .yuv420p || clip.pixels == .yuv420p10
            let rate = clip.grain ? steadyRate : ["-crf", "25"]
            guard isPlain, clip.width % 2 == 0, clip.height % 2 == 0, min(clip.width, clip.height) >= 64, !clip.grain
            else {
                return ["-c:v", "libaom-av1", "-usage", "realtime", "-cpu-used", "8", "-lag-in-frames", "0"]
                    + (clip.grain ? rate : rate + ["-b:v", "0"])
            }
            // The faster presets of SVT-AV1 2.3 (Debian 13) leave blocks of the previous frame in an index code.
            return ["-c:v", "libsvtav1", "-preset", "10", "-svtav1-params", "lp=1"] + rate
        }

        private var prores: [String] {
            switch clip.pixels {
            case .yuv444p10: ["-profile:v", "4444"]
            case .yuva444p10: ["-profile:v", "4444", "-alpha_bits", "16"]
            default: ["-profile:v", "standard"]
            }
        }

        private var dnxhrProfile: String {
            switch clip.pixels {
            case .yuv422p10: "dnxhr_hqx"
            case .yuv444p10: "dnxhr_444"
            default: "dnxhr_sq"
            }
        }
    }
#endif
