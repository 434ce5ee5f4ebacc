#if os(Linux) || os(macOS)
    import Foundation

    /// Examines the file of a clip with one run of `ffprobe` and one of `ffmpeg`: starting them takes longer than
    /// decoding a small clip.
    struct ClipWitness {
        let file: URL
        let clip: IndexClip

        func facts() throws -> ClipFacts {
            let stream =
                "stream=index,codec_name,width,height,pix_fmt,time_base,duration_ts,sample_aspect_ratio,color_range"
                + ",color_space,color_primaries,color_transfer"
                + ":stream_side_data=displaymatrix:format=start_time,duration"
            let frame = "frame=stream_index,best_effort_timestamp,key_frame,interlaced_frame,top_field_first:"
            let probe = try Probe(file, "v", "packet=stream_index,size:" + frame + stream)
            let sound = clip.audio == nil ? nil : try Probe(file, "a:0", "stream=duration").streams?.first
            let tracks = probe.streams ?? []
            guard let track = tracks.dropFirst(clip.trackNumber).first, let timeBase = track.timeBase?.ratio else {
                throw ClipError(code: .toolFailed, detail: "no video in \(file.path)")
            }
            let entries = (probe.packetsAndFrames ?? []).filter { $0.streamIndex == track.index }
            let frames = entries.filter { $0.type == "frame" }
            // ffmpeg's AV1 decoders also output what the edit list hides.
            let hidden = clip.variant == .plain ? 0 : frames.prefix { $0.bestEffortTimestamp ?? 0 < 0 }.count
            let shown = frames.dropFirst(hidden)
            let packets = entries.filter { $0.type == "packet" }
            let decoded = try decode(track)
            return ClipFacts(
                timeBase: timeBase,
                timeStamps: shown.compactMap(\.bestEffortTimestamp),
                indices: Array(decoded.indices.dropFirst(hidden)),
                keyFrames: shown.indices.filter { shown[$0].keyFrame == 1 }.map { $0 - hidden },
                packetCount: packets.count,
                videoBytes: packets.reduce(0) { $0 + ($1.size.flatMap { Int($0) } ?? 0) },
                trackDuration: track.durationTs,
                fileStart: probe.format?.startTime?.duration ?? .zero,
                soundDuration: sound?.duration?.duration,
                width: track.width ?? 0, height: track.height ?? 0,
                rotation: track.orientation.rotation.rawValue, isMirrored: track.orientation.isMirrored,
                codec: track.codecName ?? "", pixelFormat: Self.withoutRange(track.pixFmt ?? ""),
                scan: shown.first?.scan ?? .progressive,
                videoTracks: tracks.count,
                fileDuration: probe.format?.duration?.duration,
                pixelAspect: track.sampleAspectRatio,
                colourRange: track.colorRange?.known, colourMatrix: track.colorSpace?.known,
                colourPrimaries: track.colorPrimaries?.known, colourTransfer: track.colorTransfer?.known,
                patch: decoded.patch, storedPatch: decoded.storedPatch, storedDistance: decoded.storedDistance,
                comb: decoded.comb, windowAlpha: decoded.windowAlpha)
        }

        private static func withoutRange(_ format: String) -> String {
            format.hasPrefix("yuvj") ? "yuv" + format.dropFirst(4) : format
        }

        /// What decoding the pictures reveals.
        private struct Decoded {
            var indices: [Int?] = []
            var patch = PatchColour(red: 0, green: 0, blue: 0)
            var storedPatch: [Double] = []
            var storedDistance = Double.infinity
            var comb = 0.0
            var windowAlpha: Int?
        }

        /// Decodes once: all frames into small pictures that carry the index, and parts of the first frame into files.
        private func decode(_ track: Probe.Stream) throws -> Decoded {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("clip-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            func place(_ name: String) -> String { folder.appendingPathComponent(name).path }
            func contents(_ name: String) throws -> Data { try Data(contentsOf: folder.appendingPathComponent(name)) }

            let stored = StoredFormat(track.pixFmt ?? "", clip: clip)
            let isPortrait = clip.displayedSize.width < clip.displayedSize.height
            let (width, height) = isPortrait ? (180, 320) : (320, 180)
            var words = ["-nostdin", "-y", "-v", "error", "-threads", "1", "-noautorotate"] + decoder
            words += ["-i", file.path]
            words += output(patchFilter(track), format: "rgb24", to: place("patch"))
            words += output(storedFilter(stored), format: stored.repacked, to: place("stored"))
            if clip.pixels.hasAlpha { words += output(alphaFilter, format: "gray", to: place("alpha")) }
            let small = upright(track) + "scale=\(width):\(height):flags=area,format=gray"
            words += output(small, format: "gray", to: "pipe:1")

            var decoded = Decoded()
            try Tool.ffmpeg.output(words, inPiecesOf: width * height) { picture in
                decoded.indices.append(readIndex(picture, width, height, position: decoded.indices.count))
            }
            let patch = try contents("patch")
            if patch.count >= 3 {
                decoded.patch = PatchColour(red: Int(patch[0]), green: Int(patch[1]), blue: Int(patch[2]))
            }
            try contents("stored").withUnsafeBytes { frame in
                guard frame.count >= stored.byteCount else { return }
                decoded.storedPatch = stored.patch(in: frame)
                decoded.storedDistance = stored.distance(of: frame)
                decoded.comb = stored.comb(in: frame)
            }
            if clip.pixels.hasAlpha { decoded.windowAlpha = try contents("alpha").first.map { Int($0) } }
            return decoded
        }

        private func output(_ filter: String, format: String?, to path: String) -> [String] {
            ["-map", "0:v:\(clip.trackNumber)", "-vf", filter, "-fps_mode", "passthrough", "-f", "rawvideo"]
                + (format.map { ["-pix_fmt", $0] } ?? []) + [path]
        }

        private func readIndex(
            _ picture: UnsafeRawBufferPointer, _ width: Int, _ height: Int, position: Int
        ) -> Int? {
            guard let base = picture.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
            let plane = LumaPlane(base: base, width: width, height: height)
            guard !clip.hasCells else {
                let reading = IndexReader.read(plane, rect: plane.bounds)
                return reading.flatMap { $0.clip == clip.id ? $0.index : nil }
            }
            // Of all indices with this level, take the one nearest to the expected one.
            let expected = clip.shownIndices.lowerBound + position
            return IndexReader.readLevel(plane, rect: plane.bounds).map { level in
                expected + (level - expected % 8 + 12) % 8 - 4
            }
        }

        /// The middle of the patch of the first frame as a picture of 2 by 2.
        private func patchFilter(_ track: Probe.Stream) -> String {
            let patch = clip.hasCells ? IndexLayout.patch : PictureRect(x: 0, y: 0, width: 1, height: 1)
            // The scaler loses the matrix when it has to shrink a picture very much.
            let size = "min(iw*\(patch.width / 2)\\,64):min(ih*\(patch.height / 2)\\,64)"
            let crop = "crop=\(size):iw*\(patch.width / 4):ih*\(patch.height / 4)"
            var scale = "scale=2:2:flags=area+accurate_rnd+full_chroma_int"
            if !clip.pixels.isRGB {
                if track.colorSpace?.known == nil { scale += ":in_color_matrix=\(clip.colour.scalersMatrixName)" }
                if track.colorRange?.known == nil { scale += ":in_range=\(clip.colour.rangeName)" }
            }
            return upright(track) + "trim=end_frame=1,\(crop),\(scale),format=rgb24"
        }

        /// The first frame without any conversion.
        private func storedFilter(_ stored: StoredFormat) -> String {
            "trim=end_frame=1" + (stored.repacked.map { ",format=\($0)" } ?? "")
        }

        /// The middle of the window of the first frame as a picture of 2 by 2.
        private var alphaFilter: String {
            let window = IndexLayout.window
            let size = "iw*\(window.width / 2):ih*\(window.height / 2)"
            let place = "iw*\(window.x + window.width / 4):ih*\(window.height / 4)"
            // Alpha has full range; the scaler would take it for limited.
            let alpha = "alphaextract,setparams=range=pc"
            return "trim=end_frame=1,\(alpha),crop=\(size):\(place),scale=2:2:flags=area,format=gray"
        }

        /// Filters that turn the picture as the file says. ffmpeg's own rotation differs between versions.
        private func upright(_ track: Probe.Stream) -> String {
            let (rotation, isMirrored) = track.orientation
            let turn =
                switch rotation {
                case .none: ""
                case .clockwise90: "transpose=clock,"
                case .clockwise180: "hflip,vflip,"
                case .clockwise270: "transpose=cclock,"
                }
            return turn + (isMirrored ? "hflip," : "")
        }

        /// The decoder to use, if not the default: ffmpeg's own VP8 and VP9 decoders drop alpha.
        private var decoder: [String] {
            switch (clip.pixels.hasAlpha, clip.codec) {
            case (true, .vp8): ["-c:v", "libvpx"]
            case (true, .vp9): ["-c:v", "libvpx-vp9"]
            default: []
            }
        }
    }

    extension IndexClip.Colour {
        /// The name of the matrix in the options of the scaler.
        fileprivate var scalersMatrixName: String {
            switch matrix {
            case .bt601, .bt601PAL, .rgb: "bt601"
            case .bt709: "bt709"
            case .bt2020: "bt2020"
            }
        }
    }
#endif
