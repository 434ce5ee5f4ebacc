#if os(Linux)
    import Foundation

    /// The stage that both sides compose: a background that fills it, and two tiles side by side above.
    enum BenchStage {
        static let width = 1280
        static let height = 720
        static let rate: Int64 = 60
        /// Left edges of the two tiles.
        static let tileLefts = [0, 640]
        static let tileTop = 180
        static let tileWidth = 640
        static let tileHeight = 360
        static let frameSize = width * height * 3 / 2
    }

    /// Arguments of `gst-launch-1.0`.
    enum LaunchLine {
        /// The elements of a direct decoder chain, the same that the kit uses.
        private static func chain(_ path: String) -> [String] {
            ["filesrc", "location=\(path)", "!", "qtdemux", "!", "h264parse", "!", "avdec_h264", "max-threads=1", "!"]
        }

        /// One compositor that composes background and tiles, 60 pictures a second.
        ///
        /// - Parameter scalesBefore: whether each tile is scaled once a frame before the compositor, which otherwise
        ///   scales it in every picture it composes.
        static func compositor(
            background: BenchClip, members: [BenchClip], scalesBefore: Bool = false, into sink: [String]
        ) -> [String] {
            var line = ["-q", "compositor", "name=stage", "background=black"]
            for (index, left) in BenchStage.tileLefts.enumerated() {
                let pad = "sink_\(index + 1)::"
                line += [
                    "\(pad)xpos=\(left)", "\(pad)ypos=\(BenchStage.tileTop)", "\(pad)width=\(BenchStage.tileWidth)",
                    "\(pad)height=\(BenchStage.tileHeight)",
                ]
            }
            line += [
                "!",
                "video/x-raw,format=I420,width=\(BenchStage.width),height=\(BenchStage.height),"
                    + "framerate=\(BenchStage.rate)/1", "!",
            ]
            line += sink
            let scaler = "video/x-raw,width=\(BenchStage.tileWidth),height=\(BenchStage.tileHeight)"
            for (index, clip) in ([background] + members).enumerated() {
                line += chain(clip.path)
                if scalesBefore, index > 0 { line += ["videoscale", "!", scaler, "!"] }
                line += ["stage.sink_\(index)"]
            }
            return line
        }

        /// In real time, without a window, for this many pictures.
        static func pacedSink(pictures: Int) -> [String] { ["fakesink", "sync=true", "num-buffers=\(pictures)"] }

        /// As fast as possible, to standard output.
        static func dumpSink(pictures: Int) -> [String] {
            ["identity", "eos-after=\(pictures + 1)", "!", "fdsink", "fd=1"]
        }

        /// A recording's pictures, to standard output.
        static func dump(_ recording: String) -> [String] {
            [
                "-q", "filesrc", "location=\(recording)", "!", "decodebin", "!", "videoconvert", "!",
                "video/x-raw,format=I420,width=\(BenchStage.width),height=\(BenchStage.height)", "!", "fdsink", "fd=1",
            ]
        }

        /// Decoders side by side, each into a sink of its own in real time.
        ///
        /// - Parameter lateness: a picture later than this is dropped, which a message (`qos`) reports.
        static func decoders(_ clips: [BenchClip], pictures: Int, lateness: Duration) -> [String] {
            let nanoseconds = lateness.components.attoseconds / 1_000_000_000
            return ["-m"]
                + clips.flatMap {
                    chain($0.path) + [
                        "fakesink", "sync=true", "qos=true", "max-lateness=\(nanoseconds)", "num-buffers=\(pictures)",
                    ]
                }
        }

        /// An empty pipeline, to measure what starting costs.
        static let nothing = ["-q", "fakesrc", "num-buffers=1", "!", "fakesink"]

        static func tool() throws -> URL {
            let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
            let places = folders.map { URL(fileURLWithPath: String($0)).appendingPathComponent("gst-launch-1.0") }
            guard let place = places.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
                throw BenchmarkError("gst-launch-1.0 is missing; install gstreamer1.0-tools")
            }
            return place
        }
    }
#endif
