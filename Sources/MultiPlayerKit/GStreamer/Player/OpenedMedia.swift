#if canImport(CGStreamer)
    import Foundation

    /// A probed video in all its sizes, the largest first.
    package struct OpenedMedia: Sendable {
        private let chains: [DecodeChain]
        /// The facts about the video, and about each of its sizes.
        package let info: MediaInfo
        /// Sizes that were left out, and why.
        let mismatches: [PlaybackError]

        /// Probes every file; blocks. Throws only if the first cannot be played: the others only save work.
        package init(of source: MediaSource) throws(PlaybackError) {
            let main = DecodeChain(source: source, finding: try MediaProbe(source: source).run())
            var chains = [main]
            var mismatches: [PlaybackError] = []
            for url in source.otherSizes {
                var other = MediaSource(url: url, cache: source.cache)
                other.allowsRemote = source.allowsRemote
                do throws(PlaybackError) {
                    let chain = DecodeChain(source: other, finding: try MediaProbe(source: other).run())
                    if let reason = Self.difference(between: main.finding.info, and: chain.finding.info) {
                        throw PlaybackError(
                            .notARendition, subject: other.name, reason: reason,
                            cure: "code it from the same frames as \(source.name); it is left out")
                    }
                    chains.append(chain)
                } catch {
                    mismatches.append(error)
                }
            }
            chains.sort { $0.storedPixels > $1.storedPixels }
            self.chains = chains
            self.mismatches = mismatches
            var info = main.finding.info
            info.renditions = chains.flatMap(\.finding.info.renditions)
            self.info = info
            // Built while nobody waits for a picture.
            if let map = ToneMap(from: main.colour) { _ = ToneTable.of(map) }
        }

        /// The tiers that all its sizes support.
        var tiers: Set<DecodeTier> {
            let common = chains.dropFirst().reduce(chains[0].tiers) { $0.intersection($1.tiers) }
            return chains.count > 1 ? common.union([.reducedResolution]) : common
        }

        /// Whether only the beginning of one of its files could be probed.
        var isCursory: Bool { chains.contains(where: \.finding.isCursory) }

        /// The chain of the smallest size: the cheapest for a picture as large as a tile.
        package var smallestChain: DecodeChain { chains[chains.count - 1] }

        /// What is less exact, or less true in its colours, than for other files.
        var limits: [PlaybackError] {
            chains.compactMap(\.finding.limit) + chains.prefix(1).compactMap { $0.colour.limit(of: $0.source) }
        }

        /// Whether a file is played through a copy, which takes room as long as the media is kept.
        var hasCopies: Bool { chains.contains { $0.finding.copy != nil } }

        /// The finding for the file that provides the sound.
        func finding(of source: MediaSource) -> MediaProbe.Finding? {
            chains.first { $0.source.url == source.url }?.finding
        }

        func chain(_ rendition: Int) -> DecodeChain {
            chains[min(max(rendition, 0), chains.count - 1)]
        }

        /// What keeps two files from being the same video in two sizes; `nil`: nothing.
        private static func difference(between one: MediaInfo, and other: MediaInfo) -> String? {
            guard one.frameRate == other.frameRate else { return "it has another frame rate" }
            let frame = one.frameRate?.frameDuration ?? .milliseconds(33)
            // Containers round their times; a swap could not hide a difference of half a frame.
            guard max(one.bounds.start, other.bounds.start) - min(one.bounds.start, other.bounds.start) < frame / 2,
                max(one.bounds.end, other.bounds.end) - min(one.bounds.end, other.bounds.end) < frame / 2
            else { return "its frames lie at other times" }
            return nil
        }
    }

    extension DecodeChain {
        fileprivate var storedPixels: Double {
            let size = finding.info.renditions.first?.size ?? .zero
            return size.width * size.height
        }
    }

    /// Videos that were probed before: a feed shows the same ones again and again. A file that has been replaced since
    /// is probed anew.
    ///
    /// Sendable because `condition` guards what changes.
    package final class OpenedMediaList: @unchecked Sendable {
        /// One state of one file.
        private struct Stamp: Equatable {
            var device, inode: UInt64
            var size, modifiedAt: Int64

            init(_ facts: PosixFile.Facts) {
                (device, inode, size, modifiedAt) = (facts.device, facts.inode, facts.size, facts.modifiedAt)
            }
        }

        /// Each takes some kilobytes.
        private static let capacity = 500

        private let condition = NSCondition()
        private var openedMedia: [MediaSource: (media: OpenedMedia, stamps: [Stamp?])] = [:]
        private var order: [MediaSource] = []
        private var opening: Set<MediaSource> = []

        package init() {}

        /// Probes a video, or waits while another thread does; blocks. A video that cannot be opened is tried anew each
        /// time.
        package func media(of source: MediaSource) throws(PlaybackError) -> OpenedMedia {
            // Looked at without the lock: a disk may be slow.
            let stamps = Self.stamps(of: source)
            condition.lock()
            while opening.contains(source) { condition.wait() }
            if let known = openedMedia[source], known.stamps == stamps {
                condition.unlock()
                return known.media
            }
            opening.insert(source)
            condition.unlock()
            let found = Result { () throws(PlaybackError) in try OpenedMedia(of: source) }
            // Replaced while it was probed: it may be of both versions.
            let isSteady = Self.stamps(of: source) == stamps
            condition.lock()
            opening.remove(source)
            forget(source)
            if case .success(let media) = found, isSteady, !media.isCursory, !media.hasCopies {
                keep(media, stamps, of: source)
            }
            condition.broadcast()
            condition.unlock()
            return try found.get()
        }

        private func keep(_ media: OpenedMedia, _ stamps: [Stamp?], of source: MediaSource) {
            openedMedia[source] = (media, stamps)
            order.append(source)
            if order.count > Self.capacity { openedMedia[order.removeFirst()] = nil }
        }

        private func forget(_ source: MediaSource) {
            if openedMedia.removeValue(forKey: source) != nil { order.removeAll { $0 == source } }
        }

        /// The files of a video in all its sizes; `nil` for one that is not there, or is on a server.
        private static func stamps(of source: MediaSource) -> [Stamp?] {
            ([source.url] + source.otherSizes).map { url in
                url.isFileURL ? PosixFile.facts(behind: url.path).map(Stamp.init) : nil
            }
        }
    }
#endif
