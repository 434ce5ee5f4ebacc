import MultiPlayerKit
import Testing

@testable import ComparisonScreens

/// Options of measuring.
@Suite struct MeasureOptionsTests {
    private func parsed(_ words: [String]) throws -> MeasureOptions {
        guard case .measure(let options) = try Invocation.parse(["measure"] + words) else {
            throw CommandLineMistake(problem: "it is not measured", remedy: "")
        }
        return options
    }

    @Test func `two videos, how they lie in time, and where the figures go`() throws {
        let options = try parsed([
            "a.mp4", "b.mp4", "--offset", "0,-1.5", "--speed", "1,0.5", "--range", "2-5.5", "--report", "m.json",
            "--csv=m.csv", "--graph=m.png", "--keep=s.json",
        ])
        #expect(options.videos.sources == ["a.mp4", "b.mp4"])
        #expect(options.videos.offset(ofMember: 2) == .milliseconds(-1_500))
        #expect(options.videos.speed(ofMember: 2) == 0.5)
        #expect(options.videos.range == ScreenOptions.TimeRange(start: .seconds(2), end: .milliseconds(5_500)))
        #expect((options.videos.reportPath, options.csvPath, options.graphPath) == ("m.json", "m.csv", "m.png"))
        #expect(options.sessionPath == "s.json")
        let plain = try parsed(["a.mp4", "b.mp4"])
        #expect((plain.videos.reportPath, plain.csvPath, plain.graphPath) == (nil, nil, nil))
    }

    @Test(arguments: [
        ([], "measure: no file was given."),
        (["a.mp4"], "measure: only one file was given."),
        (["a.mp4", "b.mp4", "c.mp4"], "measure: 3 files were given."),
        (["a.mp4", ""], "File 2: its name is empty."),
        (["a.mp4", "b.mp4", "--csv", "m.txt"], "--csv: \"m.txt\""),
        (["a.mp4", "b.mp4", "--graph", "b.mp4.png.jpg"], "--graph: "),
        (["a.mp4", "m.png", "--graph", "m.png"], "is also an input"),
        (["a.mp4", "b.mp4", "--layout", "wipe"], "--layout: measuring does not have it."),
        (["a.mp4", "b.mp4", "--window"], "--window: measuring does not have it."),
        (["a.mp4", "b.mp4", "--offset", "1,2,3"], "--offset: "),
    ])
    func `a mistake is named with its cure`(words: [String], problem: String) {
        #expect {
            _ = try parsed(words)
        } throws: { error in
            "\(error)".contains(problem) && "\(error)".contains("Give") || "\(error)".contains("Leave it out")
        }
    }

    @Test(arguments: [
        (["align"], "align: no file was given."), (["align", "a.mp4"], "align: only one file was given."),
        (["align", "a.mp4", ""], "File 2: its name is empty."),
        (["align", "a.mp4", "b.mp4", "--offset", "1"], "--offset: align does not have it."),
        (["align", "a.mp4", "b.mp4", "--keep", "b.txt"], "--keep: \"b.txt\""),
        (["a.mp4", "b.mp4", "--keep", "b.json"], "--keep: only measure and align have it."),
    ])
    func `a mistake in what is to be aligned is named`(words: [String], problem: String) {
        #expect {
            _ = try Invocation.parse(words)
        } throws: { error in
            "\(error)".contains(problem)
        }
    }

    @Test func `a comparison has no table`() {
        #expect {
            _ = try Invocation.parse(["a.mp4", "b.mp4", "--csv", "m.csv"])
        } throws: { error in
            "\(error)".contains("--csv: only measuring has it.")
        }
    }
}
