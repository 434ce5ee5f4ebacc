#if canImport(CGStreamer)
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    @Suite struct StandstillReturnTests {
        static let period = Duration.nanoseconds(16_666_666)
        let first = MemberID(1)
        let second = MemberID(2)

        private func showings(late: Set<MemberID> = []) -> [TickLedger.Showing] {
            [first, second].map { id in
                TickLedger.Showing(
                    id: id, outcome: late.contains(id) ? .late : .exact(time: .zero),
                    position: .init(turn: .init(), itemTime: .zero, piece: .zero..<(.seconds(10)), isVisible: true),
                    frameRate: FrameRate(30))
            }
        }

        private func lost(_ stage: inout StandstillReturn, skipped: Int = 0, late: Set<MemberID> = []) -> Int? {
            stage.ticksLost(before: showings(late: late), skipped: skipped, period: Self.period)
        }

        @Test func `without a standstill every tick is shown, late ones too`() {
            var stage = StandstillReturn()
            #expect(lost(&stage) == 0)
            #expect(lost(&stage, late: [second]) == 0)
            #expect(lost(&stage, skipped: 1, late: [first]) == 1)
            #expect(lost(&stage, skipped: 4, late: [first, second]) == 4)
        }

        @Test func `after a standstill nothing is shown before all are back`() {
            var stage = StandstillReturn()
            #expect(lost(&stage) == 0)
            #expect(lost(&stage, skipped: 10, late: [first, second]) == nil)
            #expect(lost(&stage, late: [second]) == nil)
            #expect(lost(&stage) == 12)
            // The standstill is over: the next late member holds nothing up.
            #expect(lost(&stage, late: [second]) == 0)
        }

        @Test func `the picture stays no longer than the standstill lasted, and half a second at most`() {
            for (skipped, held) in [(5, 5), (10, 10), (29, 29), (600, 31)] {
                var stage = StandstillReturn()
                var ticks = 0
                while lost(&stage, skipped: ticks == 0 ? skipped : 0, late: [first]) == nil { ticks += 1 }
                #expect(ticks == held, "after \(skipped) ticks")
            }
        }

        @Test func `a member that was late before the standstill is not waited for`() {
            var stage = StandstillReturn()
            #expect(lost(&stage, late: [second]) == 0)
            #expect(lost(&stage, skipped: 10, late: [second]) == 10)
            #expect(lost(&stage, skipped: 10, late: [first, second]) == nil)
            #expect(lost(&stage, late: [second]) == 11)
        }

        @Test func `single ticks lost while members come back do not prolong the wait`() {
            var stage = StandstillReturn()
            #expect(lost(&stage, skipped: 6, late: [first]) == nil)
            for _ in 0..<5 { #expect(lost(&stage, skipped: 1, late: [first]) == nil) }
            #expect(lost(&stage, late: [first]) == 17)
            #expect(lost(&stage, skipped: 6, late: [first]) == 6)
        }
    }
#endif
