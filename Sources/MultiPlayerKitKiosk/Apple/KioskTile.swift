#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation
    import MultiPlayerKit

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
            /// A still picture, or what is seen of a video while its player shows nothing.
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

    /// Looks at files on threads of their own, because a disk may let them wait, and makes players.
    struct AssetFiles: KioskMedia {
        /// Each file is looked at by itself: one may hang for good. On Swift's threads, of which there are as many as
        /// processors, it would hold up every task of the app.
        static let looks = WorkerThreads("MultiPlayerKit.kiosk.looks")

        let clock: any GroupClock

        var steering: KioskCore.Steering? {
            KioskCore.Steering(lead: AVFoundationPlayer.silentLead, leadWithSound: AVFoundationPlayer.soundLead)
        }

        func stamp(_ sources: [MediaSource], answer: @escaping @Sendable ([MediaSource: FileStamp?]) -> Void) {
            Self.looks.perform { answer(Dictionary(uniqueKeysWithValues: sources.map { ($0, Self.stamp(of: $0)) })) }
        }

        func look(
            at source: MediaSource, known: [FileStamp], answer: @escaping @Sendable (KioskFiles.Look) -> Void
        ) {
            Self.looks.perform {
                guard let stamp = Self.stamp(of: source) else { return answer(.missed) }
                if KioskConfiguration.Clip(source: source).isStill { return answer(Self.openStill(source, stamp)) }
                // AVFoundation loads without keeping a thread.
                Task.detached { answer(await Self.openVideo(source, stamp)) }
            }
        }

        func still(
            _ source: MediaSource, _ stamp: FileStamp,
            answer: @escaping @Sendable (Result<KioskStill, PlaybackError>) -> Void
        ) {
            Self.looks.perform {
                answer(Result { () throws(PlaybackError) in try Self.still(at: source.url) })
            }
        }

        func player() -> LoopRelay { LoopRelay(clock: clock) }

        func load(_ source: MediaSource, _ stamp: FileStamp, into player: LoopRelay, generation: Int) -> MediaInfo? {
            player.load(source, generation: generation)
            return nil
        }

        /// Blocks.
        private static func openStill(_ source: MediaSource, _ stamp: FileStamp) -> KioskFiles.Look {
            do throws(PlaybackError) {
                _ = try still(at: source.url)
                return .opened(stamp, KioskClipFacts())
            } catch {
                return .broken(stamp, error)
            }
        }

        private static func openVideo(_ source: MediaSource, _ stamp: FileStamp) async -> KioskFiles.Look {
            do throws(PlaybackError) {
                return .opened(stamp, KioskClipFacts(bounds: try await OpenAsset.open(source).info.bounds))
            } catch {
                return .broken(stamp, error)
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

    extension KioskFiles.Look {
        fileprivate static func broken(_ stamp: FileStamp, _ error: PlaybackError) -> KioskFiles.Look {
            .broken(stamp, "\(error.reason); \(error.cure)")
        }
    }

    /// A decoded picture.
    ///
    /// Sendable because a `CGImage` never changes once it is made.
    struct KioskStill: @unchecked Sendable {
        let image: CGImage
    }
#endif
