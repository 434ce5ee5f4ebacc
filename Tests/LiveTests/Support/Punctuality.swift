#if canImport(CGStreamer)
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit

    /// Compares what tiles showed with what was due. Late pictures may be the machine's fault; wrong ones never are.
    struct Punctuality: CustomStringConvertible {
        /// A member with a line of its own waits for nobody: a picture that is late by more ticks than this counts as wrong.
        /// Half a second at sixty a second.
        static let mostAlone = 30
        /// Members that move together wait for each other by the group's patience, three seconds: the picture shown after
        /// that stays for another three at most. A tick more for each, because waits end on ticks.
        private static func mostTogether(at rate: FrameRate) -> Int { Int(2 * 3 * rate.perSecond) + 2 }

        /// Ticks whose tiles showed what was due on an earlier tick.
        private(set) var late = 0
        /// By how many ticks the latest of them was.
        private(set) var latest = 0
        /// Tiles that showed what was due on none of the last ticks, in words.
        private(set) var wrong: [String] = []

        /// - Parameters:
        ///   - alone: members that may be late by themselves; all others on a tick must be late by the same amount.
        ///   - due: what must be read from each tile at a time since the start.
        ///   - lowered: what a member shows instead where the budget has lowered it, at a time since the start: late,
        ///     not wrong.
        init(
            of ticks: [TileReader.Tick], from start: HostTime, rate: FrameRate = FrameRate(60),
            alone: Set<MemberID> = [], due: [MemberID: (Duration) -> IndexCode?],
            lowered: (MemberID, Duration) -> IndexCode? = { _, _ in nil }
        ) {
            for tick in ticks {
                let time = start.duration(to: tick.host)
                func code(_ id: MemberID, late age: Int) -> IndexCode? {
                    due[id]?(max(time - rate.time(ofFrame: Int64(age)), .zero))
                }
                func age(of ids: some Collection<MemberID>, upTo most: Int) -> Int? {
                    (0...most).first { age in
                        ids.allSatisfy { tick.tiles[$0] == code($0, late: age) }
                    }
                }
                let together = due.keys.filter { !alone.contains($0) }
                let groups = [together] + alone.map { [$0] }
                let ages =
                    [age(of: together, upTo: together.count > 1 ? Self.mostTogether(at: rate) : Self.mostAlone)]
                    + alone.map { age(of: [$0], upTo: Self.mostAlone) }
                if ages.contains(where: { $0 != 0 }) { late += 1 }
                latest = max(latest, ages.compactMap { $0 }.max() ?? 0)
                for id in zip(groups, ages).filter({ $1 == nil }).flatMap(\.0).sorted() {
                    if let code = lowered(id, time), tick.tiles[id] == code { continue }
                    func words(_ code: IndexCode?) -> String { code.map { "\($0)" } ?? "nothing" }
                    wrong.append(
                        "tick \(tick.index) member \(id): \(words(tick.tiles[id])), not \(words(code(id, late: 0)))")
                }
            }
        }

        /// For members as a test has cast them; a background has a line of its own.
        init(
            of ticks: [TileReader.Tick], from start: HostTime, casts: [Cast], rate: FrameRate = FrameRate(60),
            isTogether: Bool = true, lowered: (MemberID, Duration) -> IndexCode? = { _, _ in nil }
        ) {
            var due: [MemberID: (Duration) -> IndexCode?] = [:]
            for cast in casts { due[cast.id] = { cast.code(atGroupTime: $0) } }
            let alone = casts.filter { !isTogether || $0.isBackground }.map(\.id)
            self.init(of: ticks, from: start, rate: rate, alone: Set(alone), due: due, lowered: lowered)
        }

        /// Fails if a picture was wrong or a tick showed two instants: other programs never excuse that.
        func expectRight(mixedTicks: Int, at place: SourceLocation = #_sourceLocation) {
            guard !TestRun.isSanitized else { return }
            #expect(wrong.isEmpty, "\(wrong.prefix(10))", sourceLocation: place)
            #expect(mixedTicks == 0, sourceLocation: place)
        }

        var description: String { "\(late) ticks late, by up to \(latest), \(wrong.count) tiles wrong" }
    }
#endif
