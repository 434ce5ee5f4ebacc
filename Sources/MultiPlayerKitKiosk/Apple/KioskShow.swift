#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation
    import MultiPlayerKit

    /// What shows one occurrence of a clip: a player, or a still picture. When it goes, its player releases everything.
    @MainActor
    final class KioskShow {
        let id: KioskSeatID
        let track: Int
        let opening: KioskCore.Opening
        /// `nil`: a still picture.
        let relay: LoopRelay?
        var still: KioskStill?
        /// The display size; zero: not known yet.
        var size = CGSize.zero
        /// When it may first be visible; `nil`: it has no picture yet.
        var from: HostTime?
        /// The timeline to follow from then on, which the player has not been given yet.
        var pending: MemberTimeline?
        /// When it was last given an anchor on the line.
        var correctedAt: HostTime?
        /// Since when it should have moved but has not.
        var silentSince: HostTime?

        init(_ id: KioskSeatID, _ opening: KioskCore.Opening, relay: LoopRelay?) {
            (self.id, self.opening, self.relay) = (id, opening, relay)
            track = opening.track
        }

        deinit { relay?.release() }
    }

    /// One tile as views show it. It changes at boundaries, not at ticks.
    struct KioskTile: Equatable {
        struct Layer: Equatable, Identifiable {
            enum Role: Equatable {
                /// Prepared, but not visible yet.
                case next
                case shown
                /// Fades in over the one that is shown.
                case incoming
            }

            var id: KioskSeatID
            var player: AVPlayer?
            var still: KioskStill?
            var role: Role

            static func == (left: Layer, right: Layer) -> Bool {
                left.id == right.id && left.player === right.player && left.still?.image === right.still?.image
                    && left.role == right.role
            }
        }

        /// In the order in which they were opened.
        var layers: [Layer] = []
        var poster: KioskStill?
        /// Whether the kiosk is on by its hours.
        var isOn = true
        /// The display size of what is shown; zero: not known.
        var size = CGSize.zero

        var isFading: Bool { layers.contains { $0.role == .incoming } }

        static func == (left: KioskTile, right: KioskTile) -> Bool {
            left.layers == right.layers && left.poster?.image === right.poster?.image && left.size == right.size
                && left.isOn == right.isOn
        }
    }
#endif

#if canImport(AVFoundation)
    import AVFoundation
    import ImageIO
    import MultiPlayerKit

    /// Looks at files off the main actor, as a disk may block.
    enum KioskLook {
        /// The stamps of files in their directories; `nil`: the file does not exist.
        static func stamps(of sources: [MediaSource]) -> [MediaSource: FileStamp?] {
            Dictionary(uniqueKeysWithValues: sources.map { ($0, stamp(of: $0)) })
        }

        static func open(_ source: MediaSource) async -> KioskFiles.Look {
            guard let stamp = stamp(of: source) else { return .missed }
            do throws(PlaybackError) {
                if KioskConfiguration.Clip(source: source).isStill {
                    _ = try still(at: source.url)
                    return .opened(stamp, KioskClipFacts())
                }
                return .opened(stamp, KioskClipFacts(bounds: try await OpenAsset.open(source).info.bounds))
            } catch {
                return .broken(stamp, "\(error.reason); \(error.cure)")
            }
        }

        /// Decodes a picture in its display orientation; blocks.
        static func still(at url: URL) throws(PlaybackError) -> KioskStill {
            let options =
                [
                    kCGImageSourceCreateThumbnailFromImageAlways: true,
                    kCGImageSourceCreateThumbnailWithTransform: true,
                    kCGImageSourceShouldCacheImmediately: true,
                    // The width of a 4K display: more of a picture would not be visible, and waste memory.
                    kCGImageSourceThumbnailMaxPixelSize: 3840,
                ] as [CFString: Any]
            guard let file = CGImageSourceCreateWithURL(url as CFURL, nil),
                let image = CGImageSourceCreateThumbnailAtIndex(file, 0, options as CFDictionary)
            else {
                throw PlaybackError(
                    .notAVideo, subject: url.lastPathComponent, reason: "it is no picture that can be read",
                    cure: "save it as PNG or JPEG")
            }
            return KioskStill(image: image)
        }

        private static func stamp(of source: MediaSource) -> FileStamp? {
            guard !source.isRemote else { return .remote }
            return PosixFile.facts(behind: source.url.path).map {
                FileStamp(device: $0.device, inode: $0.inode, size: $0.size, modified: $0.modifiedAt)
            }
        }
    }

    /// A decoded picture.
    ///
    /// Sendable because a `CGImage` never changes once it is made.
    struct KioskStill: @unchecked Sendable {
        let image: CGImage
    }
#endif
