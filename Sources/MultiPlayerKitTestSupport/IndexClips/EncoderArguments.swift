#if os(Linux) || os(macOS)
    import Foundation

    /// The arguments with which `ffmpeg` turns raw frames on its standard input into a clip.
    struct EncoderArguments {
        let clip: IndexClip

        /// Arguments for coding into a file; the last one is its path.
        func coding(into path: String) -> [String] {
            var words =
                Self.quiet + [
                    "-f", "rawvideo", "-pixel_format", clip.pixels.drawnName,
                    "-video_size", "\(clip.width)x\(clip.height)",
                ]
            words += ["-framerate", "\(clip.frameRate.numerator)/\(clip.frameRate.denominator)", "-i", "pipe:0"]
            words += audioInput
            words += ["-map", "0:v"] + (clip.audio == nil ? [] : ["-map", "1:a"])
            words += ["-vf", filters, "-fps_mode", "passthrough"] + timing
            words += codec + audioCodec
            words += ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact"]
            return words + start + container + [path]
        }

        /// Arguments for the second step of a variant: copying packets of the plain clip into another file.
        func copying(_ source: String, into path: String) -> [String] {
            let withoutEditList = ["-use_editlist", "0", "-avoid_negative_ts", "make_zero"]
            let (start, options): ([String], [String]) =
                switch clip.variant {
                case .plain: ([], [])
                case .lateStart: ([], withoutEditList)
                case .cut(let frame): (["-ss", seconds(ofFrame: frame)], [])
                case .cutWithoutEditList(let frame): (["-ss", seconds(ofFrame: frame)], withoutEditList)
                }
            return Self.quiet + start + ["-i", source] + Self.copy + options + container + [path]
        }

        /// Arguments for adding another clip's video track in front; this clip's stays the default.
        func adding(_ other: String, inFrontOf source: String, into path: String) -> [String] {
            let tracks = ["-map", "0:v", "-map", "1", "-disposition:v:0", "0", "-disposition:v:1", "default"]
            return Self.quiet + ["-i", other, "-i", source] + tracks + Self.copy + container + [path]
        }

        private static let quiet = ["-hide_banner", "-nostdin", "-loglevel", "error", "-y"]
        private static let copy = ["-c", "copy", "-map_metadata", "-1", "-fflags", "+bitexact"]

        /// The start of a cut, rounded up to a microsecond so that the frame before is never included.
        private func seconds(ofFrame frame: Int) -> String {
            let parts = clip.presentationTime(ofFrame: frame).components
            let micros = (parts.attoseconds + 999_999_999_999) / 1_000_000_000_000
            return "\(parts.seconds * 1_000_000 + micros)us"
        }

        private var filters: String {
            var chain = ["setsar=\(clip.pixelAspect.numerator)/\(clip.pixelAspect.denominator)"]
            if !clip.frameDurations.isEmpty {
                let count = clip.frameDurations.count
                let turn = clip.frameDurations.reduce(0, +)
                let starts = clip.frameDurations.indices.map { clip.frameDurations.prefix($0).reduce(0, +) }
                chain.append("settb=1/1000,setpts='floor(N/\(count))*\(turn)+\(choice(of: starts))'")
            }
            if clip.pixels.drawnName != clip.pixels.rawValue { chain.append("format=\(clip.pixels.rawValue)") }
            switch clip.scan {
            case .progressive: break
            case .topFieldFirst: chain.append("setfield=tff")
            case .bottomFieldFirst: chain.append("setfield=bff")
            }
            return (chain + tags).joined(separator: ",")
        }

        /// Tags the frames, not the encoder: newer versions of ffmpeg convert frames that differ from the encoder's
        /// settings.
        private var tags: [String] {
            let colour = clip.colour
            guard colour.isTagged else {
                // JPEG has full range; a frame that does not say so is recorded as limited range.
                return clip.codec == .mjpeg ? ["setparams=range=pc"] : []
            }
            let names = "color_primaries=\(colour.primariesName):color_trc=\(colour.transferName)"
            return ["setparams=range=\(colour.rangeName):colorspace=\(colour.matrixName):\(names)"]
        }

        private var start: [String] {
            clip.firstTime == 0 ? [] : ["-output_ts_offset", "\(clip.firstTime)ms"]
        }

        /// A time base of milliseconds for frames of different lengths.
        private var timing: [String] {
            guard !clip.frameDurations.isEmpty else { return [] }
            // The encoder passes on no durations, so the last frame would get the nominal one. Not for B-frames, whose
            // packets are in another order.
            let lengths = ["-bsf:v", "setts=duration='\(choice(of: clip.frameDurations))'"]
            return ["-enc_time_base", "1/1000"] + (clip.bFrames == 0 ? lengths : [])
        }

        /// An ffmpeg expression that selects one of several numbers for each frame in turn.
        private func choice(of numbers: [Int]) -> String {
            let terms = numbers.enumerated().map { "eq(mod(N,\(numbers.count)),\($0.offset))*\($0.element)" }
            return terms.joined(separator: "+")
        }

        private var audioInput: [String] {
            guard let audio = clip.audio else { return [] }
            let drawn = clip.drawnDuration.components
            let micros = drawn.seconds * 1_000_000 + drawn.attoseconds / 1_000_000_000_000
            let length = micros + Int64(audio.longerBy) * 1000
            return ["-f", "lavfi", "-i", "sine=frequency=\(audio.frequency):sample_rate=48000:duration=\(length)us"]
        }

        private var audioCodec: [String] {
            guard clip.audio != nil else { return [] }
            switch clip.container {
            case .webm: return ["-c:a", "libopus", "-b:a", "64k"]
            case .mpegPS, .avi: return ["-c:a", "mp2", "-b:a", "96k"]
            default: return ["-c:a", "aac", "-b:a", "96k"]
            }
        }

        private var container: [String] {
            let timescale = clip.frameDurations.isEmpty ? [] : ["-video_track_timescale", "1000"]
            var flags = clip.hasNegativeOffsets ? "+negative_cts_offsets" : ""
            // Without this, ffmpeg 5.1 infers the colour from the picture size where none is given.
            if !clip.colour.isTagged { flags += "-write_colr" }
            // Checksums would no longer match once the colour is removed.
            let matroska = ["-write_crc32", "0"] + (clip.hasDuration ? [] : ["-live", "1"])
            switch clip.container {
            case .mp4, .mov:
                return timescale + (flags.isEmpty ? [] : ["-movflags", flags]) + ["-f", clip.container.rawValue]
            case .fragmentedMP4:
                // A header that is written with the first fragment keeps the first time stamp from being moved to 0.
                if clip.firstTime != 0 { flags += "+delay_moov" }
                return timescale + ["-movflags", "+frag_keyframe+empty_moov+default_base_moof" + flags, "-f", "mp4"]
            case .mkv: return matroska + ["-f", "matroska"]
            case .webm: return matroska + ["-f", "webm"]
            case .ts: return ["-f", "mpegts"]
            case .mpegPS: return ["-f", "vob"]
            case .avi: return ["-f", "avi"]
            }
        }
    }
#endif
