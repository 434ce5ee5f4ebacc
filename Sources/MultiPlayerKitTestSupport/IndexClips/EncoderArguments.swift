#if os(Linux) || os(macOS)
    import Foundation

    /// The words for `ffmpeg` that turn raw frames on its standard input into a clip.
    struct EncoderArguments {
        let clip: IndexClip

        /// Arguments for coding into a file; the last one is its path.
        func coding(into path: String) -> [String] {
            var words =
                Self.quiet + [
                    "-f", "rawvideo", "-pixel_format", "yuv420p", "-video_size", "\(clip.width)x\(clip.height)",
                ]
            words += ["-framerate", "\(clip.frameRate.numerator)/\(clip.frameRate.denominator)", "-i", "pipe:0"]
            words += audioInput
            words += ["-map", "0:v"] + (clip.audio == nil ? [] : ["-map", "1:a"])
            words += ["-vf", filters, "-fps_mode", "passthrough"] + timing
            words += codec + colour + audioCodec
            words += ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact"]
            return words + container + [path]
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

        /// Arguments for copying a file and giving it the rotation, which is lost where a file is coded.
        func turning(_ source: String, into path: String) -> [String] {
            // ffmpeg 5.1 writes a display matrix that turns against the clock.
            let turn = ["-metadata:s:v:0", "rotate=\(360 - clip.rotation.rawValue)"]
            return Self.quiet + ["-i", source] + Self.copy + turn + container + [path]
        }

        private static let quiet = ["-hide_banner", "-nostdin", "-loglevel", "error", "-y"]
        private static let copy = ["-c", "copy", "-map_metadata", "-1", "-fflags", "+bitexact"]

        /// A start for a cut, in seconds. Rounded up to a microsecond, so that the frame before is never taken.
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
            return chain.joined(separator: ",")
        }

        /// Milliseconds as time base of frames of different lengths.
        private var timing: [String] {
            guard !clip.frameDurations.isEmpty else { return [] }
            // The encoder hands on no durations, so the last frame would get the nominal one. Not with B-frames, whose
            // packets are in another order.
            let lengths = ["-bsf:v", "setts=duration='\(choice(of: clip.frameDurations))'"]
            return ["-enc_time_base", "1/1000"] + (clip.bFrames == 0 ? lengths : [])
        }

        /// An expression of ffmpeg that takes one of several numbers for each frame in turn.
        private func choice(of numbers: [Int]) -> String {
            let terms = numbers.enumerated().map { "eq(mod(N,\(numbers.count)),\($0.offset))*\($0.element)" }
            return terms.joined(separator: "+")
        }

        private var codec: [String] {
            let bitRate = "\(clip.grainBitRate)"
            let bFrames = "\(clip.bFrames)"
            // One thread: the result must not depend on the machine.
            let common = ["-threads", "1", "-g", "\(clip.gop)"]
            // A buffer of a second holds short clips to the rate as well.
            let steady = ["-b:v", bitRate, "-maxrate", bitRate, "-bufsize", bitRate]
            let constant = steady + ["-minrate", bitRate]
            switch clip.codec {
            case .h264:
                let rate = clip.grain ? steady : ["-crf", "20"]
                let open = clip.openGOP ? ["-x264-params", "open-gop=1"] : []
                return ["-c:v", "libx264", "-preset", "veryfast", "-sc_threshold", "0", "-bf", bFrames]
                    + ["-b_strategy", "0"] + rate + open + common
            case .h265:
                let open = "open-gop=\(clip.openGOP ? 1 : 0)"
                let fixed = "scenecut=0:b-adapt=0:bframes=\(bFrames):keyint=\(clip.gop):min-keyint=\(clip.gop)"
                let rate = clip.grain ? steady : ["-crf", "20"]
                let parameters = "log-level=error:pools=none:frame-threads=1:\(open):\(fixed)"
                return ["-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1", "-x265-params", parameters]
                    + rate + common
            case .vp8, .vp9:
                let name = clip.codec == .vp8 ? "libvpx" : "libvpx-vp9"
                let rate = clip.grain ? constant : ["-crf", "12", "-b:v", clip.codec == .vp8 ? "4M" : "0"]
                return ["-c:v", name, "-deadline", "realtime", "-cpu-used", "7", "-auto-alt-ref", "0"]
                    + ["-lag-in-frames", "0"] + rate + common
            case .mpeg4:
                let rate = clip.grain ? steady : ["-q:v", "3"]
                return ["-c:v", "mpeg4", "-sc_threshold", "1000000000", "-bf", bFrames] + rate + common
            }
        }

        private var colour: [String] {
            let range = clip.colour.fullRange ? "pc" : "tv"
            let names: (primaries: String, transfer: String, matrix: String) =
                clip.colour.matrix == .bt709
                ? ("bt709", "bt709", "bt709") : ("smpte170m", "smpte170m", "smpte170m")
            return ["-color_range", range, "-color_primaries", names.primaries, "-color_trc", names.transfer]
                + ["-colorspace", names.matrix]
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
            return clip.container == .webm ? ["-c:a", "libopus", "-b:a", "64k"] : ["-c:a", "aac", "-b:a", "96k"]
        }

        private var container: [String] {
            let timescale = clip.frameDurations.isEmpty ? [] : ["-video_track_timescale", "1000"]
            switch clip.container {
            case .mp4: return timescale + ["-f", "mp4"]
            case .mov: return timescale + ["-f", "mov"]
            case .fragmentedMP4:
                return timescale + ["-movflags", "frag_keyframe+empty_moov+default_base_moof", "-f", "mp4"]
            case .mkv: return ["-f", "matroska"]
            case .webm: return ["-f", "webm"]
            case .ts: return ["-f", "mpegts"]
            }
        }
    }
#endif
