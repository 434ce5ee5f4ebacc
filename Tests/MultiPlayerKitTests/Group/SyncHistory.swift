import MultiPlayerKitTestSupport

@testable import MultiPlayerKit
@testable import TestTools

/// One random session of a group, and the rules that must always hold.
final class SyncHistory {
    let bench = SyncBench()
    private var numbers: SplitMix
    /// What the calls so far imply, recorded independently of the group.
    private var maps: [MemberID: (base: TimeMap, nudges: Int, rate: FrameRate)] = [:]
    private var bounds: [MemberID: ItemBounds] = [:]
    private var wanted: Duration?
    /// Whether a hand held the line after the last event.
    private var isHeld = false
    private var everSilent: Set<MemberID> = []
    /// The audible member after the last event.
    private var heard: MemberID?
    private(set) var broken: [String] = []
    private(set) var log: [String] = []
    var keepsCommands = false

    init(seed: UInt64) {
        numbers = SplitMix(seed: seed)
        bench.onHandled = { [unowned self] event, commands in check(event, commands) }
    }

    /// Plays the session and returns the rules that were broken.
    func run(steps: Int) -> [String] {
        for _ in 0..<Int.random(in: 0...3, using: &numbers) { add(isAmbient: false) }
        if numbers.oneIn(3) { add(isAmbient: true) }
        for _ in 0..<steps {
            act()
            if numbers.oneIn(2) { bench.advance(delay()) }
            if !bench.violations.isEmpty || !broken.isEmpty { break }
        }
        settle()
        return bench.violations + broken
    }

    // MARK: What happens

    private func act() {
        let id = bench.group.members.keys.sorted().randomElement(using: &numbers)
        switch Int.random(in: 0..<41, using: &numbers) {
        case 0, 1: add(isAmbient: numbers.oneIn(5))
        case 2: if let id { note("remove \(id)") { bench.send(.remove(id)) } }
        case 3...6:
            note("play") {
                if bench.group.barrier == nil { wanted = nil }
                bench.play()
            }
        case 7:
            let host = bench.now.advanced(by: numbers.duration(in: .seconds(-5)...(.seconds(5))))
            note("play at \(host)") {
                if bench.group.barrier == nil { wanted = nil }
                bench.play(at: host)
            }
        case 8, 9: note("pause") { bench.send(.pause) }
        case 10...12: seek(exactly: true)
        case 13...16: seek(exactly: false)
        case 17, 18:
            let count = Int.random(in: -3...3, using: &numbers)
            note("step \(count)") {
                if count != 0 { wanted = nil }
                bench.send(.step(count))
            }
        case 19:
            let rate = [0, 0.25, 0.5, 1, 1.001, 2, 4, .nan, -0.5, -1, -4].randomElement(using: &numbers) ?? 1
            note("rate \(rate)") { bench.send(.setRate(rate)) }
        case 20: setLoop()
        case 21, 22: if let id { setMap(of: id) }
        case 23, 24: if let id { nudge(id) }
        case 25:
            let chosen = numbers.oneIn(4) ? nil : id
            note("audible \(chosen?.description ?? "none")") { bench.send(.setAudible(chosen)) }
        case 26:
            let policy = StallPolicy.allCases.randomElement(using: &numbers) ?? .carryOn
            note("policy \(policy)") { bench.send(.setStallPolicy(policy)) }
        case 27...29: if let id { note("stall \(id)") { bench.players[id]?.stall() } }
        case 30: if let id { note("resume \(id)") { bench.players[id]?.resume() } }
        case 31: if let id { misbehave(id) }
        case 32: if let id, numbers.oneIn(2) { misreport(id) }
        // A stage that shows stand-ins, for the present target or for an earlier one.
        case 33: note("stand-ins") { bench.standIn(for: numbers.oneIn(3) ? 1 : nil) }
        case 34:
            if let id { note("left behind \(id)") { bench.send(numbers.oneIn(2) ? .leftBehind(id) : .caughtUp(id)) } }
        case 35: note("hand") { bench.send(.beginScrubbing) }
        case 36: letGo()
        case 37...39: if let id { add(isAmbient: bench.group.members[id]?.isAmbient == true, replacing: id) }
        default:
            let late = numbers.duration(in: .zero...(.milliseconds(200)))
            bench.clock.lateness = numbers.oneIn(2) ? .zero : late
            note("time") { bench.send(.time) }
        }
    }

    private func add(isAmbient: Bool, replacing old: MemberID? = nil) {
        let rates = [FrameRate(24_000, 1_001), FrameRate(25), FrameRate(30_000, 1_001), FrameRate(60), nil]
        let rate = rates.randomElement(using: &numbers) ?? nil
        let length = numbers.oneIn(10) ? .milliseconds(33) : numbers.duration(in: .milliseconds(40)...(.seconds(20)))
        var video = SimulatedVideo(frameRate: rate, length: length)
        if numbers.oneIn(2) { video.loadDelay = delay() }
        if numbers.oneIn(2) { video.prerollDelay = delay() }
        if numbers.oneIn(2) { video.previewDelay = video.prerollDelay / 4 }
        if numbers.oneIn(4) { video.duplicates = 1 }
        if numbers.oneIn(4) { video.answersLate = true }
        if numbers.oneIn(15) { video.loadFailure = error }
        if numbers.oneIn(15) { video.refusal = error }
        if numbers.oneIn(15) { video.isSilent = true }
        let lead = numbers.oneIn(8) ? Duration.milliseconds(100) : .zero
        let map = map(ending: isAmbient ? .loop : nil)
        // Record it first: a player without delays is on the line before `add` returns.
        let id = MemberID((maps.keys.map(\.number).max() ?? 0) + 1)
        maps[id] = (map, 0, rate ?? FrameRate(30))
        bounds[id] = video.info.bounds
        if video.isSilent { everSilent.insert(id) }
        note("\(old.map { "replace \($0) by" } ?? "add") \(id) \(rate?.description ?? "vfr") \(length) \(map)") {
            bench.add(video, map: map, isAmbient: isAmbient, lead: lead, replacing: old)
        }
    }

    private func seek(exactly: Bool) {
        let target = numbers.oneIn(10) ? .seconds(-1) : numbers.duration(in: .zero...(.seconds(25)))
        wanted = target
        note("\(exactly ? "seek" : "scrub") \(target)") {
            if exactly { bench.seek(target) } else { bench.send(.scrub(target, together: numbers.oneIn(2))) }
        }
    }

    /// Ends what a hand may hold.
    private func letGo() {
        note("no hand") {
            if bench.group.barrier == nil { wanted = nil }
            bench.send(.endScrubbing)
        }
    }

    private func setLoop() {
        var range: Range<Duration>?
        if numbers.oneIn(2) {
            let lower = numbers.duration(in: .zero...(.seconds(8)))
            let length = numbers.oneIn(6) ? .milliseconds(1) : numbers.duration(in: .milliseconds(1)...(.seconds(9)))
            range = lower..<lower + length
        }
        let repeats = numbers.oneIn(2)
        let alternates = numbers.oneIn(4)
        note("loop \(range.map { "\($0)" } ?? "all") \(repeats) \(alternates)") {
            bench.send(.setLoop(range: range, repeats: repeats, alternates: alternates))
        }
    }

    private func setMap(of id: MemberID) {
        let map = map(ending: bench.group.members[id]?.isAmbient == true ? .loop : nil)
        maps[id]?.base = map
        maps[id]?.nudges = 0
        note("map \(id) \(map)") { bench.send(.setMap(id, map)) }
    }

    private func nudge(_ id: MemberID) {
        let frames = Int.random(in: -4...4, using: &numbers)
        maps[id]?.nudges += frames
        note("nudge \(id) \(frames)") { bench.send(.nudge(id, frames: frames)) }
    }

    /// Changes how a player answers from now on.
    private func misbehave(_ id: MemberID) {
        note("misbehave \(id)") {
            guard var video = bench.players[id]?.video else { return }
            switch Int.random(in: 0..<5, using: &numbers) {
            case 0: video.prerollDelay = delay()
            case 1:
                video.isSilent = numbers.oneIn(3)
                if video.isSilent { everSilent.insert(id) }
            case 2: video.refusal = numbers.oneIn(3) ? error : nil
            case 3: video.duplicates = 2
            default: video.answersLate = true
            }
            bench.players[id]?.video = video
        }
    }

    /// Sends a report that no command asked for.
    private func misreport(_ id: MemberID) {
        guard let member = bench.group.members[id] else { return }
        let foreign = member.generation + (numbers.oneIn(2) ? 1_000 : -1)
        let events: [PlayerEvent] = [
            .prepared(generation: foreign), .previewed(generation: foreign), .refused(error, generation: foreign),
            .loaded(SimulatedVideo().info, generation: foreign), .failed(error, generation: member.generation + 1_000),
            .failed(error, generation: 0), .moved, .stalled, .resumed,
            .damaged(error, ItemBounds(start: .zero, end: (bounds[id]?.end ?? .seconds(1)) / 2)),
        ]
        guard let event = events.randomElement(using: &numbers) else { return }
        if case .damaged(_, let shorter) = event, member.info != nil, member.isLive { bounds[id] = shorter }
        note("report \(id) \(event)") { bench.players[id]?.report(event) }
    }

    /// Lets everything settle: after that nothing may be left waiting.
    private func settle() {
        bench.clock.lateness = .zero
        letGo()
        note("settle") { bench.advance(.seconds(40)) }
        if bench.group.barrier != nil { broken.append("a barrier is left") }
        for (id, member) in bench.group.members where member.phase == .loading || member.phase == .preparing {
            // A member that was silent outside a barrier holds up no other and is not given up.
            if !everSilent.contains(id) { broken.append("\(id) is left \(member.phase)") }
        }
        for ticket in 1...max(bench.tickets, 1) where bench.tickets > 0 {
            let count = bench.answers[ticket]?.count ?? 0
            if count != 1 { broken.append("ticket \(ticket) was answered \(count) times") }
        }
        if bench.clock.pendingWakes > 20 { broken.append("\(bench.clock.pendingWakes) wake-ups are left") }
        checkPictures()
        replay()
    }

    /// Checks that play after the end starts from the beginning of the range.
    private func replay() {
        wanted = nil
        bench.send(.setStallPolicy(.carryOn))
        bench.send(.setLoop(range: bench.group.loop.range, repeats: false))
        bench.send(.setRate(4))
        bench.play()
        bench.advance(.seconds(200))
        guard let range = bench.group.line.range, bench.group.wantsToPlay else { return }
        if !bench.group.hasEnded { broken.append("it did not end") }
        bench.forgetPublished()
        let ticket = bench.play()
        bench.advance(.seconds(30))
        guard bench.answer(ticket) == .some(nil) else { return }
        let start = bench.published.compactMap { if case .started(_, let time) = $0 { time } else { nil } }.first
        if start != range.lowerBound, bench.group.line.range == range {
            broken.append("started again at \(start?.description ?? "nowhere"), not at \(range.lowerBound)")
        }
    }

    // MARK: What must be true

    private func check(_ event: SyncGroup.Event, _ commands: [SyncGroup.Command]) {
        if keepsCommands { log += commands.map { "    \(TraceText.of($0, at: bench.now))" } }
        // It was let go because nobody is left: it stays where it is.
        if isHeld, bench.group.scrubbing == nil {
            if case .endScrubbing = event {} else { wanted = nil }
        }
        isHeld = bench.group.scrubbing != nil
        var arrival: Duration?
        for command in commands {
            switch command {
            case .publish(.arrived(let time)): arrival = time
            // The same event also began a newer seek.
            case .publish(.seeking): arrival = nil
            case .publish(.started(let host, let time)):
                wanted = nil
                if bench.group.line.time(at: host) != time { broken.append("started elsewhere") }
            case .publish(.nudged(let id, let offset)):
                if bench.group.members[id]?.info != nil, offset != map(of: id)?.offset {
                    broken.append("\(id) was nudged to \(offset)")
                }
            // Who has failed is heard no more, and so is nobody in its place.
            case .publish(.failed(let id, _)), .publish(.dropped(let id)): if heard == id { heard = nil }
            case .publish(.replaced(let old, let new)):
                if heard == old, bench.group.audible != new { broken.append("\(new) is not heard in \(old)'s place") }
                if bench.group.members[old] != nil { broken.append("\(old) is still there") }
            default: break
            }
        }
        heard = bench.group.audible
        let seen = bench.group.members.values.filter { $0.replaces == nil }
        if bench.group.barrier?.waiting.contains(where: { bench.group.members[$0]?.replaces != nil }) == true {
            broken.append("the group waits for a member that is not seen")
        }
        if Set(seen.map(\.place)).count != seen.count { broken.append("two members share a place") }
        if let arrival { checkArrival(arrival) }
        for (id, member) in bench.group.members where member.info != nil && member.map != map(of: id) {
            broken.append("\(id) has \(member.map), not \(map(of: id) ?? TimeMap())")
        }
        if bench.group.barrier == nil { checkPictures() }
    }

    private func checkArrival(_ time: Duration) {
        let line = bench.group.line
        if line.time(at: bench.now) != time || line.anchor.rate != 0 { broken.append("arrived, but not at \(time)") }
        guard let wanted else { return }
        var target = max(wanted, .zero)
        if let range = line.range { target = min(max(target, range.lowerBound), range.upperBound - .nanoseconds(1)) }
        if time != target { broken.append("arrived at \(time), not at \(target)") }
    }

    /// Checks that every tile shows what the line and the map recorded here say.
    private func checkPictures() {
        let host = max(bench.now, bench.followedFrom)
        for (id, member) in bench.group.members where member.phase == .following && !member.isStalled {
            guard let map = map(of: id), let bounds = bounds[id], let player = bench.players[id] else { continue }
            let timeline = MemberTimeline(
                line: bench.group.line, map: map, bounds: bounds, isAmbient: member.isAmbient)
            let shown = player.showing(at: host)?.position
            if shown != timeline.position(at: host), !player.isStalled {
                broken.append("\(id) shows \(String(describing: shown)), not \(timeline.position(at: host))")
            }
        }
    }

    // MARK: Small things

    private let error = PlaybackError(.decodingFailed, subject: "x", reason: "broken", cure: "mend it")

    private func map(of id: MemberID) -> TimeMap? {
        guard let (base, nudges, rate) = maps[id] else { return nil }
        var map = base
        map.offset += .nanoseconds(Int64((Fraction(Int128(nudges) * 1_000_000_000) / Fraction(rate)).floor))
        return map
    }

    private func map(ending end: TimeMap.End?) -> TimeMap {
        var range: Range<Duration>?
        if numbers.oneIn(4) {
            let lower = numbers.duration(in: .zero...(.seconds(5)))
            range = lower..<lower + numbers.duration(in: .milliseconds(1)...(.seconds(5)))
        }
        return TimeMap(
            offset: numbers.oneIn(2) ? .zero : numbers.duration(in: .seconds(-4)...(.seconds(4))),
            speed: [0.1, 0.5, 1, 1, 1, 1.001, 2].randomElement(using: &numbers) ?? 1, range: range,
            end: end ?? [.hold, .hold, .hold, .loop, .blank].randomElement(using: &numbers) ?? .hold)
    }

    private func delay() -> Duration {
        switch Int.random(in: 0..<10, using: &numbers) {
        case 0..<5: numbers.duration(in: .zero...(.milliseconds(40)))
        case 5..<9: numbers.duration(in: .zero...(.seconds(1)))
        default: numbers.duration(in: .zero...(.seconds(6)))
        }
    }

    private func note(_ text: String, _ action: () -> Void) {
        log.append("\(bench.now.nanoseconds) \(text)")
        action()
    }
}
