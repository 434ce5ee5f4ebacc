#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// Which elements turn a source into pictures.
    ///
    /// Nothing in a chain waits on the clock (`sync=false`): it decodes ahead until its reel's window is full.
    struct DecodeChain: Sendable {
        let source: MediaSource
        let finding: MediaProbe.Finding

        /// The launch line, with elements named `source` and `frames`, and `decoder` and `parser` in a direct chain.
        var launchLine: String {
            let flip = finding.orientation == nil ? "" : "videoflip video-direction=auto ! "
            let sink =
                "\(flip)appsink name=frames sync=false async=false max-buffers=1 wait-on-eos=false "
                + "enable-last-sample=false qos=false caps=video/x-raw"
            guard isDirect else { return "uridecodebin3 name=source caps=video/x-raw ! \(sink)" }
            return "\(SourceCheck.element(for: source.url)) name=source ! qtdemux name=demux "
                + "demux.video_0 ! h264parse name=parser ! avdec_h264 name=decoder max-threads=\(threads) ! \(sink)"
        }

        /// One thread a decoder is the cheapest. With open groups of pictures it takes two: a single frame thread marks
        /// whole groups as broken after a seek.
        private var threads: Int { finding.hasOpenGroups ? 2 : 1 }

        /// The direct chain needs one thread and a third less processor time than an auto-plugged one; it is taken for
        /// H.264 in MP4 or QuickTime files where no hardware decoder is registered that an auto-plugger would prefer.
        var isDirect: Bool {
            finding.isISOMedia && finding.mediaType == "video/x-h264" && mpk_has_hardware_decoder("video/x-h264") == 0
                && mpk_element_exists("avdec_h264") != 0
        }

        /// Whether frames on the way to a target may be left out: needs to see the slices, and a constant rate, so that it
        /// is known which frame the target is. Open groups of pictures come out wrong.
        var skipsUnwanted: Bool { isDirect && finding.info.frameRate != nil && !finding.hasOpenGroups }

        /// Points the elements at the source, once parsed.
        func configure(_ pipeline: Element) {
            guard let source = pipeline.child("source") else { return }
            if isDirect {
                SourceCheck.point(pipeline, at: self.source.url)
                finding.index?.apply(to: pipeline)
            } else {
                source.set("uri", self.source.url.absoluteString)
                mpk_select_streams(source.pointer, 1)
            }
        }
    }
#endif
