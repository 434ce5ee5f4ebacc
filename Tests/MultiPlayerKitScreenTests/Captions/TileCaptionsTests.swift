import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// What captions say, and where they stand.
@Suite struct TileCaptionsTests {
    private let member = MemberID(3)

    private func facts(
        name: String = "take.mp4", time: Duration? = .milliseconds(3240), rate: FrameRate? = FrameRate(30)
    ) -> CaptionFacts {
        let info = MediaInfo(
            displaySize: CGSize(width: 1280, height: 720), frameRate: rate,
            bounds: ItemBounds(start: .zero, end: .seconds(10)))
        return CaptionFacts(member: member, name: name, time: time, info: info)
    }

    private func text(_ items: [TileCaptions.Item], _ facts: CaptionFacts) -> String {
        TileCaptions(items).text(of: facts)
    }

    @Test func `each item says one thing, in the order that was asked for`() {
        #expect(text([.time, .name], facts()) == "0:03.24   \u{2068}take.mp4\u{2069}")
        #expect(text([.frame], facts()) == "#97")
        #expect(text([.size, .rate], facts()) == "1280×720   30 fps")
        #expect(text([.rate], facts(rate: FrameRate(30000, 1001))) == "29.97 fps")
        #expect(text([.rate], facts(rate: FrameRate(25, 2))) == "12.5 fps")
        #expect(text([.rate], facts(rate: FrameRate(1001, 10))) == "100.1 fps")
        #expect(text([.rate], facts(rate: FrameRate(2401, 100))) == "24.01 fps")
        #expect(text([], facts()) == "")
    }

    @Test func `what is not known is left out`() {
        #expect(text([.time, .frame, .size], facts(time: nil)) == "1280×720")
        #expect(text([.frame, .rate], facts(rate: nil)) == "")
        #expect(text([.size, .time], CaptionFacts(member: member, name: "a")) == "")
        #expect(text([.name, .time], facts(name: " ")) == "0:03.24")
    }

    @Test func `a text stands in place of the name, in one line`() {
        var captions = TileCaptions()
        captions.texts[member] = "Without\nESC\u{1B}[2J\u{202E}"
        #expect(captions.text(of: facts()) == "\u{2068}Without ESC [2J\u{2069}")
        #expect(text([.name], facts(name: "take.mp4")) == "\u{2068}take.mp4\u{2069}")
    }

    @Test func `a note stands behind the items`() {
        var captions = TileCaptions([.time])
        captions.notes[member] = "PSNR 38.2 dB\n"
        #expect(captions.text(of: facts()) == "0:03.24   PSNR 38.2 dB")
        captions.items = []
        #expect(captions.text(of: facts()) == "PSNR 38.2 dB")
        captions.notes = [member: " "]
        #expect(captions.text(of: facts()) == "")
    }

    @Test func `the height is a part of the stage's, within reason`() {
        var captions = TileCaptions()
        captions.height = 0.05
        #expect(captions.pixels(on: 720) == 36)
        captions.height = 7
        #expect(captions.pixels(on: 1000) == 200)
        captions.height = -1
        #expect(captions.pixels(on: 1000) == 10)
        captions.height = .nan
        #expect(captions.pixels(on: 1000) == 35)
    }

    @Test func `where pictures lie in one place, the others' captions stand on the other side`() {
        let captions = TileCaptions([.name], corner: .bottomRight)
        for layout in [TileLayout.sideBySide, .grid, .single(1), .focus] {
            #expect((0..<3).map { layout.corner(of: captions, at: $0) } == Array(repeating: .bottomRight, count: 3))
        }
        for layout in [TileLayout.wipe, .difference] {
            #expect((0..<3).map { layout.corner(of: captions, at: $0) } == [.bottomRight, .bottomLeft, .bottomLeft])
        }
        let sides = TileCaptions.Corner.allCases.map {
            TileLayout.wipe.corner(of: TileCaptions([], corner: $0), at: 1)
        }
        #expect(sides == [.topRight, .topLeft, .bottomRight, .bottomLeft])
    }
}
