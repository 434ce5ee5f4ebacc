/// What moves as one when decoders are allotted: a stream, or all streams of a family.
struct PlanUnit: Equatable {
    /// One way to decode all of it.
    struct Option: Equatable {
        /// The rung of the first member's ladder, then (`otherRungs`) those of the others.
        var rung: Int
        var otherRungs: [Int] = []
        var work: Double
        var sessions: Int
        var memory: Int
        /// What showing it is worth: quality times weight.
        var worth: Double
    }

    /// Units are lowered in order of rank: a higher one later, however large it is. 0: cannot be seen.
    var rank: Int
    /// The options, lowest first; the first costs nothing. None both costs more and is worth less than another.
    var options: [Option]
    /// Equal for units whose options cost the same, so that these can be compared one by one.
    var ladder: Int

    var best: Int { options.count - 1 }
    var isFocused: Bool { rank >= Self.focusedRank }
    var weight: Double { options[best].worth }

    static let focusedRank = 5

    init(_ members: [DecodeDemand]) {
        rank = members.map(Self.rank).max() ?? 0
        let first = members[0]
        let lowest = members.map(Self.lowest)
        var bottom = Option(
            rung: lowest[0], otherRungs: Array(lowest.dropFirst()), work: 0, sessions: 0, memory: 0, worth: 0)
        for (member, rung) in zip(members, lowest) {
            bottom.worth += Self.weight(of: member) * member.rungs[rung].quality
        }
        var all = [bottom]
        for (rung, top) in first.rungs.enumerated() where !top.cost.isNone {
            var picks: [Int] = []
            for member in members.dropFirst() {
                guard let pick = member.rungs.firstIndex(where: { $0.grant.tier == top.grant.tier }) else { break }
                picks.append(pick)
            }
            guard picks.count == members.count - 1 else { continue }
            // Where a tier has two renditions, a family is matched by the better one only.
            if members.count > 1, all.contains(where: { first.rungs[$0.rung].grant.tier == top.grant.tier }) {
                continue
            }
            var option = Option(
                rung: rung, otherRungs: picks, work: max(top.cost.work, 0), sessions: max(top.cost.sessions, 0),
                memory: max(top.cost.memory, 0), worth: Self.weight(of: first) * top.quality)
            for (member, pick) in zip(members.dropFirst(), picks) {
                let rung = member.rungs[pick]
                option.work += max(rung.cost.work, 0)
                option.sessions += max(rung.cost.sessions, 0)
                option.memory += max(rung.cost.memory, 0)
                option.worth += Self.weight(of: member) * rung.quality
            }
            all.append(option)
        }
        options = Self.pruned(all)
        var hasher = Hasher()
        for option in options {
            hasher.combine(option.work)
            hasher.combine(option.sessions)
            hasher.combine(option.memory)
        }
        ladder = hasher.finalize()
    }

    /// The rung of each member at a level, in the order of the members.
    func rungs(at level: Int) -> [Int] { [options[level].rung] + options[level].otherRungs }

    /// The options that no other beats in all that counts, the one of lowest worth first.
    private static func pruned(_ all: [Option]) -> [Option] {
        var kept: [Option] = []
        for (index, option) in all.enumerated() {
            let isBeaten = all.enumerated().contains { other, rival in
                guard other != index, rival.worth >= option.worth, rival.work <= option.work,
                    rival.sessions <= option.sessions, rival.memory <= option.memory
                else { return false }
                // Of two equal ones the first stays.
                return rival.worth > option.worth || rival.work < option.work || rival.sessions < option.sessions
                    || rival.memory < option.memory || other < index
            }
            if index == 0 || !isBeaten { kept.append(option) }
        }
        return kept.prefix(1) + kept.dropFirst().filter { $0.worth > kept[0].worth }.sorted { $0.worth < $1.worth }
    }

    /// The best of the rungs which cost nothing.
    static func lowest(of demand: DecodeDemand) -> Int {
        let free = demand.rungs.indices.filter { demand.rungs[$0].cost.isNone }
        return free.max { demand.rungs[$0].quality < demand.rungs[$1].quality } ?? demand.rungs.count - 1
    }
}

// MARK: What a stream is worth

extension PlanUnit {
    private static func rank(of demand: DecodeDemand) -> Int {
        guard demand.area > 0 else { return 0 }
        let base = demand.priority == .ambient ? 1 : demand.priority == .normal ? 3 : focusedRank
        return base + (demand.isBackground ? 0 : 1)
    }

    /// Weight of a stream's quality. Priority comes before all else, then what is heard, then what is large.
    static func weight(of demand: DecodeDemand) -> Double {
        let rank = rank(of: demand)
        guard rank > 0 else { return 0 }
        // Weigh the side, not the area: a tile of a quarter of the screen is looked at more than a quarter as much. A
        // tile below a hundredth of the screen counts like one of that size: it can be seen.
        let size = max(min(demand.area, 1), 0.01).squareRoot()
        return classWeights[rank] * size * (demand.isAudible ? 2 : 1)
    }

    /// Weights by rank. Size and sound make a factor of 20 at most, so one rank apart is always more. The smallest step
    /// of a focused tile (0.1 for its size, 0.02 of quality) is worth more than all of 1,000 others.
    private static let classWeights = [0, 1.0 / 32_768, 1.0 / 1_024, 1.0 / 32, 1, 1e6, 32e6]
}

extension DecodeCost {
    var isNone: Bool { sessions <= 0 && work <= 0 && memory <= 0 }
}
