#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit

    /// Codes a video once more, small, in processor time that nobody else wants.
    ///
    /// Same frames at the same times, same colours; a key picture every half second, so that seeks and loops are cheap.
    struct RenditionMaking {
        let chain: DecodeChain
        let info: MediaInfo
        let lines: Int

        /// Seconds from one key picture to the next.
        private static let keyInterval = 0.5
        /// Constant quality: at least 40 dB against the scaled original over grain.
        private static let quantizer = 16
        /// How long nothing may come out before the video is given up: in idle time only, others may take all of it.
        private static let patience = Duration.seconds(300)
        private static let nap = 0.05

        /// Why a video gets no small rendition; `nil`: it can have one.
        var refusal: String? {
            if mpk_element_exists("x264enc") == 0 { return "there is no x264enc here (gstreamer1.0-plugins-ugly)" }
            if info.hasAlpha { return "it is partly transparent, which H.264 cannot be" }
            if ![.progressive, .unknown].contains(info.fieldOrder) { return "it is interlaced" }
            if info.frameRate == nil { return "its frame rate varies" }
            if info.colour.transfer.isHDR || info.bitDepth ?? 8 > 8 { return "it has more than 8 bits a sample" }
            if info.orientation != .rotate0 { return "it is stored turned" }
            return nil
        }

        /// Blocks until the file is written.
        ///
        /// - Parameters:
        ///   - isCancelled: asked several times a second.
        ///   - progress: told the part that is done, 0…1, as often.
        func write(
            to path: String, isCancelled: () -> Bool, progress: (Double) -> Void
        ) throws(PlaybackError) {
            if let refusal { throw .unmade(chain.name, refusal, cure: "play it as it is") }
            guard let stored = info.renditions.first?.size else { return }
            let size = RenditionSize.size(lines: lines, of: stored)
            let rate = info.frameRate?.perSecond ?? 30
            let interval = max(Int((rate * Self.keyInterval).rounded()), 1)
            let reader = chain.pictureReader()
            let line =
                "\(chain.decoding(reader)) ! capssetter caps=\"video/x-raw,colorimetry=(string)\(colours)\" ! "
                + "videoscale method=lanczos add-borders=false ! videoconvert ! "
                + "video/x-raw,format=I420,width=\(size.width),height=\(size.height),colorimetry=(string)\(colours) ! "
                + "x264enc name=encoder pass=qual quantizer=\(Self.quantizer) speed-preset=veryfast tune=fastdecode "
                + "bframes=0 key-int-max=\(interval) option-string=scenecut=0 threads=1 ! "
                + "h264parse ! mp4mux name=mux ! filesink name=file"
            let pipeline: Element
            do { pipeline = try Element(launch: line) } catch { throw chain.translate(error) }
            pipeline.child("file")?.set("location", path)
            chain.configure(pipeline, reader)
            pipeline.runIdle()
            let outcome = PipelineOutcome()
            let route = BusRoute(pipeline) { outcome.note($0) }
            defer {
                reader.close()
                route.close()
                pipeline.stop()
            }
            pipeline.play()
            try wait(for: outcome, pipeline, isCancelled, progress)
        }

        /// The colours as they are shown, in GStreamer's words. A decoder states none where the video does not, and small
        /// pictures would then be taken for another system's than large ones.
        private var colours: String {
            var colours = GstVideoColorimetry(
                range: info.colour.range == .full ? GST_VIDEO_COLOR_RANGE_0_255 : GST_VIDEO_COLOR_RANGE_16_235,
                matrix: gst_video_color_matrix_from_iso(UInt32(info.colour.matrix.code)),
                transfer: gst_video_transfer_function_from_iso(UInt32(info.colour.transfer.code)),
                primaries: gst_video_color_primaries_from_iso(UInt32(info.colour.primaries.code)))
            guard let text = gst_video_colorimetry_to_string(&colours) else { return "bt709" }
            defer { g_free(text) }
            return String(cString: text)
        }

        private func wait(
            for outcome: PipelineOutcome, _ pipeline: Element, _ isCancelled: () -> Bool, _ progress: (Double) -> Void
        ) throws(PlaybackError) {
            let length = info.bounds.length.seconds
            var (best, since) = (0.0, HostTime.now)
            while !isCancelled() {
                let (hasEnded, failure) = outcome.state.withLock { $0 }
                if let failure, failure.isOfSink {
                    throw .unmade(
                        chain.name, "it cannot be written: \(failure.text)", cure: "make room on the disk", failure)
                }
                if let failure { throw chain.translate(failure) }
                if hasEnded { return }
                var position: gint64 = 0
                if gst_element_query_position(pipeline.pointer, GST_FORMAT_TIME, &position) != 0 {
                    let part = min(max(Double(position) / 1e9 / max(length, 1e-3), 0), 1)
                    if part > best { (best, since) = (part, .now) }
                    progress(best)
                }
                guard since.duration(to: .now) < Self.patience else {
                    throw .unmade(chain.name, "nothing was coded for five minutes", cure: "try again later")
                }
                Thread.sleep(forTimeInterval: Self.nap)
            }
        }
    }
#endif
