#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// Which elements turn a source into pictures.
    ///
    /// Nothing in a chain waits on the clock (`sync=false`): it decodes ahead until its decoder's window is full.
    package struct DecodeChain: Sendable {
        let source: MediaSource
        let finding: MediaProbe.Finding

        /// The launch line, with elements named `source` and `frames`, and `decoder` and `parser` in a direct chain.
        func launchLine(_ reader: SourceReader) -> String {
            let sink =
                "appsink name=frames sync=false async=false max-buffers=1 wait-on-eos=false "
                + "enable-last-sample=false qos=false caps=video/x-raw"
            return "\(decoding(reader)) ! \(sink)"
        }

        /// The elements from the source to decoded pictures.
        package func decoding(_ reader: SourceReader) -> String {
            guard isDirect else { return reader.decoding("video/x-raw") }
            return "\(reader.element) name=source ! qtdemux name=demux "
                + "demux.\(finding.video.padName) ! h264parse name=parser ! avdec_h264 name=decoder max-threads=1"
        }

        /// Whether the direct chain is used: for H.264 in MP4 or QuickTime files, if no hardware decoder is registered
        /// that an auto-plugger would prefer. It needs one thread, the decoder's included, and a third less processor
        /// time than an auto-plugged one.
        var isDirect: Bool {
            finding.isISOMedia && finding.mediaType == "video/x-h264" && Self.decodesDirectly
        }

        /// Evaluated once: it goes through all registered decoders, and is needed for every frame.
        private static let decodesDirectly =
            mpk_has_hardware_decoder("video/x-h264") == 0 && mpk_element_exists("avdec_h264") != 0

        /// The tiers it can decode. If groups of pictures need the one before, decoding cannot begin at each key frame.
        var tiers: Set<DecodeTier> {
            guard isDirect, !finding.hasOpenGroups else { return [.full, .still] }
            return finding.hasUnreferencedFrames
                ? [.full, .reducedFrameRate, .keyframes, .still] : [.full, .keyframes, .still]
        }

        /// How the sample values of its pictures map to colours.
        package var colour: PictureColour { PictureColour(finding.info) }

        /// Whether a picture is larger than 1080p.
        var isLarge: Bool {
            let size = finding.info.displaySize
            return size.width * size.height > 1920 * 1088
        }

        /// How often its pictures can be halved for a tile.
        func halvings(for tile: CGSize?) -> Int {
            guard let stored = finding.info.renditions.first?.size else { return 0 }
            return PictureShrinker.halvings(stored: stored, shown: finding.info.displaySize, tile: tile)
        }

        /// Whether frames on the way to a target may be left out. That takes access to the slices, and a constant rate,
        /// which tells which frame the target is. Open groups of pictures would come out wrong.
        var skipsUnwanted: Bool { isDirect && finding.info.frameRate != nil && !finding.hasOpenGroups }

        /// Points the elements at the source, once the launch line is parsed.
        package func configure(_ pipeline: Element, _ reader: SourceReader) {
            guard isDirect else {
                if finding.hasOpenGroups { mpk_begin_open_groups_within(pipeline.pointer) }
                return reader.attachDecoding(to: pipeline, .video(finding.video.streamID))
            }
            if finding.hasOpenGroups, let decoder = pipeline.child("decoder") {
                mpk_begin_open_groups(decoder.pointer)
            }
            reader.attach(to: pipeline)
        }
    }

    /// The terms that a decoder works on: what the player was granted, and how large its tile is.
    package struct DecodeTerms: Hashable, Sendable {
        /// Which frames are decoded.
        package enum Frames: Hashable, Sendable {
            case all
            /// Those that others refer to.
            case referenced
            /// Those with which a group of pictures begins.
            case key
        }

        var frames = Frames.all
        /// The tile's size in pixels; `nil`: unknown, any size may be requested.
        var size: CGSize?
        /// Whether its pictures are compared with those of others on the same tick: then a prepared position is exact.
        var isCompared = false
        /// Decides whose frames come first when several wait for a processor.
        var priority = PlaybackPriority.normal

        package init(
            frames: Frames = Frames.all, size: CGSize? = nil, isCompared: Bool = false,
            priority: PlaybackPriority = PlaybackPriority.normal
        ) {
            (self.frames, self.size, self.isCompared, self.priority) = (frames, size, isCompared, priority)
        }
    }

    extension DecodeTier {
        /// The frames it decodes; `nil`: none.
        var frames: DecodeTerms.Frames? {
            switch self {
            case .full, .reducedResolution: .all
            case .reducedFrameRate: .referenced
            case .keyframes: .key
            case .still, .poster: nil
            }
        }
    }
#endif
