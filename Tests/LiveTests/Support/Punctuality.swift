#if canImport(CGStreamer)
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit

    /// What tiles showed against what was due. Late pictures are a matter of time, and may be the machine's; wrong ones
    /// never are.
    struct Punctuality: CustomStringConvertible {
        /// Ticks after which a picture is no late one any more: half a second of sixty.
        private static let most = 30

        /// Ticks whose tiles showed what had been due on one before.
        private(set) var late = 0
        /// Tiles that showed what was due on none of the last ticks, in words.
        private(set) var wrong: [String] = []

        /// - Parameters:
        ///   - alone: members that may be late by themselves; all others of a tick have to be late by as much.
        ///   - due: what has to be read from each tile at a time since the start.
        init(
            of ticks: [TileReader.Tick], from start: HostTime, rate: FrameRate = FrameRate(60),
            alone: Set<MemberID> = [], due: [MemberID: (Duration) -> IndexCode?]
        ) {
            for tick in ticks {
                let time = start.duration(to: tick.host)
                func code(_ id: MemberID, late age: Int) -> IndexCode? {
                    due[id]?(max(time - rate.time(ofFrame: Int64(age)), .zero))
                }
                func age(of ids: some Collection<MemberID>) -> Int? {
                    (0...Self.most).first { age in
                        ids.allSatisfy { tick.tiles[$0] == code($0, late: age) }
                    }
                }
                let groups = [due.keys.filter { !alone.contains($0) }] + alone.map { [$0] }
                let ages = groups.map { age(of: $0) }
                if ages.contains(where: { $0 ?? 0 > 0 }) { late += 1 }
                for id in zip(groups, ages).filter({ $1 == nil }).flatMap(\.0).sorted() {
                    func words(_ code: IndexCode?) -> String { code.map { "\($0)" } ?? "nothing" }
                    wrong.append(
                        "tick \(tick.index) member \(id): \(words(tick.tiles[id])), not \(words(code(id, late: 0)))")
                }
            }
        }

        /// Of members as a test has cast them; a background's line is its own.
        init(
            of ticks: [TileReader.Tick], from start: HostTime, casts: [Cast], rate: FrameRate = FrameRate(60),
            isTogether: Bool = true
        ) {
            var due: [MemberID: (Duration) -> IndexCode?] = [:]
            for cast in casts { due[cast.id] = { cast.code(atGroupTime: $0) } }
            let alone = casts.filter { !isTogether || $0.isBackground }.map(\.id)
            self.init(of: ticks, from: start, rate: rate, alone: Set(alone), due: due)
        }

        /// Fails where a picture was wrong or a tick showed two instants, which no other program excuses.
        func expectRight(mixedTicks: Int, at place: SourceLocation = #_sourceLocation) {
            guard !TestRun.isSanitized else { return }
            #expect(wrong.isEmpty, "\(wrong.prefix(10))", sourceLocation: place)
            #expect(mixedTicks == 0, sourceLocation: place)
        }

        var description: String { "\(late) ticks late, \(wrong.count) tiles wrong" }
    }
#endif
