@_spi(Double) import AVFoundation
@_spi(Double) import CoreVideo
import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitCompare
@testable import MultiPlayerKitScreen

/// What a group shows and what is heard of it, written to a file. Every picture of every member is told from the pixels that
/// the writer was given.
@Suite(.serialized) @MainActor
struct ExportStories {
    /// The middles of two tiles side by side, and a point above the left one.
    private let left = CGPoint(x: 32, y: 36)
    private let right = CGPoint(x: 96, y: 36)
    private let above = CGPoint(x: 32, y: 4)

    /// The luma of a clip's pictures at item times.
    private func luma(_ clip: Int, at times: [Double], rate: Double = 30, seconds: Double = 4) -> [Int] {
        times.map { time in
            let last = Int((seconds * rate).rounded()) - 1
            return Int(ExportScene.luma(clip, min(max(Int((time * rate + 1e-6).rounded(.down)), 0), last)))
        }
    }

    /// The group times of frames, ten a second.
    private func times(_ count: Int, from start: Double = 0, rate: Double = 1) -> [Double] {
        (0..<count).map { start + Double($0) / 10 * rate }
    }

    // MARK: Pictures

    @Test(arguments: [1, 2] as [UInt64])
    func `each frame has the picture of each member that is due`(seed: UInt64) async throws {
        let scene = ExportScene(seed: seed)
        scene.group.audibleMember = scene.group.add(url: scene.clip())
        scene.group.add(url: scene.clip(seconds: 6, rate: 25), offset: .milliseconds(250), speed: 2)
        let (outcome, movie) = try await scene.write(scene.export())
        #expect(outcome == .init(frames: 40, lateFrames: 0, hasSound: true))
        #expect(movie.pictures.map(\.time) == (0..<40).map { CMTime(value: $0, timescale: 10) })
        #expect(movie.end == CMTime(value: 4, timescale: 1))
        #expect(movie.luma(at: left.x, left.y) == luma(0, at: times(40)))
        // It ends before the group does, and holds its last picture.
        let faster = times(40).map { 0.25 + 2 * $0 }
        #expect(movie.luma(at: right.x, right.y) == luma(1, at: faster, rate: 25, seconds: 6))
        #expect(Set(movie.luma(at: above.x, above.y)) == [16], "nothing is above the pictures")
        #expect(scene.parts == scene.parts.sorted() && scene.parts.last == 1 && scene.parts.count > 2)
        #expect(scene.left == ["film.mp4"] && scene.isClean)
        #expect(try String(contentsOf: scene.target, encoding: .utf8) == "complete")
        #expect(scene.world.violations.isEmpty, "\(scene.world.violations)")
    }

    @Test(arguments: [1, 2] as [UInt64])
    func `members start again, start later, stand still and end as on the screen`(seed: UInt64) async throws {
        let scene = ExportScene(seed: seed)
        let group = scene.group
        group.add(
            url: scene.clip(), offset: .milliseconds(300), range: .milliseconds(500)..<(.milliseconds(1500)), end: .loop
        )
        group.add(url: scene.clip(), offset: .seconds(-1))
        group.add(url: scene.clip(seconds: 2, rate: 24), end: .blank)
        group.add(still: scene.clip(), at: .milliseconds(2050))
        let (outcome, movie) = try await scene.write(scene.export(as: .grid))
        #expect(outcome.frames == 50 && outcome.lateFrames == 0)
        let all = times(50)
        let turns = all.map { 0.5 + ($0 + 0.3 + 1e-9).truncatingRemainder(dividingBy: 1) }
        #expect(movie.luma(at: 32, 18) == luma(0, at: turns))
        #expect(movie.luma(at: 96, 18) == luma(1, at: all.map { max($0 - 1, 0) }))
        let shown = luma(2, at: times(20), rate: 24, seconds: 2)
        #expect(movie.luma(at: 32, 54) == shown + .init(repeating: 16, count: 30))
        #expect(Set(movie.luma(at: 96, 54)) == [Int(ExportScene.luma(3, 61))])
        #expect(scene.world.violations.isEmpty, "\(scene.world.violations)")
    }

    @Test func `the part, the speed and the rate of frames are the group's and the app's`() async throws {
        let scene = ExportScene()
        let media: (inout ContractWorld.Media) -> Void = { $0.frameRate = (30000, 1001) }
        scene.group.add(url: scene.clip(seconds: 10, media))
        scene.group.setRange(.seconds(1)..<(.seconds(3)), repeats: true)
        scene.group.rate = 2
        var export = scene.export(as: .single(0))
        #expect(export.range == .seconds(1)..<(.seconds(3)))
        var (outcome, movie) = try await scene.write(export)
        #expect(outcome.frames == 10)
        let ntsc = 30000.0 / 1001
        #expect(movie.luma(at: 64, 36) == luma(0, at: times(10, from: 1, rate: 2), rate: ntsc, seconds: 10))

        export.rate = FrameRate(30000, 1001)
        export.range = .seconds(4)..<(.seconds(6))
        (outcome, movie) = try await scene.write(export)
        #expect(outcome.frames == 30)
        #expect(movie.pictures.last?.time == CMTime(value: 29 * 1001, timescale: 30000))
        #expect(movie.timeScales == (30000, 30000))
        let all = (0..<30).map { 4 + Double($0) / ntsc * 2 }
        #expect(movie.luma(at: 64, 36) == luma(0, at: all, rate: ntsc, seconds: 10))
        #expect(scene.world.violations.isEmpty, "\(scene.world.violations)")
    }

    @Test func `pictures that the file lacks are counted, and the one before stays`() async throws {
        let scene = ExportScene()
        // 0.4 s in the middle are missing, as after a camera was busy.
        let times = (0..<108).map { CMTime(value: $0 < 60 ? $0 : $0 + 12, timescale: 30) }
        scene.group.add(
            url: scene.clip {
                $0.frameTimes = times
                $0.frameCount = times.count
            })
        let (outcome, movie) = try await scene.write(scene.export(as: .single(0)))
        #expect(outcome.frames == 40 && outcome.lateFrames == 3)
        #expect(movie.luma(at: 64, 36)[19...24] == [57, 59, 59, 59, 59, 60].map { Int(ExportScene.luma(0, $0)) }[...])
    }

    // MARK: Layouts

    @Test func `a wipe, a flip and a difference are drawn as on the screen`() async throws {
        let scene = ExportScene()
        scene.group.add(url: scene.clip())
        scene.group.add(url: scene.clip(rate: 25))
        let (first, second) = (luma(0, at: times(40)), luma(1, at: times(40), rate: 25))

        var movie = try await scene.write(scene.export(as: .wipe(at: 0.25))).1
        #expect(movie.luma(at: 20, 20) == first && movie.luma(at: 40, 20) == second)
        let before = scene.world.contract.readings.count
        movie = try await scene.write(scene.export(as: .single(1))).1
        #expect(movie.luma(at: 20, 20) == second && movie.luma(at: 100, 60) == second)
        // One for its pictures and none for those of the other; nobody is heard.
        #expect(scene.world.contract.readings.count == before + 1)

        movie = try await scene.write(scene.export(as: .difference(.init(gain: 2)))).1
        for frame in 0..<40 {
            let distance = 2 * Double(abs(first[frame] - second[frame])) / 219
            #expect(abs(movie.color(frame, at: 64, 36).x - distance) < 1e-9)
        }
        #expect(scene.world.violations.isEmpty, "\(scene.world.violations)")
    }

    @Test func `pictures are turned as their file says, and lie on the colour or the loop behind them`() async throws {
        let scene = ExportScene()
        scene.group.add(
            url: scene.clip { media in
                media.transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 36, ty: 0)
                media.seen = { _, width, height in
                    (0..<width * height).map { index in index % width < width / 2 ? 60 : 200 }
                }
            })
        var export = scene.export(as: .single(0))
        export.background = StageColour(red: 0.5, green: 0.25, blue: 0.75)
        var movie = try await scene.write(export).1
        // What is stored at the left is seen at the top.
        #expect(Set(movie.luma(at: 64, 18)) == [60] && Set(movie.luma(at: 64, 54)) == [200])
        let color = movie.color(0, at: 4, 36) - SIMD4(0.5, 0.25, 0.75, 1)
        #expect((0..<4).allSatisfy { abs(color[$0]) < 0.01 }, "\(color)")

        let loop = scene.clip(seconds: 1, rate: 25, hasAudio: false)
        scene.group.background = LoopingBackground(url: loop, offset: .milliseconds(500))
        movie = try await scene.write(scene.export(as: .single(0))).1
        #expect(Set(movie.luma(at: 64, 18)) == [60])
        let turns = times(40).map { ($0 + 0.5 + 1e-9).truncatingRemainder(dividingBy: 1) }
        #expect(movie.luma(at: 4, 36) == luma(1, at: turns, rate: 25, seconds: 1))
        #expect(scene.world.violations.isEmpty, "\(scene.world.violations)")
    }

    @Test func `captions tell of each frame what is in it`() async throws {
        let scene = ExportScene()
        scene.group.add(url: scene.clip())
        let second = scene.group.add(url: scene.clip(rate: 25), offset: .seconds(1))
        var export = scene.export(as: .wipe)
        var captions = TileCaptions([.name, .frame])
        captions.texts[second] = "B"
        export.captions = captions
        export.range = .zero..<(.seconds(1))
        let movie = try await scene.write(export).1
        for frame in 0..<10 {
            let stills = movie.stills(frame)
            try #require(stills.count == 2)
            #expect(stills[0].text.hasSuffix("#\(frame * 3)") && stills[0].text.contains("contract-clip"))
            #expect(stills[1].text == "\u{2068}B\u{2069}   #\(25 + frame * 25 / 10)")
            // The second one's stands on the other side.
            #expect(stills[0].place.minX == 0 && stills[0].place.minY == 0)
            #expect(stills[1].place.maxX == 128 && stills[1].place.minY == 0)
        }
        #expect(scene.world.violations.isEmpty, "\(scene.world.violations)")
    }

    // MARK: What is written

    @Test func `the writer is told colours, times and sound that fit`() async throws {
        let scene = ExportScene()
        let member = scene.group.add(url: scene.clip(seconds: 1))
        scene.group.audibleMember = member
        let url = scene.folder.appending(path: "film.MOV")
        let (outcome, movie) = try await scene.write(scene.export(as: .single(0)), to: url)
        #expect(movie.type == .mov && movie.timeScales == (600, 600) && outcome.hasSound)
        let colours = [
            "ColorPrimaries": "ITU_R_709_2", "TransferFunction": "ITU_R_709_2", "YCbCrMatrix": "ITU_R_709_2",
        ]
        #expect(movie.settings[.video]?[AVVideoColorPropertiesKey] as? [String: String] == colours)
        #expect(movie.settings[.video]?[AVVideoCodecKey] as? AVVideoCodecType == .h264)
        #expect(movie.settings[.audio]?[AVFormatIDKey] as? AudioFormatID == kAudioFormatMPEG4AAC)
        #expect(movie.pictures.allSatisfy { $0.buffer.attachments.count == 3 })
        #expect(movie.samples.count == 2 * 48_000)
        #expect(scene.left == ["film.MOV"] && scene.isClean)
    }

    @Test(.timeLimit(.minutes(10)))
    func `a writer that wants sound long before pictures gets it`() async throws {
        let scene = ExportScene()
        scene.group.audibleMember = scene.group.add(url: scene.clip())
        (scene.world.contract.writers.interleaving, scene.world.contract.writers.heldBack) = (0, 0.35)
        let (outcome, movie) = try await scene.write(scene.export())
        #expect(outcome.frames == 40 && movie.samples.count == 4 * 48_000 * 2)
        #expect(scene.world.violations.isEmpty, "\(scene.world.violations)")
    }

    @Test func `a file that was there is replaced when the new one is complete`() async throws {
        let scene = ExportScene()
        scene.group.add(url: scene.clip(seconds: 1))
        try Data("old".utf8).write(to: scene.target)
        try await scene.write(scene.export())
        #expect(try String(contentsOf: scene.target, encoding: .utf8) == "complete")
        #expect(scene.left == ["film.mp4"] && scene.isClean)
    }

    // MARK: Ends that are none

    @Test func `one that is given up leaves the file that was there`() async throws {
        let scene = ExportScene()
        scene.group.add(url: scene.clip(seconds: 60))
        try Data("old".utf8).write(to: scene.target)
        let export = Task { @MainActor in
            _ = try await scene.export().write(to: scene.target) { part in
                if part > 0.2 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        await #expect(throws: CancellationError.self) { try await export.value }
        #expect(try String(contentsOf: scene.target, encoding: .utf8) == "old")
        #expect(scene.left == ["film.mp4"] && scene.isClean)
        #expect(scene.world.contract.writers.movies.map(\.status) == [.cancelled])
        #expect(scene.world.violations.isEmpty, "\(scene.world.violations)")
    }

    @Test func `a full disk is named and leaves the file that was there`() async throws {
        let scene = ExportScene()
        scene.group.add(url: scene.clip())
        try Data("old".utf8).write(to: scene.target)
        for (count, error, words) in [
            (20, AVError.Code.diskFull, "full"), (20, .operationInterrupted, "does not write"),
            (.max, .diskFull, "full"),
        ] {
            scene.world.contract.writers.failure = (count, AVError(error))
            let failure = await scene.failure(scene.export())
            #expect(failure?.code == .outputFailed && failure?.subject == "film.mp4")
            #expect(failure?.reason.contains(words) == true && failure?.cure.isEmpty == false)
            #expect((failure?.underlying as? AVError)?.code == error)
            #expect(try String(contentsOf: scene.target, encoding: .utf8) == "old")
            #expect(scene.left == ["film.mp4"] && scene.isClean)
        }
        #expect(scene.world.violations.isEmpty, "\(scene.world.violations)")
    }

    @Test func `what cannot be read is refused by its name`() async throws {
        for isStream in [true, false] {
            let scene = ExportScene()
            scene.group.add(url: scene.clip())
            let url = isStream ? scene.world.stream { _ in } : scene.clip { $0.isProtected = true }
            scene.group.add(url: url)
            let failure = await scene.failure(scene.export())
            #expect(failure?.code == .outputFailed && failure?.subject == url.lastPathComponent)
            #expect(failure?.reason.contains(isStream ? "stream" : "protected") == true)
            #expect(failure?.cure.isEmpty == false)
            #expect(scene.left.isEmpty && scene.world.contract.writers.movies.isEmpty)
        }
    }

    @Test func `what cannot be written is refused before anything is`() async throws {
        let scene = ExportScene()
        let empty = await scene.failure(scene.export())
        #expect(empty?.reason.contains("no members") == true)
        scene.group.add(url: scene.clip())
        let ending = await scene.failure(scene.export(), to: scene.folder.appending(path: "film.gif"))
        #expect(ending?.reason.contains("gif") == true && ending?.cure.contains(".mp4") == true)
        let nowhere = await scene.failure(scene.export(), to: URL(filePath: "/nowhere/film.mp4"))
        #expect(nowhere?.reason.contains("/nowhere") == true)
        var export = scene.export()
        for size in [
            CGSize(width: 127, height: 72), CGSize(width: Double.nan, height: 72), CGSize(width: 8, height: 8),
        ] {
            export.size = size
            #expect(await scene.failure(export)?.cure.contains("even") == true)
        }
        export.size = CGSize(width: 7680, height: 4320)
        #expect(await scene.failure(export)?.reason.contains("no encoder for 7680x4320") == true)
        export = scene.export()
        export.rate = FrameRate(300)
        #expect(await scene.failure(export)?.reason.contains("300") == true)
        export = scene.export()
        export.range = .seconds(-1)..<(.seconds(1))
        #expect(await scene.failure(export)?.reason.contains("-1") == true)
        #expect(scene.left.isEmpty && scene.isClean)
        #expect(scene.world.violations.isEmpty, "\(scene.world.violations)")
    }
}
