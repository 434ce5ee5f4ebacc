import MultiPlayerKitTestSupport

@testable import MultiPlayerKit
@testable import TestTools

/// Streams and demands for tests.
enum BudgetCases {
    /// Renditions of one video at 30 frames a second.
    static let renditions: [DecodeLadder.StreamFacts] = [
        .init(codedWidth: 1920, codedHeight: 1080, framesPerSecond: 30, bitsPerSecond: 6e6, keyFrameDistance: 2),
        .init(codedWidth: 1280, codedHeight: 720, framesPerSecond: 30, bitsPerSecond: 3e6, keyFrameDistance: 2),
        .init(codedWidth: 640, codedHeight: 360, framesPerSecond: 30, bitsPerSecond: 0.8e6, keyFrameDistance: 2),
    ]

    static func demand(
        _ name: String = "tile", height: Int = 720, priority: PlaybackPriority = .normal, area: Double = 0.05,
        pace: Double = 1, tiers: Set<DecodeTier> = Set(DecodeTier.allCases)
    ) -> DecodeDemand {
        DecodeDemand(
            name: name,
            rungs: DecodeLadder.rungs(
                renditions: renditions, tiers: tiers, tileHeight: height, pace: pace, hasShownPicture: true),
            priority: priority, area: area)
    }

    /// A random ladder with falling costs, sometimes with a rung that costs more than a better one.
    static func anyRungs(_ numbers: inout SplitMix, count: Int) -> [DecodeRung] {
        let tiers = DecodeTier.allCases.filter(\.decodes).sorted(by: >)
        var rungs: [DecodeRung] = []
        var cost = Double.random(in: 10...100, using: &numbers)
        var quality = 1.0
        var memory = Int.random(in: 5...30, using: &numbers)
        for step in 0..<count - 1 {
            let macroblocks = cost.rounded() + (numbers.oneIn(8) ? 5 : 0)
            rungs.append(
                DecodeRung(
                    grant: DecodeGrant(tiers[min(step, tiers.count - 1)], rendition: step),
                    cost: DecodeCost(sessions: 1, macroblocks: macroblocks, bits: 0, memory: memory),
                    quality: quality))
            cost *= Double.random(in: 0.2...0.95, using: &numbers)
            memory = max(memory - Int.random(in: 0...8, using: &numbers), 1)
            quality *= Double.random(in: 0.5...0.98, using: &numbers)
        }
        rungs.append(DecodeRung(grant: DecodeGrant(.still), cost: .none, quality: quality * 0.1))
        return rungs
    }

    static func anyDemand(_ numbers: inout SplitMix, rungs: [DecodeRung]) -> DecodeDemand {
        var demand = DecodeDemand(name: "any", rungs: rungs)
        demand.area = numbers.oneIn(10) ? 0 : Double.random(in: 0.001...1, using: &numbers)
        demand.isAudible = numbers.oneIn(6)
        return demand
    }
}
