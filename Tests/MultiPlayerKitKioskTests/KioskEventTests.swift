import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitKiosk

struct KioskEventTests {
    @Test func `each event is one clear line`() {
        let nine = Date(timeIntervalSince1970: 1_772_352_000)
        let clock = PlainText.localTime(1_772_352_000)
        let lines: [(KioskEvent, String)] = [
            (.started, "kiosk started"),
            (
                .clipFailed(tile: "left", error: "a.mp4: source: no such file; check it", retryIn: .seconds(5)),
                "tile left: a.mp4: source: no such file; check it; trying again in 5 s"
            ),
            (.clipBack(tile: "left", clip: "a.mp4"), "tile left: a.mp4 plays again"),
            (.rebuilt(tile: "left", reason: "no frame for 4 s"), "tile left: player made anew: no frame for 4 s"),
            (.replaced(tile: "left", clip: "a.mp4"), "tile left: a.mp4 was replaced, the new one plays"),
            (.switchedOn(until: nine), "switched on until \(clock)"),
            (.switchedOn(until: nil), "switched on"),
            (.switchedOff(until: nine), "switched off until \(clock)"),
            (.clockJump(by: .milliseconds(-1_500)), "clock set back by 1.5 s"),
            (.clockJump(by: .seconds(3_600)), "clock set forwards by 1 h 0 min"),
            (.clockLost, "clock lost, going on by the machine's own"),
            (.clockFound, "clock found again"),
            (.outputLost(screen: "wall", reason: "no display"), "screen wall: output lost: no display"),
            (.outputBack(screen: "wall"), "screen wall: output is back"),
        ]
        for (event, line) in lines { #expect(event.description == line) }
        #expect(KioskEvent.clipBack(tile: "a\r\nb", clip: "c\u{1B}[0m").description == "tile a  b: c [0m plays again")
    }

    @Test func `spans of time are written in their two largest units`() {
        let spans: [(Double, String)] = [
            (0, "0 µs"), (0.000_25, "250 µs"), (0.02, "20 ms"), (0.999_6, "1 s"), (1.5, "1.5 s"), (59.96, "1 min 0 s"),
            (125, "2 min 5 s"), (3_599.6, "1 h 0 min"), (90_000, "1 d 1 h"), (-2, "-2 s"),
            (.infinity, "?"), (.nan, "?"),
        ]
        for (seconds, words) in spans { #expect(PlainText.span(seconds) == words) }
    }
}
