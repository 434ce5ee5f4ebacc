import Testing

@testable import ComparisonScreens

/// What the words after `export` mean.
@Suite struct ExportOptionsTests {
    private func parsed(_ words: String...) throws -> ExportOptions {
        guard case .export(let options) = try Invocation.parse(["export"] + words) else {
            throw CommandLineMistake(problem: "nothing is exported", remedy: "")
        }
        return options
    }

    @Test func `videos, their times and the file are read`() throws {
        let plain = try parsed("--to", "out.mp4")
        #expect(plain.path == "out.mp4" && !plain.mixesSound && plain.videos.sources.isEmpty)
        #expect(plain.videos.ticksPerSecond == TickRate(numerator: 30, denominator: 1))
        let options = try parsed(
            "a.mp4", "b.mp4", "--to=out.MOV", "--mix", "--fps", "60", "--offset", "0,1.5", "--captions", "name",
            "--layout", "wipe")
        #expect(options.path == "out.MOV" && options.mixesSound && options.videos.layout == .wipe)
        #expect(options.videos.ticksPerSecond == TickRate(numerator: 60, denominator: 1))
        #expect(options.videos.offsets == [.zero, .milliseconds(1500)] && options.videos.captions == [.name])
    }

    @Test(arguments: [
        (["a.mp4", "b.mp4"], "export: no file to write was given."),
        (["a.mp4", "--to", "o.mp4"], "export: only one file was given."),
        (["a.mp4", "b.mp4", "--to", "o.mkv"], "--to: \"o.mkv\" does not end in .mp4 or .mov or .webp."),
        (["a.mp4", "b.mp4", "--to", "o.WebP", "--mix"], "--mix: a .webp file has no sound."),
        (["a.mp4", "b.mp4", "--to", "a.mp4"], "--to: \"a.mp4\" is also an input, which would be overwritten."),
        (["a.mp4", "b.mp4", "--to", "o.mp4", "--loop"], "--loop: an export does not have it."),
        (["a.mp4", "b.mp4", "--to", "o.mp4", "--record", "r.mkv"], "--record: an export does not have it."),
    ])
    func `a mistake names itself`(words: [String], problem: String) {
        #expect(mistake(["export"] + words)?.hasPrefix(problem + "\n") == true)
    }

    @Test func `an option of an export is no other screen's`() {
        let told = mistake(["a.mp4", "b.mp4", "--to", "o.mp4"])
        #expect(told?.hasPrefix("--to: only an export has it.\nBegin with the word export") == true)
    }
}
