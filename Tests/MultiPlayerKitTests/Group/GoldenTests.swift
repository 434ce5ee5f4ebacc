import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// Whole sessions as text: every command and event with its time. `MPK_RECORD=1` rewrites the records.
@Suite struct GoldenTests {
    @Test(arguments: GoldenSession.all)
    func `the session matches its record`(session: GoldenSession) throws {
        let text = session.trace()
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Golden/\(session.name).txt")
        if ProcessInfo.processInfo.environment["MPK_RECORD"] != nil {
            try Data(text.utf8).write(to: file)
        }
        let recorded = try String(contentsOf: file, encoding: .utf8)
        let (new, old) = (text.split(separator: "\n"), recorded.split(separator: "\n"))
        let line =
            zip(new, old).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(new.count, old.count)
        let seen = line < new.count ? String(new[line]) : "end"
        let wanted = line < old.count ? String(old[line]) : "end"
        #expect(text == recorded, "line \(line + 1) of \(session.name): \(seen), on record: \(wanted)")
    }
}

/// A typical session: what a user does, and what the group makes of it.
struct GoldenSession: CustomTestStringConvertible, Sendable {
    let name: String
    let play: @Sendable (GoldenStage) -> Void

    var testDescription: String { name }

    func trace() -> String {
        let stage = GoldenStage()
        play(stage)
        return stage.lines.joined(separator: "\n") + "\n"
    }

    static let all = [start, stall, scrub, addition, badMember]

    static let start = GoldenSession(name: "start-of-three") { stage in
        stage.add(SimulatedVideo(frameRate: FrameRate(30_000, 1_001)), opens: 20, prepares: 60)
        stage.add(
            SimulatedVideo(frameRate: FrameRate(25), length: .seconds(12)), map: TimeMap(offset: .milliseconds(480)),
            opens: 35, prepares: 150)
        stage.add(
            SimulatedVideo(length: .seconds(7)), map: TimeMap(end: .loop), isAmbient: true, opens: 10, prepares: 20)
        stage.act("play") { $0.play() }
        stage.wait(1_000)
        stage.act("rate 2") { $0.send(.setRate(2)) }
        stage.wait(500)
        stage.act("pause") { $0.send(.pause) }
        stage.act("step 1") { $0.send(.step(1)) }
        stage.wait(500)
        stage.act("loop") { $0.send(.setLoop(range: .seconds(1)..<(.seconds(3)), repeats: true)) }
        stage.act("play") { $0.play() }
        stage.wait(5_000)
        stage.act("once") { $0.send(.setLoop(range: nil, repeats: false)) }
        stage.wait(6_000)
        stage.act("play") { $0.play() }
        stage.wait(500)
    }

    static let stall = GoldenSession(name: "stall-and-rejoin") { stage in
        let ids = (0..<2).map { _ in stage.add(SimulatedVideo(length: .seconds(60)), opens: 10, prepares: 80) }
        stage.act("play") { $0.play() }
        stage.wait(2_000)
        stage.act("stall #2") { $0.players[ids[1]]?.stall() }
        stage.wait(1_500)
        stage.act("frames again") { $0.players[ids[1]]?.resume() }
        stage.wait(500)
        stage.act("wait for stalls") { $0.send(.setStallPolicy(.wait)) }
        stage.act("stall #1") { $0.players[ids[0]]?.stall() }
        stage.wait(1_000)
        stage.act("drop who stalls") { $0.send(.setStallPolicy(.drop)) }
        stage.act("stall #2") { $0.players[ids[1]]?.stall() }
        stage.wait(1_000)
    }

    static let scrub = GoldenSession(name: "scrub-with-previews") { stage in
        for _ in 0..<2 { stage.add(SimulatedVideo(length: .seconds(60)), opens: 10, prepares: 250, previews: 40) }
        stage.act("play") { $0.play() }
        stage.wait(1_000)
        for step in 1...6 {
            stage.act("scrub \(step * 5)s") { $0.send(.scrub(.seconds(step * 5), together: false)) }
            stage.wait(33)
        }
        stage.act("let go") { $0.seek(.seconds(31)) }
        stage.wait(1_000)
    }

    static let addition = GoldenSession(name: "added-while-playing") { stage in
        stage.add(SimulatedVideo(length: .seconds(20)), opens: 10, prepares: 50)
        stage.act("play") { $0.play() }
        stage.wait(3_000)
        let late = stage.add(
            SimulatedVideo(frameRate: FrameRate(24), length: .seconds(30)), map: TimeMap(offset: .seconds(1)),
            opens: 200, prepares: 400)
        stage.act("audible #2") { $0.send(.setAudible(late)) }
        stage.wait(300)
        stage.act("seek 10s") { $0.seek(.seconds(10)) }
        stage.wait(1_000)
        stage.act("nudge #2") { $0.send(.nudge(late, frames: 1)) }
        stage.act("remove #1") { $0.send(.remove(MemberID(1))) }
        stage.wait(1_000)
    }

    static let badMember = GoldenSession(name: "bad-members") { stage in
        let error = PlaybackError(.notAVideo, subject: "2.mp4", reason: "is text", cure: "choose a video")
        stage.add(SimulatedVideo(), opens: 10, prepares: 50)
        var text = SimulatedVideo()
        text.loadFailure = error
        stage.add(text, opens: 30)
        var hanging = SimulatedVideo()
        hanging.isSilent = true
        stage.add(hanging)
        stage.act("play") { $0.play() }
        stage.wait(11_000)
        stage.act("decoder fails") { bench in
            bench.players[MemberID(1)]?.report(
                .failed(
                    PlaybackError(.decodingFailed, subject: "1.mp4", reason: "gave up", cure: "none"), generation: 0))
        }
        stage.act("pause") { $0.send(.pause) }
        stage.act("play") { $0.play() }
        stage.wait(100)
    }
}

/// A bench that writes down what happens.
///
/// `@unchecked Sendable`: used from one thread only, like the bench.
final class GoldenStage: @unchecked Sendable {
    private let bench = SyncBench()
    private let begin: HostTime
    private(set) var lines: [String] = []

    init() {
        begin = bench.now
        bench.onHandled = { [unowned self] event, commands in
            for command in commands { note("  " + TraceText.of(command, at: bench.now)) }
        }
    }

    @discardableResult
    func add(
        _ video: SimulatedVideo, map: TimeMap = TimeMap(), isAmbient: Bool = false, opens: Int = 0, prepares: Int = 0,
        previews: Int? = nil
    ) -> MemberID {
        var video = video
        video.loadDelay = .milliseconds(opens)
        video.prerollDelay = .milliseconds(prepares)
        video.previewDelay = previews.map { .milliseconds($0) }
        note(isAmbient ? "> add background" : "> add")
        return bench.add(video, map: map, isAmbient: isAmbient)
    }

    func act(_ text: String, _ action: (SyncBench) -> Void) {
        note("> \(text)")
        action(bench)
    }

    func wait(_ milliseconds: Int) {
        bench.advance(.milliseconds(milliseconds))
        for violation in bench.violations { note("! \(violation)") }
    }

    private func note(_ text: String) {
        lines.append("\(TraceText.of(begin.duration(to: bench.now))) \(text)")
    }
}
