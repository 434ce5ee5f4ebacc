#if os(Linux) || os(macOS)
    import Foundation

    extension ClipLibrary {
        /// What `ffprobe` and `ffmpeg` say about the file of a clip, which is made now unless it is there.
        ///
        /// Kept beside the clip, so that only the first call decodes.
        public func facts(for clip: IndexClip) throws -> ClipFacts {
            let file = try url(for: clip)
            let place = try once(file.appendingPathExtension("facts.json")) { temporary in
                let facts = try look(at: file, of: clip)
                let encoder = JSONEncoder()
                encoder.outputFormatting = .sortedKeys
                try encoder.encode(facts).write(to: temporary)
            }
            return try JSONDecoder().decode(ClipFacts.self, from: Data(contentsOf: place))
        }

        private func look(at file: URL, of clip: IndexClip) throws -> ClipFacts {
            let stream =
                "stream=width,height,time_base,duration_ts,sample_aspect_ratio,color_range,color_space"
                + ":stream_side_data=rotation:format=start_time"
            let seen = try probe(file, "v:0", "frame=best_effort_timestamp,key_frame:" + stream)
            let packets = try probe(file, "v:0", "packet=size").packets ?? []
            let sound = try probe(file, "a:0", "stream=duration").streams?.first
            guard let track = seen.streams?.first, let timeBase = track.timeBase?.ratio else {
                throw ClipError(code: .toolFailed, detail: "no video in \(file.path)")
            }
            let shown = seen.frames ?? []
            // ffprobe counts against the clock and from -180 to 180.
            let turned = track.sideDataList?.compactMap(\.rotation).first ?? 0
            return ClipFacts(
                timeBase: timeBase,
                timeStamps: shown.compactMap(\.bestEffortTimestamp),
                indices: try readIndices(in: file, of: clip),
                keyFrames: shown.indices.filter { shown[$0].keyFrame == 1 },
                packetCount: packets.count,
                videoBytes: packets.reduce(0) { $0 + (Int($1.size) ?? 0) },
                trackDuration: track.durationTs,
                fileStart: seen.format?.startTime?.duration ?? .zero,
                soundDuration: sound?.duration?.duration,
                width: track.width ?? 0, height: track.height ?? 0,
                rotation: (360 - turned) % 360,
                pixelAspect: track.sampleAspectRatio,
                colourRange: track.colorRange, colourMatrix: track.colorSpace,
                patch: try readPatch(in: file))
        }

        /// Decodes the clip into small pictures and reads them.
        private func readIndices(in file: URL, of clip: IndexClip) throws -> [Int?] {
            let isPortrait = clip.displayedSize.width < clip.displayedSize.height
            let (width, height) = isPortrait ? (180, 320) : (320, 180)
            let filter = "scale=\(width):\(height):flags=area,format=gray"
            var indices: [Int?] = []
            try decode(file, filter, format: "gray", pictureSize: width * height) { picture in
                let rect = PictureRect(x: 0, y: 0, width: width, height: height)
                let reading = IndexReader.read(luma: picture, stride: width, rect: rect)
                indices.append(reading.flatMap { $0.clip == clip.id ? $0.index : nil })
            }
            return indices
        }

        /// Decodes the middle of the patch of the first frame into a picture of 2 by 2.
        private func readPatch(in file: URL) throws -> PatchColour {
            let patch = IndexLayout.patch
            let crop = "crop=iw*\(patch.width / 2):ih*\(patch.height / 2):iw*\(patch.width / 4):ih*\(patch.height / 4)"
            let filter = "trim=end_frame=1,\(crop),scale=2:2:flags=area+accurate_rnd+full_chroma_int,format=rgb24"
            var colour = PatchColour(red: 0, green: 0, blue: 0)
            try decode(file, filter, format: "rgb24", pictureSize: 12) { picture in
                colour = PatchColour(red: Int(picture[0]), green: Int(picture[1]), blue: Int(picture[2]))
            }
            return colour
        }

        private func decode(
            _ file: URL, _ filter: String, format: String, pictureSize: Int, _ body: (UnsafeRawBufferPointer) -> Void
        ) throws {
            let input = ["-nostdin", "-v", "error", "-threads", "1", "-i", file.path, "-map", "0:v:0"]
            let output = ["-vf", filter, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", format, "pipe:1"]
            try Tool.ffmpeg.output(input + output, inPiecesOf: pictureSize, body)
        }

        private func probe(_ file: URL, _ track: String, _ entries: String) throws -> Probe {
            let words = ["-v", "error", "-select_streams", track, "-of", "json", "-show_entries", entries, file.path]
            let answer = try Tool.ffprobe.output(words)
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            do {
                return try decoder.decode(Probe.self, from: answer)
            } catch {
                throw ClipError(code: .toolFailed, detail: "answer of ffprobe: \(error)")
            }
        }
    }

    /// The parts of an answer of ffprobe that matter here; the names are its own.
    private struct Probe: Decodable {
        struct Frame: Decodable {
            var bestEffortTimestamp: Int?
            var keyFrame: Int?
        }

        struct Packet: Decodable {
            var size: String
        }

        struct SideData: Decodable {
            var rotation: Int?
        }

        struct Stream: Decodable {
            var width: Int?
            var height: Int?
            var timeBase: String?
            var durationTs: Int?
            var duration: String?
            var sampleAspectRatio: String?
            var colorRange: String?
            var colorSpace: String?
            var sideDataList: [SideData]?
        }

        struct Format: Decodable {
            var startTime: String?
        }

        var frames: [Frame]?
        var packets: [Packet]?
        var streams: [Stream]?
        var format: Format?
    }

    extension String {
        /// A ratio written as `1/15360`.
        fileprivate var ratio: IndexClip.Ratio? {
            let parts = split(separator: "/").compactMap { Int($0) }
            return parts.count == 2 ? IndexClip.Ratio(parts[0], parts[1]) : nil
        }

        /// Seconds with six decimals, as ffprobe writes them.
        fileprivate var duration: Duration? {
            Double(self).map { .microseconds(Int64(($0 * 1_000_000).rounded())) }
        }
    }
#endif
