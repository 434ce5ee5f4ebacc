#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitCompare
    import MultiPlayerKitTestSupport
    import Testing

    #if THREAD_SANITIZER
        import struct MultiPlayerKit.Mutex
    #else
        import Synchronization
    #endif

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// Files that a group was exported to, read back.
    @Suite(.serialized, .timeLimit(.minutes(15)))
    @MainActor
    struct ExportTests {
        private let folder = FileManager.default.temporaryDirectory.appending(path: "export-\(UUID().uuidString)")

        init() throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        private func finish() { try? FileManager.default.removeItem(at: folder) }

        private func file(_ name: String) -> URL { folder.appending(path: name) }

        /// The two frames that each picture of an exported file shows, by where they lay on the stage.
        private func codes(in url: URL, at places: [TilePlacement], rate: FrameRate) async throws -> [[IndexCode?]] {
            let seen = Mutex<[[IndexCode?]]>([])
            let performance = try Performance(rate: rate, pace: .unpaced, layout: .single(0))
            let group = performance.group
            group.add(url: url)
            try performance.stage.add(
                FrameTap { _, planes in
                    guard let base = planes.luma.bindMemory(to: UInt8.self).baseAddress else { return }
                    let plane = LumaPlane(
                        base: base, width: planes.width, height: planes.height, stride: planes.stride)
                    let codes = places.map { place in
                        IndexReader.read(
                            plane,
                            rect: PictureRect(
                                x: place.picture.minX, y: place.picture.minY, width: place.picture.width,
                                height: place.picture.height), half: .either)
                    }
                    seen.withLock { $0.append(codes) }
                }, from: .groupStart)
            try await group.play()
            let length = try #require(group.length)
            performance.stage.advance(ticks: Int((length.seconds * rate.perSecond).rounded()))
            #expect(group.failures.isEmpty)
            return seen.withLock { $0 }
        }

        @Test(.shared, arguments: [(FrameRate(30), 1.0), (FrameRate(60), 0.5), (FrameRate(25), 1.5)])
        func `every frame is the one that a stage shows at that tick`(rate: FrameRate, speed: Double) async throws {
            defer { finish() }
            let clips = [
                IndexClip.editListBFrames, IndexClip.hard(id: 2).with { ($0.codec, $0.frameRate) = (.vp9, .fps24) },
            ].map { $0.dressed(fixing: .load) }
            try ClipLibrary.shared.make(clips)
            let performance = try Performance(rate: rate, pace: .unpaced, layout: .sideBySide)
            let (group, stage) = (performance.group, performance.stage)
            let casts = [
                try performance.add(clips[0], offset: .milliseconds(130), end: .loop),
                try performance.add(clips[1], offset: .milliseconds(-200)),
            ]
            group.setRange(.milliseconds(150)..<(.milliseconds(1_900)), repeats: false)
            group.rate = speed
            var export = GroupExport(of: group, as: .sideBySide)
            export.rate = rate
            let url = file("out.mp4")
            let outcome = try await export.write(to: url)

            try await group.play()
            stage.advance(ticks: outcome.frames)
            let placements = stage.placements
            let places = try casts.map { try #require(placements[$0.id]) }
            let written = try await codes(in: url, at: places, rate: rate)
            let shown = performance.reader.all.map { tick in casts.map { tick.tiles[$0.id] } }
            let length = 1.75 / speed * rate.perSecond
            #expect(outcome.frames == Int((length - 1e-6).rounded(.up)))
            #expect(outcome.lateFrames == 0 && !outcome.hasSound)
            #expect(written.count == outcome.frames && shown.count == outcome.frames)
            for (index, pair) in zip(written, shown).enumerated() {
                #expect(pair.0 == pair.1, "frame \(index)")
                #expect(pair.0.allSatisfy { $0 != nil }, "frame \(index)")
            }
        }

        @Test(.shared, arguments: [FrameRate(30), FrameRate(60), FrameRate(12)])
        func `a moving picture shows at each time what a stage shows`(rate: FrameRate) async throws {
            defer { finish() }
            let performance = try Performance(rate: rate, pace: .unpaced, layout: .sideBySide)
            let (group, stage) = (performance.group, performance.stage)
            let casts = [
                try performance.add(.editListBFrames, offset: .milliseconds(130), end: .loop),
                try performance.add(.hard(id: 2), offset: .milliseconds(-200)),
            ]
            group.audibleMember = try performance.add(.audioLonger).id
            group.setRange(.milliseconds(150)..<(.milliseconds(1_150)), repeats: false)
            var export = GroupExport(of: group, as: .sideBySide)
            (export.rate, export.size) = (rate, stage.size)
            let url = file("out.webp")
            let outcome = try await export.write(to: url)
            #expect(outcome.frames == Int(rate.perSecond) && outcome.lateFrames == 0 && !outcome.hasSound)

            try await group.play()
            stage.advance(ticks: outcome.frames)
            let placements = stage.placements
            let places = try casts.map { try #require(placements[$0.id]) }
            let picture = try MovingPicture(of: url)
            #expect(picture.size == stage.size && picture.repetitions == 0)
            #expect(picture.frames.last?.end == 1_000)
            for (index, tick) in performance.reader.all.enumerated() {
                let time = Int((rate.time(ofFrame: Int64(index)).seconds * 1_000).rounded())
                let frame = try #require(picture.frames.first { time < $0.end })
                let codes = frame.codes(at: places, in: picture.size)
                #expect(codes == casts.map { tick.tiles[$0.id] } && codes.allSatisfy { $0 != nil }, "frame \(index)")
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(left == ["out.webp"])
        }

        @Test(.shared) func `two exports are one file, with sound and captions`() async throws {
            defer { finish() }
            let performance = try Performance(pace: .unpaced, layout: .wipe)
            let group = performance.group
            let member = try performance.add(.audioLonger)
            _ = try performance.add(.editListBFrames)
            group.audibleMember = member.id
            var export = GroupExport(of: group, as: .wipe)
            export.captions = TileCaptions([.name, .time])
            export.captions?.texts[member.id] = "Without ESC"
            export.range = .zero..<(.seconds(1))
            var files: [Data] = []
            for name in ["one.mp4", "two.mp4"] {
                let outcome = try await export.write(to: file(name))
                #expect(outcome.hasSound && outcome.frames == 30)
                files.append(try Data(contentsOf: file(name)))
                // The time of day in the file has moved on by then.
                try await Task.sleep(for: .milliseconds(1_100))
            }
            #expect(files[0] == files[1] && files[0].count > 10_000)
            export.captions = nil
            try await export.write(to: file("plain.mp4"))
            #expect(try Data(contentsOf: file("plain.mp4")) != files[0])
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(left.sorted() == ["one.mp4", "plain.mp4", "two.mp4"])
        }

        /// Seconds of sound, and how a clip with it is made.
        nonisolated private static let sounds = [
            "aac mp4", "flac mkv", "libopus webm", "pcm_s16le mov", "aac mkv",
        ]

        @Test(.shared, arguments: sounds)
        func `sound lies within a millisecond of its pictures`(kind: String) async throws {
            defer { finish() }
            let words = kind.split(separator: " ").map(String.init)
            let clip = file("clip.\(words[1])")
            // Noise in bursts: it fits itself at one place alone. The drawing and the sound begin together, whatever the
            // container makes of an encoder's delay.
            let noise = "aevalsrc=exprs='(random(0)-0.5)*0.6*gt(sin(2*PI*1.7*t)+sin(2*PI*0.63*t)\\,0)':s=48000:d=6"
            let drawn = file("drawn.wav")
            try Forge.ffmpeg(["-f", "lavfi", "-i", noise, drawn.path])
            try Forge.ffmpeg(
                ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=6", "-i", drawn.path, "-c:v"]
                    + (words[1] == "webm" ? ["libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"] : ["libx264"])
                    + ["-pix_fmt", "yuv420p", "-c:a", words[0], "-ac", "2", "-shortest", clip.path])
            let source = try Self.samples(of: drawn)
            let cases: [(offset: Double, begin: Double)] = [(0, 0), (1.25, 0.4), (-0.5, 0)]
            for (offset, begin) in cases {
                let group = PlaybackGroup(on: try Stage(size: CGSize(width: 320, height: 180), pace: .unpaced))
                let member = group.add(url: clip, offset: .nearest(seconds: offset))
                group.audibleMember = member
                var export = GroupExport(of: group, as: .sideBySide)
                (export.size, export.rate) = (CGSize(width: 320, height: 180), FrameRate(25))
                export.range = .nearest(seconds: begin)..<(.nearest(seconds: begin + 3))
                let url = file("out-\(offset).mov")
                try await export.write(to: url)
                let written = try Self.samples(of: url)
                #expect(abs(written.count - 3 * 48_000) < 4_096, "\(written.count) samples")
                for second in [0.6, 1.3, 2.2] {
                    let place = Int(second * 48_000)
                    let wanted = place + Int((begin + offset) * 48_000)
                    guard wanted > 4_800, wanted + 9_600 < source.count else { continue }
                    let lag = Self.lag(of: written[place..<place + 9_600], in: source, around: wanted)
                    let distance = lag.map { abs($0) } ?? 99_999
                    #expect(distance <= 48, "\(kind) from \(offset) s: \(distance) samples")
                }
                if offset < 0 { #expect(written[2_000..<20_000].allSatisfy { abs($0) < 0.01 }) }
            }
        }

        @Test(.shared) func `a slow member is heard at its pitch, and a mix holds all members`() async throws {
            defer { finish() }
            let clip = file("tone.mp4")
            try Forge.ffmpeg([
                "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=4", "-f", "lavfi", "-i", "sine=f=440:r=48000:d=4",
                "-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac", clip.path,
            ])
            let group = PlaybackGroup(on: try Stage(size: CGSize(width: 320, height: 180), pace: .unpaced))
            let slow = group.add(url: clip, speed: 0.5)
            _ = group.add(url: clip, offset: .seconds(-2))
            group.audibleMember = slow
            var export = GroupExport(of: group, as: .sideBySide)
            export.size = CGSize(width: 320, height: 180)
            export.range = .zero..<(.seconds(4))
            try await export.write(to: file("slow.mp4"))
            let heard = try Self.samples(of: file("slow.mp4"))
            // Four seconds of 440 Hz. Small ripples around zero do not count.
            var (isHigh, waves) = (false, 0)
            for sample in heard[0..<192_000] {
                if !isHigh, sample > 0.03 {
                    (isHigh, waves) = (true, waves + 1)
                } else if sample < -0.03 {
                    isHigh = false
                }
            }
            #expect(abs(waves - 1_760) < 30, "\(waves)")
            export.sound = .mix
            try await export.write(to: file("mix.mp4"))
            let mix = try Self.samples(of: file("mix.mp4"))
            func power(_ samples: ArraySlice<Float>) -> Float { samples.reduce(0) { $0 + $1 * $1 } }
            let (both, one) = (power(mix[150_000..<180_000]), power(heard[150_000..<180_000]))
            #expect(both > one * 1.3)
            export.sound = .none
            let outcome = try await export.write(to: file("silent.mp4"))
            #expect(!outcome.hasSound)
        }

        @Test(.shared) func `what cannot be written says why, and nothing is lost`() async throws {
            defer { finish() }
            let group = PlaybackGroup(on: try Stage(size: CGSize(width: 320, height: 180), pace: .unpaced))
            func refusal(_ export: GroupExport, _ url: URL) async -> String {
                do { try await export.write(to: url) } catch { return "\(error)" }
                return "written"
            }
            #expect(await refusal(GroupExport(of: group, as: .grid), file("a.mp4")).contains("has no members"))
            group.add(url: try ClipLibrary.shared.url(for: .editListBFrames))
            var export = GroupExport(of: group, as: .grid)
            #expect(await refusal(export, file("a.gif")).contains("in .webp"))
            #expect(await refusal(export, file("none/a.webp")).contains("cannot be written"))
            #expect(await refusal(export, file("none/a.mp4")).contains("cannot be written"))
            export.range = .seconds(2)..<(.seconds(2))
            #expect(await refusal(export, file("a.mp4")).contains("nothing from 2.0 s"))
            export.range = nil
            export.size = CGSize(width: 321, height: 180)
            #expect(await refusal(export, file("a.mp4")).contains("even sides"))
            let broken = PlaybackGroup(on: try Stage(size: CGSize(width: 320, height: 180), pace: .unpaced))
            broken.add(url: file("missing.mp4"))
            #expect(await refusal(GroupExport(of: broken, as: .grid), file("a.mp4")).contains("missing.mp4"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }

        @Test(.shared) func `a cancelled export leaves what was there`() async throws {
            defer { finish() }
            let url = file("kept.mp4")
            try Data("what was there".utf8).write(to: url)
            let performance = try Performance(pace: .unpaced, layout: .sideBySide)
            _ = try performance.add(.hard(id: 1), end: .loop)
            _ = try performance.add(.hard(id: 2), end: .loop)
            var export = GroupExport(of: performance.group, as: .sideBySide)
            export.range = .zero..<(.seconds(600))
            let parts = Mutex<[Double]>([])
            let task = Task { [export] in
                try await export.write(to: url) { part in parts.withLock { $0.append(part) } }
            }
            while parts.withLock(\.count) < 3 { try await Task.sleep(for: .milliseconds(20)) }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try String(contentsOf: url, encoding: .utf8) == "what was there")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["kept.mp4"])
            let told = parts.withLock { $0 }
            #expect(told == told.sorted() && told.allSatisfy { $0 > 0 && $0 < 1 })
        }

        @Test(.alone, .disabled(if: TestRun.isSanitized, "it measures time"))
        func `an export takes less than half of its time`() async throws {
            defer { finish() }
            let clips = (1...2).map { IndexClip.hard(id: $0) }
            try ClipLibrary.shared.make(clips)
            let performance = try Performance(pace: .unpaced, layout: .sideBySide)
            for clip in clips { _ = try performance.add(clip, end: .loop) }
            let seconds = TestRun.count(60, dividedBy: 3)
            var export = GroupExport(of: performance.group, as: .sideBySide)
            export.range = .zero..<(.seconds(seconds))
            let url = file("fast.mp4")
            let times = try await QuietMachine.run(until: { $0 >= 2 }, always: { _ in }) { () -> Double in
                let begin = HostTime.now
                try await export.write(to: url)
                let speed = Double(seconds) / begin.duration(to: .now).seconds
                print("an export of \(seconds) s: \(speed) times as fast as real time")
                return speed
            }
            #expect(times >= 2)
        }

        // MARK: Sound as samples

        /// The left channel at 48 kHz.
        private static func samples(of url: URL) throws -> [Float] {
            let raw = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).raw")
            defer { try? FileManager.default.removeItem(at: raw) }
            try Forge.ffmpeg([
                "-i", url.path, "-vn", "-af", "aresample=async=1:first_pts=0,pan=mono|c0=c0", "-ar", "48000", "-f",
                "f32le", raw.path,
            ])
            return try Data(contentsOf: raw).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        }

        /// By how many samples a piece lies behind where it is wanted; `nil` where it fits nowhere.
        private static func lag(of piece: ArraySlice<Float>, in source: [Float], around place: Int) -> Int? {
            let piece = Array(piece)
            func fit(_ lag: Int) -> Double {
                var (product, one, other) = (0.0, 0.0, 0.0)
                for index in stride(from: 0, to: piece.count, by: 1) {
                    let (a, b) = (Double(piece[index]), Double(source[place + lag + index]))
                    (product, one, other) = (product + a * b, one + a * a, other + b * b)
                }
                return one > 0 && other > 0 ? product / (one * other).squareRoot() : 0
            }
            let lags = -1_200...1_200
            guard let best = lags.map({ ($0, fit($0)) }).max(by: { $0.1 < $1.1 }), best.1 > 0.5 else { return nil }
            return best.0
        }
    }
#endif
