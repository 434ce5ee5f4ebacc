#if canImport(CGStreamer)
    import Foundation

    /// A probed video in all its sizes: the largest first, then those that were offered later.
    package struct OpenedMedia: Sendable {
        private let chains: [DecodeChain]
        /// The facts about the video, and about each of its sizes.
        package let info: MediaInfo
        /// Sizes that were left out, and why.
        package let mismatches: [PlaybackError]

        /// Probes every file; blocks. Throws only if the first cannot be played: the others only save work.
        ///
        /// - Parameter known: what is open already, whose sizes keep their numbers: grants name them by these.
        package init(of source: MediaSource, extending known: OpenedMedia? = nil) throws(PlaybackError) {
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
            let order = known?.chains.map(\.source.url) ?? []
            func place(_ chain: DecodeChain) -> Int { order.firstIndex(of: chain.source.url) ?? order.count }
            chains.sort { (place($1), $0.storedPixels) > (place($0), $1.storedPixels) }
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
        package var isCursory: Bool { chains.contains(where: \.finding.isCursory) }

        /// The chain of the smallest size: the cheapest for a picture as large as a tile.
        package var smallestChain: DecodeChain {
            chains.min { $0.storedPixels < $1.storedPixels } ?? chains[chains.count - 1]
        }

        /// What is less exact, or less true in its colours, than for other files.
        var limits: [PlaybackError] {
            chains.compactMap(\.finding.limit) + chains.prefix(1).compactMap { $0.colour.limit(of: $0.source) }
        }

        /// Whether a file is played through a copy, which takes room as long as the media is kept.
        package var hasCopies: Bool { chains.contains { $0.finding.copy != nil } }

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
#endif
