#if canImport(CGStreamer)
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// All tiles of a tick change, or none.
    @Suite struct TickGateTests {
        private let first = MemberID(1)
        private let second = MemberID(2)
        private let line = GroupLine(anchor: .held(at: .zero))

        private func host(_ tick: Int) -> HostTime { HostTime(nanoseconds: Int64(tick) * 16_666_667) }

        private func span(_ milliseconds: Range<Int>, turn: Int = 0) -> FrameSpan {
            FrameSpan(
                turn: turn, times: .milliseconds(milliseconds.lowerBound)..<(.milliseconds(milliseconds.upperBound)))
        }

        /// A tile still shows the frame at 8.3 s when its member is told to loop the part from two to six seconds. The
        /// other member has ended, and its last frame covers all later time.
        @Test func `a frame outside the part that is played belongs to no instant`() {
            let bounds = ItemBounds(start: .zero, end: .seconds(10))
            let held = GroupLine(anchor: .held(at: .milliseconds(9_420)), range: .zero..<Duration.seconds(12))
            let part = TimeMap(
                offset: .milliseconds(312), speed: 0.5, range: .milliseconds(1_956)..<(.seconds(6)), end: .loop)
            let now = HostTime(nanoseconds: 0)
            let frame = FrameRate(30).frameDuration
            let old = MemberTimeline(line: held, map: part, bounds: bounds)
                .span(of: .milliseconds(8_300), lasting: frame, isDue: false, at: now)
            let ended = MemberTimeline(line: held, map: TimeMap(offset: .milliseconds(1_275)), bounds: bounds)
                .span(of: .milliseconds(9_980), lasting: frame, isDue: true, at: now)
            #expect(ended.times.upperBound > .seconds(1_000))
            #expect(FrameSpan.common(of: [old, ended]) == nil)
            var gate = TickGate()
            _ = gate.instant(at: now, on: held)
            let offers = [old, ended].enumerated().map { TickGate.Offer(id: MemberID($0.offset), span: $0.element) }
            #expect(gate.judge(offers, at: now, patience: .seconds(3)).shown.isEmpty)
        }

        @Test func `spans meet in one turn only`() {
            #expect(span(0..<33).common(with: span(20..<40)) == span(20..<33))
            #expect(span(0..<33).common(with: span(33..<66)) == nil)
            #expect(span(0..<33).common(with: span(0..<33, turn: 1)) == nil)
            #expect(FrameSpan.common(of: [span(0..<33), span(20..<40), span(30..<31)]) == span(30..<31))
            // Neighbours meet, all three do not.
            #expect(FrameSpan.common(of: [span(0..<20), span(10..<40), span(30..<50)]) == nil)
            #expect(FrameSpan.common(of: [span(0..<33), nil]) == nil)
        }

        @Test func `the newest common instant of the pictures on the way is chosen`() {
            let slow = [span(0..<40), span(40..<80), span(80..<120)]
            let fast = [span(0..<16), span(16..<33), span(33..<50)]
            #expect(FrameSpan.newestCommon(of: [slow, fast], from: .zero) == [1, 2])
            #expect(FrameSpan.newestCommon(of: [slow, []], from: .zero) == nil)
            #expect(FrameSpan.newestCommon(of: [slow, [span(200..<233)]], from: .zero) == nil)
            #expect(FrameSpan.newestCommon(of: [slow, fast], from: .milliseconds(45)) == [1, 2])
            #expect(FrameSpan.newestCommon(of: [slow, fast], from: .milliseconds(60)) == nil)
        }

        @Test func `nothing changes until all have the instant`() {
            var gate = TickGate()
            for tick in 0..<9 {
                #expect(gate.instant(at: host(tick), on: line) == host(tick))
                let verdict = gate.judge(
                    [.init(id: first, span: span(0..<33)), .init(id: second)], at: host(tick), patience: .seconds(3))
                #expect(verdict == TickGate.Verdict())
            }
            let verdict = gate.judge(
                [.init(id: first, span: span(0..<33)), .init(id: second, span: span(0..<40))], at: host(9),
                patience: .seconds(3))
            #expect(verdict.shown == [first, second] && verdict.leftBehind.isEmpty)
        }

        @Test func `a member that cannot keep up is met at an instant that stays`() {
            var gate = TickGate()
            var instants: Set<HostTime> = []
            for tick in 0..<60 {
                let instant = gate.instant(at: host(tick), on: line)
                if tick > 20 { instants.insert(instant) }
                _ = gate.judge(
                    [.init(id: first, span: span(0..<33)), .init(id: second)], at: host(tick), patience: .seconds(3))
            }
            #expect(instants.count == 1)
        }

        @Test func `a member that holds others up for too long is left behind, and comes back with the frame due`() {
            var gate = TickGate()
            var left: Int?
            for tick in 0..<120 {
                _ = gate.instant(at: host(tick), on: line)
                let verdict = gate.judge(
                    [.init(id: first, span: span(0..<33)), .init(id: second)], at: host(tick), patience: .seconds(1))
                if verdict.leftBehind == [second] { left = tick }
                if tick > 61 { #expect(verdict.shown == [first]) }
            }
            #expect(left == 60)
            _ = gate.instant(at: host(120), on: line)
            let apart = gate.judge(
                [.init(id: first, span: span(33..<66)), .init(id: second, span: span(0..<33))], at: host(120),
                patience: .seconds(1))
            #expect(apart.shown == [first] && apart.caughtUp.isEmpty)
            let back = gate.judge(
                [.init(id: first, span: span(33..<66)), .init(id: second, span: span(33..<66))], at: host(121),
                patience: .seconds(1))
            #expect(back.shown == [first, second] && back.caughtUp == [second])
        }

        @Test func `without patience no member waits`() {
            var gate = TickGate()
            let verdict = gate.judge(
                [.init(id: first, span: span(0..<33)), .init(id: second)], at: host(0), patience: .zero)
            #expect(verdict.shown == [first] && verdict.leftBehind == [second])
        }

        /// Key frames of two files are seldom of one instant.
        @Test func `on key frames all meet once for each group of pictures of the file with the fewest`() {
            var gate = TickGate()
            let line = GroupLine(anchor: LineAnchor(hostTime: host(0), time: .zero, rate: 2))
            let frame = Duration.milliseconds(40)
            // Key frames every 2 s in the first and every 700 ms in the second; both take nine ticks to an exact frame.
            let distances = [Duration.seconds(2), .milliseconds(700)]
            var shown: [Duration] = []
            var askedSince: (instant: HostTime, tick: Int)?
            for tick in 0..<600 {
                let instant = gate.instant(at: host(tick), on: line)
                let now = line.time(at: instant)
                if gate.meetsExactly, askedSince?.instant != instant { askedSince = (instant, tick) }
                let offers = zip([first, second], distances).map { id, distance -> TickGate.Offer in
                    guard gate.meetsExactly else {
                        let key = distance * Int(now / distance)
                        return .init(id: id, span: FrameSpan(turn: 0, times: key..<key + frame), isReduced: true)
                    }
                    let begin = frame * Int(now / frame)
                    let isThere = askedSince.map { tick - $0.tick >= 9 } ?? false
                    return .init(id: id, span: isThere ? FrameSpan(turn: 0, times: begin..<begin + frame) : nil)
                }
                let verdict = gate.judge(offers, at: host(tick), patience: .seconds(1))
                #expect(verdict.leftBehind.isEmpty)
                guard !verdict.shown.isEmpty else { continue }
                #expect(verdict.shown == [first, second])
                if let time = FrameSpan.common(of: offers.map(\.span))?.times.lowerBound, time != shown.last {
                    #expect(time > shown.last ?? .zero - .seconds(1))
                    shown.append(time)
                }
            }
            // Ten seconds at double rate are twenty seconds of video.
            #expect(shown == (0..<10).map { .seconds(2 * $0) })
        }

        @Test func `a new line starts the wait again`() {
            var gate = TickGate()
            for tick in 0..<40 {
                _ = gate.instant(at: host(tick), on: line)
                _ = gate.judge([.init(id: first)], at: host(tick), patience: .seconds(3))
            }
            #expect(gate.meeting != nil)
            let other = GroupLine(anchor: .held(at: .seconds(1)))
            #expect(gate.instant(at: host(40), on: other) == host(40) && gate.meeting == nil)
        }

        /// Members of any rate, slow and stuck ones, lines that jump and are superseded: 10,000 seeds.
        @Test(arguments: 0..<100 as Range<UInt64>)
        func `whatever happens, the tiles that move together show one instant`(hundred: UInt64) {
            for seed in hundred * 100..<(hundred + 1) * 100 {
                var wall = SimulatedWall(seed: seed)
                let broken = wall.run(ticks: 400)
                #expect(broken == nil, "seed \(seed)")
            }
        }
    }

    /// Tiles, decoders that take time, and a user who moves the line.
    private struct SimulatedWall {
        private struct Decoder {
            var id: MemberID
            var rate: FrameRate
            /// Ticks from a request for another position until it is there.
            var delay: Int
            var stuckUntil = 0
            /// The position it is decoding to, and the tick on which it is there.
            var aim: (time: Duration, at: Int)?
        }

        private var numbers: SplitMix
        private var gate = TickGate()
        private var line = GroupLine(anchor: .held(at: .zero))
        private var decoders: [Decoder] = []
        private var tiles: [MemberID: FrameSpan] = [:]

        init(seed: UInt64) {
            numbers = SplitMix(seed: seed)
            for number in 1...Int.random(in: 1...4, using: &numbers) {
                let rate = [FrameRate(24), FrameRate(25), FrameRate(30_000, 1_001), FrameRate(60)].randomElement(
                    using: &numbers)
                decoders.append(
                    Decoder(
                        id: MemberID(number), rate: rate ?? FrameRate(30),
                        delay: Int.random(in: 0...30, using: &numbers)))
            }
        }

        /// Returns the first rule that was broken.
        mutating func run(ticks: Int) -> String? {
            for tick in 0..<ticks {
                let host = HostTime(nanoseconds: Int64(tick) * 16_666_667)
                if tick < ticks - 250 { act(at: host, tick) }
                if tick == ticks - 250 { line = line.continued(at: host, rate: 0) }
                if let broken = show(tick, at: host) { return broken }
            }
            let last = HostTime(nanoseconds: Int64(ticks - 1) * 16_666_667)
            let due = line.time(at: last)
            for decoder in decoders where tiles[decoder.id]?.times.contains(due) != true {
                return "\(decoder.id) is not at \(due) in the end"
            }
            return gate.leftBehind.isEmpty ? nil : "\(gate.leftBehind) left behind in the end"
        }

        private mutating func act(at host: HostTime, _ tick: Int) {
            switch Int.random(in: 0..<40, using: &numbers) {
            case 0:
                let time = Duration.milliseconds(Int.random(in: 0...20_000, using: &numbers))
                line = line.moved(to: time, at: host, rate: Bool.random(using: &numbers) ? 1 : 0)
            case 1:
                let rates: [Double] = [0, 0.25, 1, 2, 4]
                let rate = rates.randomElement(using: &numbers) ?? 1
                line = line.continued(at: host, rate: rate)
            case 2:
                let index = Int.random(in: 0..<decoders.count, using: &numbers)
                decoders[index].stuckUntil = tick + Int.random(in: 1...120, using: &numbers)
            default: break
            }
        }

        private mutating func show(_ tick: Int, at host: HostTime) -> String? {
            let instant = gate.instant(at: host, on: line)
            let offers = decoders.indices.map { index in
                let asked = gate.leftBehind.contains(decoders[index].id) ? host : instant
                return TickGate.Offer(id: decoders[index].id, span: ask(index, for: line.time(at: asked), tick))
            }
            let verdict = gate.judge(offers, at: host, patience: .seconds(1))
            for offer in offers where verdict.shown.contains(offer.id) { tiles[offer.id] = offer.span }
            let together = decoders.map(\.id).filter { !gate.leftBehind.contains($0) }
            let spans = together.compactMap { tiles[$0] }
            guard spans.isEmpty || spans.count < together.count || FrameSpan.common(of: spans) != nil else {
                return "tick \(tick) shows \(spans)"
            }
            return nil
        }

        /// What a decoder has for a group time: what follows its last position at once, anything else after its delay.
        private mutating func ask(_ index: Int, for time: Duration, _ tick: Int) -> FrameSpan? {
            var decoder = decoders[index]
            defer { decoders[index] = decoder }
            let isNear = decoder.aim.map { time >= $0.time && time - $0.time < .milliseconds(500) } ?? false
            decoder.aim = (time, isNear ? decoder.aim?.at ?? tick : tick + decoder.delay)
            guard tick >= decoder.stuckUntil, let aim = decoder.aim, tick >= aim.at else { return nil }
            let frame = decoder.rate.frame(at: time)
            return FrameSpan(turn: 0, times: decoder.rate.time(ofFrame: frame)..<decoder.rate.time(ofFrame: frame + 1))
        }
    }
#endif
