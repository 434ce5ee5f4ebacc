#if canImport(CGStreamer)
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// When a recording warns, ends a file and begins another, in virtual time.
    @Suite struct RecordingPlanTests {
        private static let megabyte: Int64 = 1 << 20

        /// A disk and a recording that writes to it, checked once a second.
        private struct Disk {
            var room: Int64
            var rate: Int64
            var plan = RecordingPlan(at: HostTime(nanoseconds: 0))
            var now = 0
            var written: Int64 = 0
            var isWriting = true
            var told: [(second: Int, command: RecordingPlan.Command)] = []

            mutating func pass(_ seconds: Int) {
                for _ in 0..<seconds {
                    now += 1
                    if isWriting { (written, room) = (written + rate, room - rate) }
                    let reading = RecordingPlan.Reading(room: room, written: isWriting ? written : 0)
                    take(plan.look(reading, at: host))
                }
            }

            mutating func fail() {
                isWriting = false
                take(plan.failed(at: host))
            }

            private mutating func take(_ commands: [RecordingPlan.Command]) {
                for command in commands {
                    told.append((now, command))
                    if command == .end { isWriting = false }
                    if command == .begin { (isWriting, written) = (true, 0) }
                }
            }

            var host: HostTime { HostTime(nanoseconds: Int64(now) * 1_000_000_000) }
            var commands: [RecordingPlan.Command] { told.map(\.command) }
        }

        private func isWarning(_ command: RecordingPlan.Command) -> Bool {
            if case .warn = command { true } else { false }
        }

        @Test func `a disk that fills is warned of once, a minute before, and never gets full`() {
            var disk = Disk(room: 200 * Self.megabyte, rate: Self.megabyte)
            disk.pass(1_000)
            #expect(disk.commands.count == 2 && isWarning(disk.commands[0]) && disk.commands[1] == .end)
            let time = disk.told[1].second - disk.told[0].second
            #expect((59...61).contains(time), "\(time) s before its end")
            #expect(disk.room >= 5 * Self.megabyte && disk.room <= 6 * Self.megabyte, "\(disk.room)")
        }

        @Test func `a recording goes on when there is twice the reserve, and warns again after relief`() {
            var disk = Disk(room: 80 * Self.megabyte, rate: Self.megabyte)
            disk.pass(100)
            #expect(disk.commands.last == .end)
            let ended = disk.told.count
            disk.room = 11 * Self.megabyte
            disk.pass(10)
            #expect(disk.told.count == ended, "there is less than twice the reserve")
            disk.room = 30 * Self.megabyte
            disk.pass(1)
            #expect(disk.commands.last == .begin)
            disk.pass(10)
            #expect(disk.told.count == ended + 1, "the shortage is known already")
            disk.room = 400 * Self.megabyte
            disk.pass(400)
            #expect(disk.commands.dropFirst(ended + 1).map(isWarning) == [true, false])
            #expect(disk.commands.last == .end)
        }

        @Test func `a long file that fails is followed by another at once, a short one after a pause`() {
            var disk = Disk(room: 9_000 * Self.megabyte, rate: Self.megabyte)
            disk.pass(60)
            disk.fail()
            #expect(disk.commands == [.begin] && disk.told[0].second == 60)
            disk.pass(1)
            disk.fail()
            #expect(disk.commands == [.begin])
            disk.pass(1)
            #expect(disk.commands == [.begin, .begin] && disk.told[1].second == 62, "a second later")
        }

        @Test func `a recording that cannot begin a file tries once a second`() {
            var disk = Disk(room: 9_000 * Self.megabyte, rate: Self.megabyte)
            disk.pass(3)
            disk.fail()
            for _ in 0..<5 {
                disk.pass(1)
                disk.isWriting = false
                disk.plan.refused(at: disk.host)
            }
            #expect(disk.told.map(\.second) == [4, 5, 6, 7, 8])
        }

        @Test func `a large ending has room reserved for it`() {
            var plan = RecordingPlan(at: HostTime(nanoseconds: 0))
            var reading = RecordingPlan.Reading(room: 9 * Self.megabyte, written: 0, ending: 4 * Self.megabyte)
            #expect(plan.look(reading, at: HostTime(nanoseconds: 1_000_000_000)).isEmpty)
            reading.ending = 6 * Self.megabyte
            #expect(plan.look(reading, at: HostTime(nanoseconds: 2_000_000_000)) == [.end])
        }

        @Test func `a disk whose room is unknown is written to until it fails`() {
            var plan = RecordingPlan(at: HostTime(nanoseconds: 0))
            for second in 1...100 {
                let reading = RecordingPlan.Reading(room: nil, written: Int64(second) * Self.megabyte)
                #expect(plan.look(reading, at: HostTime(nanoseconds: Int64(second) * 1_000_000_000)).isEmpty)
            }
        }

        @Test(arguments: 0..<200 as Range<UInt64>)
        func `whatever others write and free, a file is ended before the disk is full`(seed: UInt64) {
            var random = SplitMix(seed: seed)
            let rate = Int64.random(in: 10_000...20_000_000, using: &random)
            var disk = Disk(room: rate * 100 + 10 * Self.megabyte, rate: rate)
            for _ in 0..<400 {
                // The rate varies with the pictures; other programs write up to as much, and now and then free more.
                disk.rate = Int64.random(in: rate / 2...rate, using: &random)
                disk.room -= min(max(disk.room, 0), Int64.random(in: 0...rate, using: &random))
                if Int.random(in: 0..<60, using: &random) == 0 { disk.room += rate * 50 }
                let wasWriting = disk.isWriting
                disk.pass(1)
                #expect(!wasWriting || disk.now < 3 || disk.room >= 0, "second \(disk.now)")
            }
            // Files begin and end in turn.
            let turns = disk.commands.filter { !isWarning($0) }
            for (one, next) in zip(turns, turns.dropFirst()) { #expect(one != next) }
        }
    }
#endif
