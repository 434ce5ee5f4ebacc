/// The ways in which a stream can be decoded, and what each takes.
package enum DecodeLadder {
    /// What is known of one rendition of a stream.
    package struct StreamFacts: Hashable, Sendable {
        var codedWidth: Int
        var codedHeight: Int
        package var framesPerSecond: Double
        /// `nil`: not known; a typical rate for its size is then assumed.
        var bitsPerSecond: Double?
        /// Seconds from one key frame to the next; `nil`: not known.
        var keyFrameDistance: Double?

        package init(
            codedWidth: Int, codedHeight: Int, framesPerSecond: Double, bitsPerSecond: Double? = nil,
            keyFrameDistance: Double? = nil
        ) {
            self.codedWidth = codedWidth
            self.codedHeight = codedHeight
            self.framesPerSecond = framesPerSecond
            self.bitsPerSecond = bitsPerSecond
            self.keyFrameDistance = keyFrameDistance
        }
    }

    /// The rungs of a stream, best first; the last costs nothing.
    ///
    /// - Parameters:
    ///   - renditions: As ``DecodeGrant/rendition`` counts them.
    ///   - tiers: The tiers that the player supports.
    ///   - tileHeight: Lines of the screen that the tile covers; `nil`: not known, so the largest rendition is used.
    ///   - pace: Seconds of video per second of host time: four times the rate is four times the frames.
    ///   - hasShownPicture: Whether there is a frame that can stay.
    package static func rungs(
        renditions: [StreamFacts], tiers: Set<DecodeTier>, tileHeight: Int? = nil, pace: Double = 1,
        hasShownPicture: Bool
    ) -> [DecodeRung] {
        var rungs: [DecodeRung] = []
        if !renditions.isEmpty {
            let best = rendition(of: renditions, for: tileHeight)
            rungs = tiers.filter(\.decodes).sorted(by: >).compactMap { rung($0, best: best, of: renditions) }
            for index in rungs.indices {
                rungs[index].cost.macroblocks *= pace
                rungs[index].cost.bits *= pace
            }
        }
        let rest = hasShownPicture ? DecodeTier.still : .poster
        rungs.append(DecodeRung(grant: DecodeGrant(rest), cost: .none, quality: hasShownPicture ? stillQuality : 0))
        return rungs
    }

    /// The smallest rendition that a tile of this height does not stretch by more than a tenth, which nobody sees.
    static func rendition(of renditions: [StreamFacts], for tileHeight: Int?) -> Int {
        guard let tileHeight else { return 0 }
        let bySize = renditions.indices.sorted { renditions[$0].luma < renditions[$1].luma }
        let least = fit * Double(tileHeight)
        return bySize.first { Double(renditions[$0].codedHeight) >= least } ?? bySize.last ?? 0
    }

    static let fit = 0.9

    /// The last frame shown is more than a poster, and far less than anything that moves.
    static let stillQuality = 0.05

    private static func rung(_ tier: DecodeTier, best: Int, of renditions: [StreamFacts]) -> DecodeRung? {
        let facts = renditions[best]
        switch tier {
        case .full:
            return DecodeRung(grant: DecodeGrant(.full, rendition: best), cost: facts.cost, quality: 1)
        case .reducedResolution:
            let smaller = renditions.indices.filter { renditions[$0].luma < facts.luma }
            guard let next = smaller.max(by: { renditions[$0].luma < renditions[$1].luma }) else { return nil }
            // Sharpness is lost, by the lines that are gone; motion stays.
            let share = (renditions[next].luma / facts.luma).squareRoot()
            return DecodeRung(
                grant: DecodeGrant(tier, rendition: next), cost: renditions[next].cost, quality: 0.6 + 0.35 * share)
        case .reducedFrameRate:
            // In a typical stream no frame refers to half of the frames, and these are the small ones: without them a
            // 720p stream of 4 Mb/s was measured at 70 % of the processor time.
            var cost = facts.cost
            cost.macroblocks *= 0.5
            cost.bits *= 0.75
            return DecodeRung(grant: DecodeGrant(tier, rendition: best), cost: cost, quality: 0.65)
        case .keyframes:
            // One frame for each group of pictures; key frames are some 20 % of the bits. Measured: 10 % of the time.
            let distance = max(facts.keyFrameDistance.flatMap { $0 > 0 ? $0 : nil } ?? 2, 1 / facts.rate)
            var cost = facts.cost
            cost.macroblocks /= facts.rate * distance
            cost.bits *= 0.2
            // No frame waits for others: the surfaces of pictures that refer to each other are not needed.
            cost.memory = Int(Double(cost.memory) * 0.4)
            return DecodeRung(grant: DecodeGrant(tier, rendition: best), cost: cost, quality: 0.35)
        case .still, .poster:
            return nil
        }
    }
}

extension DecodeLadder.StreamFacts {
    fileprivate var luma: Double { Double(max(codedWidth, 1)) * Double(max(codedHeight, 1)) }

    /// Frames a second, safe to divide by.
    fileprivate var rate: Double { framesPerSecond.isFinite && framesPerSecond > 0 ? framesPerSecond : 30 }

    /// The cost of every frame. Sizes are rounded up to whole macroblocks: 1080 lines are 68 rows.
    var cost: DecodeCost {
        let blocks = ((max(codedWidth, 1) + 15) / 16) * ((max(codedHeight, 1) + 15) / 16)
        // 3 Mb/s for 720p at 30 frames a second is usual: 0.11 bits a sample.
        let usual = 0.11 * luma * rate
        let bits = bitsPerSecond.flatMap { $0.isFinite && $0 > 0 ? $0 : nil } ?? usual
        // Sixteen frames of 4:2:0 (12 bits a sample): what decoder and queue hold together. 22 MB at 720p, plus 2 MB
        // for the pipeline itself.
        let memory = 2_000_000 + Int(16 * 1.5 * luma)
        return DecodeCost(sessions: 1, macroblocks: Double(blocks) * rate, bits: bits, memory: memory)
    }
}
