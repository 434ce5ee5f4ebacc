#if canImport(CGStreamer)
    import Foundation

    /// How a reel decodes: what the player was granted, and for how large a tile.
    struct DecodeTerms: Hashable, Sendable {
        /// Which frames are decoded.
        enum Frames: Hashable, Sendable {
            case all
            /// Those that others refer to.
            case referenced
            /// Those with which a group of pictures begins.
            case key
        }

        var frames = Frames.all
        /// Pixels of the tile; `nil`: not known, any size may be asked for.
        var size: CGSize?
        /// Whether its pictures are compared with those of others on the same tick: then what is got ready is exact.
        var isCompared = false
        /// Whose frames come first when several wait for a processor.
        var priority = PlaybackPriority.normal
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
