import Foundation
import MultiPlayerKit

extension DecodeTier {
    /// For people.
    var words: String {
        switch self {
        case .poster: "poster"
        case .still: "still"
        case .keyframes: "key frames"
        case .reducedFrameRate: "reduced frame rate"
        case .reducedResolution: "reduced resolution"
        case .full: "full"
        @unknown default: rawValue
        }
    }
}

extension GroupSnapshot {
    /// How many members have which tier, the best tier first; tiers that nobody has are left out.
    var tierCounts: [(tier: DecodeTier, count: Int)] {
        let counts = Dictionary(members.map { ($0.tier, 1) }, uniquingKeysWith: +)
        return counts.sorted { $0.key > $1.key }.map { ($0.key, $0.value) }
    }

    /// As "12 full, 30 key frames".
    var tierWords: String {
        tierCounts.map { "\($0.count) \($0.tier.words)" }.joined(separator: ", ")
    }
}

extension BudgetLimit {
    /// As "12 decoders, 1.5 million macroblocks a second".
    var words: String {
        let macroblocks = macroblocksPerSecond.map {
            "\(String(format: "%.2f", $0 / 1_000_000)) million macroblocks a second"
        }
        let decoders = sessions.map { $0 == 1 ? "1 decoder" : "\($0) decoders" }
        let parts = [decoders, macroblocks].compactMap { $0 }
        return parts.isEmpty ? "none" : parts.joined(separator: ", ")
    }
}

extension BudgetSnapshot {
    /// What limits decoding, in words.
    var limitWords: String { isEnabled ? capacity.words : "none, the budget is off" }
}
