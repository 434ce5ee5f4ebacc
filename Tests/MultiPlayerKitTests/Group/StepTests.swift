import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import TestTools

@Suite struct StepTests {
    static let rates = [
        FrameRate(24_000, 1_001), FrameRate(24), FrameRate(25), FrameRate(30_000, 1_001), FrameRate(30), FrameRate(50),
        FrameRate(60_000, 1_001), FrameRate(60),
    ]
    let bench = SyncBench()

    @Test(arguments: rates)
    func `500 steps forward and 500 back move one frame each`(rate: FrameRate) {
        let finest = bench.add(SimulatedVideo(frameRate: rate, length: .seconds(3_600)))
        bench.add(SimulatedVideo(frameRate: FrameRate(15), length: .seconds(3_600)), map: TimeMap(offset: .seconds(-1)))
        bench.seek(.milliseconds(1_234_567))
        guard let start = bench.frame(finest) else { return }
        for count in 1...500 as ClosedRange<Int64> {
            bench.send(.step(1))
            #expect(bench.frame(finest) == start + count)
        }
        for count in 1...500 as ClosedRange<Int64> {
            bench.send(.step(-1))
            #expect(bench.frame(finest) == start + 500 - count)
        }
        bench.send(.step(37))
        #expect(bench.frame(finest) == start + 37)
        bench.send(.step(-40))
        #expect(bench.frame(finest) == start - 3)
        #expect(bench.violations == [])
    }

    /// As when a file was replaced by a shorter one.
    @Test(arguments: rates)
    func `a looping part beyond the end of its video can be stepped through`(rate: FrameRate) {
        let video = SimulatedVideo(frameRate: rate, length: rate.time(ofFrame: 300))
        bench.add(video, map: TimeMap(range: .seconds(20)..<(.seconds(23)), end: .loop))
        bench.add(video, map: TimeMap(range: .seconds(2)..<(.seconds(2)), end: .loop))
        bench.seek(.seconds(1))
        for count in [1, 1, -1, -5, 7] { bench.send(.step(count)) }
        #expect(bench.violations == [])
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func `a step from any position is one frame of the finest member`(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        let ids = (0..<Int.random(in: 1...3, using: &numbers)).map { _ in
            let start = numbers.oneIn(3) ? numbers.duration(in: .zero...(.seconds(1))) : .zero
            let video = SimulatedVideo(
                frameRate: Self.rates.randomElement(using: &numbers), length: .seconds(60), start: start)
            let range = numbers.oneIn(3) ? numbers.duration(in: .zero...(.seconds(5)))..<(.seconds(40)) : nil
            return bench.add(
                video,
                map: TimeMap(
                    offset: numbers.oneIn(2) ? .zero : numbers.duration(in: .seconds(-2)...(.seconds(2))),
                    speed: [0.1, 0.5, 1, 1, 1.001, 2].randomElement(using: &numbers) ?? 1, range: range,
                    end: numbers.oneIn(2) ? .hold : .loop))
        }
        if numbers.oneIn(2) { bench.send(.setLoop(range: .seconds(1)..<(.seconds(30)), repeats: true)) }
        for _ in 0..<10 {
            bench.seek(numbers.duration(in: .seconds(3)...(.seconds(12))))
            if numbers.oneIn(3) {
                // From the middle of a frame, in a later turn.
                bench.play()
                bench.advance(numbers.duration(in: .zero...(.seconds(3))))
                if numbers.oneIn(2) { bench.send(.nudge(ids[0], frames: 1)) }
            }
            let finest = ids.max { density($0) < density($1) } ?? ids[0]
            // Before its start it stays on its first frame, so that steps do not show.
            guard hasStarted(finest) else { continue }
            let count = numbers.oneIn(2) ? 1 : -1
            let first = frames(ids)
            bench.send(.step(count))
            #expect(bench.group.line.anchor.rate == 0)
            let before = frames(ids)
            #expect(before[finest] == first[finest].map { $0 + Int64(count) }, "\(first) to \(before)")
            // From here on the line stands on frame times of the finest member.
            bench.send(.step(count))
            let after = frames(ids)
            #expect(after[finest] == before[finest].map { $0 + Int64(count) }, "\(before) to \(after)")
            for id in ids where id != finest {
                // No member skips a frame, except one that its own seam cuts short.
                let moved = (after[id] ?? 0) - (before[id] ?? 0)
                let most = bench.group.members[id]?.map.end == .loop ? 2 : 1
                #expect(abs(moved) <= most && moved * Int64(count) >= 0, "\(before) to \(after)")
            }
        }
        #expect(bench.violations == [])
    }

    @Test func `steps cross the seam of a looping member in both directions`() {
        for rate in Self.rates {
            let bench = SyncBench()
            // A turn lasts ten frames and three milliseconds.
            let out = rate.time(ofFrame: 12) + .milliseconds(3)
            let id = bench.add(
                SimulatedVideo(frameRate: rate, length: .seconds(20)),
                map: TimeMap(range: rate.time(ofFrame: 2)..<out, end: .loop))
            bench.seek(.zero)
            let turn = (2...12).map { Int64($0) }
            let expected = turn + turn + turn
            for frame in expected.dropFirst() {
                bench.send(.step(1))
                #expect(bench.frame(id) == frame)
            }
            for frame in expected.reversed().dropFirst() {
                bench.send(.step(-1))
                #expect(bench.frame(id) == frame)
            }
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `steps through a video of variable rate follow its own frames`(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        var video = SimulatedVideo(frameRate: nil, length: .seconds(60))
        var time = Duration.zero
        while time < .seconds(60) {
            video.frameTimes.append(time)
            time += numbers.duration(in: .milliseconds(4)...(.milliseconds(200)))
        }
        // Without a stated rate it counts as 30 frames a second, and at double speed as finer than the other's 50.
        let id = bench.add(
            video, map: TimeMap(offset: .milliseconds(77), speed: 2, end: numbers.oneIn(2) ? .hold : .loop))
        bench.add(SimulatedVideo(frameRate: FrameRate(50), length: .seconds(60)))
        bench.seek(numbers.duration(in: .seconds(5)...(.seconds(20))))
        guard let start = bench.frame(id) else { return }
        for count in 1...50 as ClosedRange<Int64> {
            bench.send(.step(1))
            #expect(bench.frame(id) == start + count)
        }
        bench.send(.step(3))
        for count in 1...60 as ClosedRange<Int64> {
            bench.send(.step(-1))
            #expect(bench.frame(id) == start + 53 - count)
        }
        // Beyond the frames that the player knows, steps are thirtieths of a second.
        let before = bench.time
        bench.send(.step(30))
        #expect(bench.time > before + .milliseconds(400) && bench.time < before + .milliseconds(600))
        #expect(bench.violations == [])
    }

    @Test func `steps stop at the first and at the last frame`() {
        for rate in Self.rates {
            let bench = SyncBench()
            let id = bench.add(SimulatedVideo(frameRate: rate, length: rate.time(ofFrame: 100)))
            bench.seek(.zero)
            bench.send(.step(-1))
            #expect(bench.frame(id) == 0 && bench.time == .zero)
            bench.seek(.seconds(1_000))
            #expect(bench.frame(id) == 99)
            for _ in 0..<3 { bench.send(.step(1)) }
            #expect(bench.frame(id) == 99)
            bench.send(.step(-1))
            #expect(bench.frame(id) == 98)
            bench.send(.step(Int.max))
            #expect(bench.frame(id) == 99)
            bench.send(.step(Int.min))
            #expect(bench.frame(id) == 0)
        }
    }

    @Test func `steps stop at the ends of a range`() {
        let id = bench.add(SimulatedVideo(length: .seconds(60)))
        for repeats in [false, true] {
            bench.send(.setLoop(range: .seconds(2)..<(.seconds(5)), repeats: repeats))
            bench.seek(.seconds(60))
            #expect(bench.frame(id) == 149)
            bench.send(.step(1))
            #expect(bench.frame(id) == 149)
            bench.send(.step(-1))
            #expect(bench.frame(id) == 148)
            bench.seek(.seconds(2))
            bench.send(.step(-1))
            #expect(bench.frame(id) == 60)
        }
    }

    @Test func `steps count from the target of a seek that has not arrived`() {
        var video = SimulatedVideo()
        video.prerollDelay = .milliseconds(200)
        let id = bench.add(video)
        bench.advance(.seconds(1))
        bench.seek(.seconds(4))
        for _ in 0..<5 { bench.send(.step(1)) }
        bench.advance(.seconds(2))
        #expect(bench.frame(id) == 125)
    }

    @Test func `a step pauses the group, and changes nothing before a video is open`() {
        bench.send(.step(1))
        #expect(bench.time == .zero)
        let id = bench.add()
        let ticket = bench.play()
        bench.advance(.seconds(1))
        bench.send(.step(1))
        #expect(bench.frame(id) == 31 && bench.answer(ticket) == .some(nil))
        bench.advance(.seconds(1))
        #expect(bench.frame(id) == 31)
        #expect(
            bench.published.suffix(3) == [.paused(at: .seconds(1)), .seeking(to: bench.time), .arrived(at: bench.time)])
    }

    private func density(_ id: MemberID) -> Double {
        guard let member = bench.group.members[id] else { return 0 }
        return (member.info?.frameRate?.perSecond ?? 0) * member.map.speed
    }

    private func hasStarted(_ id: MemberID) -> Bool {
        guard let map = bench.group.members[id]?.map else { return false }
        // Two frames past its start, so that the step itself does not lead before it.
        return map.offset + bench.time.scaled(by: map.speed) > .milliseconds(100)
    }

    /// Frame numbers that count on through the turns of looping members.
    private func frames(_ ids: [MemberID]) -> [MemberID: Int64] {
        var result: [MemberID: Int64] = [:]
        for id in ids {
            guard let showing = bench.players[id]?.showing(at: bench.now), let member = bench.group.members[id],
                let info = member.info, let rate = info.frameRate, let timeline = member.followed
            else { continue }
            let range = timeline.range
            let first = rate.frame(at: range.lowerBound - info.bounds.start)
            let last = rate.frame(at: range.upperBound - info.bounds.start - .microseconds(2))
            result[id] = Int64(showing.position.turn.member) * (last - first + 1) + showing.frame
        }
        return result
    }
}
