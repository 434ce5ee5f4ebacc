#if os(Linux) || os(macOS)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import TestTools

    @Suite(.shared) struct `Index code` {
        @Test func `cells decode to the index and the clip they were made from`() {
            for clip in IndexCode.clipRange {
                for index in stride(from: 0, to: IndexCode.indexRange.upperBound, by: 997) {
                    let code = IndexCode(index: index, clip: clip)
                    #expect(IndexCode(cells: code.cells) == code)
                }
            }
        }

        @Test func `one, two or three wrong cells never pass`() {
            let cells = IndexCode(index: 123_456, clip: 9).cells
            var passed = 0
            var patterns: Set<UInt32> = []
            for first in 0..<32 {
                for second in first..<32 {
                    for third in second..<32 {
                        // Equal positions are one fault, so that single and double faults are covered too.
                        let faults: UInt32 = 1 << UInt32(first) | 1 << UInt32(second) | 1 << UInt32(third)
                        patterns.insert(faults)
                        if IndexCode(cells: cells ^ faults) != nil { passed += 1 }
                    }
                }
            }
            #expect(passed == 0)
            // 32 single, 496 double and 4960 triple faults.
            #expect(patterns.count == 32 + 496 + 4960)
        }

        @Test func `uniform and inverted blocks never pass`() {
            #expect(IndexCode(cells: 0) == nil)
            #expect(IndexCode(cells: .max) == nil)
            for index in 0..<1000 {
                #expect(IndexCode(cells: ~IndexCode(index: index, clip: index % 16).cells) == nil)
            }
        }

        @Test func `every block has dark and bright cells`() {
            for index in 0..<20_000 {
                let bright = IndexCode(index: index, clip: index % 16).cells.nonzeroBitCount
                #expect((4...28).contains(bright), "index \(index)")
            }
        }

        @Test func `a block torn between neighbouring frames never passes`() {
            for index in 0..<2000 {
                let upper = IndexCode(index: index, clip: 3).cells
                let lower = IndexCode(index: index + 1, clip: 3).cells
                for row in 1..<IndexCode.rows {
                    let mask = UInt32.max >> UInt32(32 - row * IndexCode.columns)
                    let torn = upper & mask | lower & ~mask
                    let reading = IndexCode(cells: torn)
                    #expect(reading == nil, "index \(index) torn at row \(row)")
                }
            }
        }

        @Test func `an index out of range traps`() async {
            await #expect(processExitsWith: .failure) { _ = IndexCode(index: 1 << 20, clip: 0) }
            await #expect(processExitsWith: .failure) { _ = IndexCode(index: 0, clip: 16) }
        }
    }

    @Suite(.shared) struct `Index reader` {
        /// Where a picture lies in a plane.
        struct Placement: CustomTestStringConvertible {
            let name: String
            let plane: (width: Int, height: Int)
            let rect: PictureRect
            var testDescription: String { name }

            init(_ name: String, _ width: Int, _ height: Int, _ rect: PictureRect? = nil) {
                self.name = name
                self.plane = (width, height)
                self.rect = rect ?? PictureRect(x: 0, y: 0, width: width, height: height)
            }
        }

        static let placements = [
            Placement("tile", 160, 90),
            Placement("small tile", 96, 54),
            Placement("CIF", 352, 288),
            Placement("360p", 640, 360),
            Placement("odd place in a canvas", 400, 240, PictureRect(x: 103.4, y: 57.7, width: 213.3, height: 119.9)),
            Placement("letter-boxed", 160, 160, PictureRect(x: 0, y: 35, width: 160, height: 90)),
            Placement("portrait in a tile", 160, 90, PictureRect(x: 54.7, y: 0, width: 50.6, height: 90)),
            Placement("portrait", 180, 320),
            Placement("filled and cut off", 160, 90, PictureRect(x: -8, y: -20, width: 176, height: 130)),
        ]

        @Test(arguments: placements)
        func `reads every index in every place`(placement: Placement) {
            for index in [0, 1, 2, 255, 256, 1799, 65_535, 700_001, 1_048_575] {
                let code = IndexCode(index: index, clip: index % 16)
                let canvas = Canvas(placement.plane.width, placement.plane.height)
                canvas.draw(code, in: placement.rect)
                #expect(IndexReader.read(canvas.plane, rect: placement.rect, half: .left) == code)
                #expect(IndexReader.read(canvas.plane, rect: placement.rect, half: .right) == code)
            }
        }

        @Test(arguments: placements)
        func `reads through noise`(placement: Placement) {
            var random = Noise(seed: 7)
            for index in [5, 4321, 1_000_000] {
                let code = IndexCode(index: index, clip: 11)
                let canvas = Canvas(placement.plane.width, placement.plane.height)
                canvas.draw(code, in: placement.rect)
                canvas.addNoise(upTo: 24, &random)
                #expect(IndexReader.read(canvas.plane, rect: placement.rect) == code)
            }
        }

        @Test func `reads a picture that is scaled without a filter`() {
            // Scaling without a filter is the worst that a player does.
            let code = IndexCode(index: 77_777, clip: 4)
            for width in stride(from: 96, through: 400, by: 13) {
                let canvas = Canvas(width, width * 9 / 16)
                canvas.draw(code, in: canvas.plane.bounds, samples: 1)
                #expect(IndexReader.read(canvas.plane, rect: canvas.plane.bounds) == code, "width \(width)")
            }
        }

        @Test func `rows may be longer than the picture`() {
            let code = IndexCode(index: 31, clip: 2)
            let canvas = Canvas(192, 90)
            let rect = PictureRect(x: 0, y: 0, width: 160, height: 90)
            canvas.draw(code, in: rect)
            let plane = LumaPlane(base: canvas.plane.base, width: 160, height: 90, stride: 192)
            #expect(IndexReader.read(plane, rect: rect) == code)
            let bytes = UnsafeRawBufferPointer(start: canvas.plane.base, count: 192 * 90)
            #expect(IndexReader.read(luma: bytes, stride: 192, rect: rect) == code)
        }

        @Test func `reads the half that is visible`() {
            let code = IndexCode(index: 640, clip: 1)
            let canvas = Canvas(160, 90)
            // The right half of the picture lies outside.
            let rect = PictureRect(x: 70, y: 0, width: 160, height: 90)
            canvas.draw(code, in: rect)
            #expect(IndexReader.read(canvas.plane, rect: rect, half: .left) == code)
            #expect(IndexReader.read(canvas.plane, rect: rect, half: .right) == nil)
            #expect(IndexReader.read(canvas.plane, rect: rect) == code)
        }

        @Test func `halves that disagree give nothing`() {
            let canvas = Canvas(160, 90)
            let (left, right) = (IndexCode(index: 8, clip: 1), IndexCode(index: 9, clip: 1))
            canvas.draw(left, in: canvas.plane.bounds)
            canvas.draw(right, in: canvas.plane.bounds, columns: 80..<160)
            #expect(IndexReader.read(canvas.plane, rect: canvas.plane.bounds, half: .left) == left)
            #expect(IndexReader.read(canvas.plane, rect: canvas.plane.bounds, half: .right) == right)
            #expect(IndexReader.read(canvas.plane, rect: canvas.plane.bounds) == nil)
        }

        @Test(arguments: 0..<40 as Range<Int>)
        func `two frames blended half and half give nothing`(index: Int) {
            let (first, second) = (Canvas(160, 90), Canvas(160, 90))
            first.draw(IndexCode(index: index, clip: 0), in: first.plane.bounds)
            second.draw(IndexCode(index: index + 1, clip: 0), in: second.plane.bounds)
            first.blend(second)
            #expect(IndexReader.read(first.plane, rect: first.plane.bounds) == nil)
        }

        @Test func `a fault in a block gives nothing`() {
            let code = IndexCode(index: 4242, clip: 5)
            for cell in 0..<32 {
                let canvas = Canvas(160, 90)
                canvas.draw(cells: code.cells ^ 1 << UInt32(cell), in: canvas.plane.bounds)
                #expect(IndexReader.read(canvas.plane, rect: canvas.plane.bounds) == nil)
            }
        }

        @Test func `a wrong place gives nothing or the right code`() {
            let code = IndexCode(index: 90_210, clip: 6)
            let canvas = Canvas(320, 180)
            canvas.draw(code, in: canvas.plane.bounds)
            for dx in -20...20 {
                for dy in -20...20 {
                    let rect = PictureRect(x: dx * 4, y: dy * 4, width: 320, height: 180)
                    let reading = IndexReader.read(canvas.plane, rect: rect)
                    #expect(reading == nil || reading == code, "moved by \(dx * 4), \(dy * 4)")
                }
            }
        }

        @Test func `noise, flat planes and impossible places give nothing`() {
            var random = Noise(seed: 99)
            let canvas = Canvas(160, 90)
            #expect(IndexReader.read(canvas.plane, rect: canvas.plane.bounds) == nil)
            for _ in 0..<100 {
                canvas.addNoise(upTo: 255, &random)
                #expect(IndexReader.read(canvas.plane, rect: canvas.plane.bounds) == nil)
            }
            canvas.draw(IndexCode(index: 1, clip: 1), in: canvas.plane.bounds)
            for (width, height) in [(0, 0), (-160, 90), (.nan, 90), (.infinity, 90), (1e300, 1e300), (20, 9)]
                as [(Double, Double)]
            {
                let rect = PictureRect(x: 0, y: 0, width: width, height: height)
                #expect(IndexReader.read(canvas.plane, rect: rect) == nil)
            }
        }

        @Test func `a dimmed picture is read, a vanishing one is not`() {
            let code = IndexCode(index: 60, clip: 12)
            let canvas = Canvas(160, 90)
            canvas.draw(code, in: canvas.plane.bounds)
            canvas.dim(by: 4)
            #expect(IndexReader.read(canvas.plane, rect: canvas.plane.bounds) == code)
            canvas.dim(by: 2)
            #expect(IndexReader.read(canvas.plane, rect: canvas.plane.bounds) == nil)
        }
    }

    /// A plane to draw in, independent of how the clips are drawn.
    private final class Canvas {
        let plane: LumaPlane
        private let pixels: UnsafeMutablePointer<UInt8>
        private var count: Int { plane.width * plane.height }

        init(_ width: Int, _ height: Int) {
            pixels = .allocate(capacity: width * height)
            pixels.initialize(repeating: 16, count: width * height)
            plane = LumaPlane(base: pixels, width: width, height: height)
        }

        deinit {
            pixels.deallocate()
        }

        func draw(_ code: IndexCode, in rect: PictureRect, columns: Range<Int>? = nil, samples: Int = 3) {
            draw(cells: code.cells, in: rect, columns: columns, samples: samples)
        }

        /// Samples the picture at several points of every pixel.
        func draw(cells: UInt32, in rect: PictureRect, columns: Range<Int>? = nil, samples: Int = 3) {
            for y in 0..<plane.height {
                for x in columns ?? 0..<plane.width {
                    var sum = 0
                    for sample in 0..<samples * samples {
                        let px = Double(x) + (Double(sample % samples) + 0.5) / Double(samples)
                        let py = Double(y) + (Double(sample / samples) + 0.5) / Double(samples)
                        sum += Self.luma(cells, (px - rect.x) / rect.width, (py - rect.y) / rect.height)
                    }
                    pixels[y * plane.width + x] = UInt8(sum / (samples * samples))
                }
            }
        }

        func addNoise(upTo limit: Int, _ random: inout Noise) {
            for position in 0..<count {
                let value = Int(pixels[position]) + Int(random.next() >> 33) % (2 * limit + 1) - limit
                pixels[position] = UInt8(min(max(value, 0), 255))
            }
        }

        func blend(_ other: Canvas) {
            for position in 0..<count {
                pixels[position] = UInt8((Int(pixels[position]) + Int(other.pixels[position])) / 2)
            }
        }

        func dim(by divisor: UInt8) {
            for position in 0..<count { pixels[position] /= divisor }
        }

        private static func luma(_ cells: UInt32, _ u: Double, _ v: Double) -> Int {
            guard u >= 0, v >= 0, u < 1, v < 1 else { return 16 }
            for half in PictureHalf.allCases {
                let block = IndexLayout.block(half)
                let column = Int(((u - block.x) / block.width * Double(IndexCode.columns)).rounded(.down))
                let row = Int(((v - block.y) / block.height * Double(IndexCode.rows)).rounded(.down))
                guard (0..<IndexCode.columns).contains(column), (0..<IndexCode.rows).contains(row) else { continue }
                let isBright = cells >> UInt32(row * IndexCode.columns + column) & 1 == 1
                return Int(isBright ? IndexLayout.bright : IndexLayout.dark)
            }
            return Int(IndexLayout.grey)
        }
    }

    /// Random numbers that are the same in every run.
    private struct Noise {
        private var state: UInt64

        init(seed: UInt64) {
            state = seed
        }

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state
        }
    }

    @Suite(.shared) struct `Index clips` {
        private let library = ClipLibrary.shared

        @Test(arguments: IndexClip.named.map(\.name))
        func `a named clip shows all its frames in order`(name: String) throws {
            let clip = try #require(IndexClip.named.first { $0.name == name }).clip
            let facts = try library.facts(for: clip)
            #expect(try facts.decodedIndices() == Array(clip.shownIndices))
            // ffprobe and ffmpeg agree on what is to be shown.
            #expect(facts.frameCount == clip.shownIndices.count)
            #expect((facts.width, facts.height) == (clip.width, clip.height))
            // In all named clips a frame lasts a whole number of ticks, so only the nanoseconds are rounded.
            let start = clip.presentationTime(ofFrame: clip.shownIndices.lowerBound)
            for (time, index) in zip(facts.timesFromFirst, clip.shownIndices) {
                let expected = clip.presentationTime(ofFrame: index) - start
                #expect(abs(time - expected) <= .nanoseconds(1), "index \(index)")
            }
        }

        @Test func `first time stamps and hidden frames are as described`() throws {
            let late = try library.facts(for: .bFramesLateStart)
            #expect(late.presentationTimes.first == .nanoseconds(66_666_667))
            let usual = try library.facts(for: .editListBFrames)
            #expect(usual.presentationTimes.first == .zero)
            let oneIn = try library.facts(for: .editListOneFrameIn)
            #expect(oneIn.packetCount == 60 && oneIn.frameCount == 59)
            let eightIn = try library.facts(for: .editListEightSecondsIn)
            #expect(eightIn.packetCount == 600 && eightIn.frameCount == 360)
            #expect(eightIn.keyFrames == [10, 260])
            for (clip, first) in [(IndexClip.openGOPCut, 0), (.openGOPCutBare, 133_333_333)] {
                let cut = try library.facts(for: clip)
                // Two leading B-frames are in the file and never shown.
                #expect(cut.packetCount == 62 && cut.frameCount == 60)
                #expect(cut.presentationTimes.first == .nanoseconds(first))
            }
        }

        @Test func `frames of different lengths have exact time stamps`() throws {
            let facts = try library.facts(for: .variableFrameRate)
            let times = facts.presentationTimes
            #expect(Array(times.prefix(6)) == [0, 20, 53, 153, 193, 213].map { .milliseconds($0) })
            #expect(times.last == .milliseconds(2855))
            #expect(facts.trackDuration.map(facts.time(ofTick:)) == .milliseconds(2895))
        }

        @Test func `sound is longer or shorter than the pictures as described`() throws {
            #expect(try library.facts(for: .audioLonger).soundDuration == .milliseconds(2100))
            #expect(try library.facts(for: .audioShorter).soundDuration == .milliseconds(1500))
            #expect(try library.facts(for: .singleFrame).soundDuration == nil)
        }

        @Test func `a clip with grain takes three megabits a second`() throws {
            let clip = IndexClip.hard()
            let facts = try library.facts(for: clip)
            #expect(try facts.decodedIndices() == Array(0..<300))
            #expect(facts.keyFrames == [0, 60, 120, 180, 240])
            let bitRate = facts.videoBytes * 8 / 10
            #expect((2_550_000...3_450_000).contains(bitRate), "\(bitRate) bits a second")
        }

        @Test(arguments: IndexClip.Codec.allCases, IndexClip.Container.allCases)
        func `codecs and containers carry the index`(codec: IndexClip.Codec, container: IndexClip.Container) throws {
            let clip = IndexClip(id: 1).with {
                ($0.codec, $0.container, $0.colour) = (codec, container, codec.usualColour.untagged)
                ($0.width, $0.height, $0.frameCount, $0.gop) = (320, 180, 12, 6)
                if codec == .utvideo { $0.colour = .bt601PAL.untagged }
                $0.pixels = codec.usualPixels
                if let size = codec.sizes?.last { ($0.width, $0.height) = size }
                if let rates = codec.frameRates, !rates.contains($0.frameRate) { $0.frameRate = rates[0] }
            }
            guard codec.containers.contains(container) else {
                let error = #expect(throws: ClipError.self) { try library.url(for: clip) }
                #expect(error?.code == .unsupported)
                return
            }
            #expect(try library.facts(for: clip).decodedIndices() == Array(0..<12))
        }

        @Test(arguments: IndexClip.Rotation.allCases)
        func `the index is upright once the picture is turned`(rotation: IndexClip.Rotation) throws {
            let clip = small { $0.rotation = rotation }
            let facts = try library.facts(for: clip)
            #expect(facts.rotation == rotation.rawValue)
            #expect((facts.width, facts.height) == (320, 180))
            #expect(try facts.decodedIndices() == Array(0..<12))
            #expect(facts.patch.isClose(to: .patch))
        }

        @Test(arguments: [IndexClip.Colour.bt601, .bt601Full, .bt709, .bt709Full])
        func `the patch has its colour after conversion`(colour: IndexClip.Colour) throws {
            let facts = try library.facts(for: small { $0.colour = colour })
            #expect(facts.colourRange == (colour.fullRange ? "pc" : "tv"))
            #expect(facts.colourMatrix == (colour.matrix == .bt709 ? "bt709" : "smpte170m"))
            #expect(facts.patch.isClose(to: .patch), "\(facts.patch)")
        }

        @Test(arguments: [IndexClip.Ratio(4, 3), IndexClip.Ratio(16, 11)])
        func `the pixel aspect ratio is signalled`(ratio: IndexClip.Ratio) throws {
            let facts = try library.facts(for: small { $0.pixelAspect = ratio })
            #expect(facts.pixelAspect == "\(ratio.numerator):\(ratio.denominator)")
            #expect(try facts.decodedIndices() == Array(0..<12))
        }

        private func small(_ change: (inout IndexClip) -> Void) -> IndexClip {
            IndexClip(id: 2).with {
                ($0.width, $0.height, $0.frameCount, $0.gop) = (320, 180, 12, 6)
                change(&$0)
            }
        }
    }

    @Suite(.shared) struct `Clip library` {
        private let clip = IndexClip(id: 3).with {
            ($0.width, $0.height, $0.frameCount) = (320, 180, 5)
        }

        @Test func `a clip is made once, however many callers ask for it`() async throws {
            try await withLibrary { library in
                let clip = clip
                let places = try await withThrowingTaskGroup(of: URL.self) { group in
                    for _ in 0..<4 { group.addTask { try library.url(for: clip) } }
                    return try await group.reduce(into: Set()) { $0.insert($1) }
                }
                #expect(places.count == 1)
                let media = try names(in: library).filter { $0.hasSuffix(".mp4") }
                #expect(media == places.map(\.lastPathComponent))
            }
        }

        @Test func `equal descriptions give equal files`() async throws {
            try await withLibrary { first in
                try await withLibrary { second in
                    let (one, other) = (try first.url(for: clip), try second.url(for: clip))
                    #expect(one.lastPathComponent == other.lastPathComponent)
                    #expect(try Data(contentsOf: one) == Data(contentsOf: other))
                    let changed = try first.url(for: clip.with { $0.gop = 3 })
                    #expect(changed.lastPathComponent != one.lastPathComponent)
                }
            }
        }

        @Test func `a failure gives ffmpeg's message and leaves no media behind`() async throws {
            try await withLibrary { library in
                // The size is too large for any encoder, so ffmpeg gives up while it is being fed.
                let clip = clip.with { ($0.width, $0.height, $0.codec) = (20_000, 16, .h264) }
                let error = #expect(throws: ClipError.self) { try library.url(for: clip) }
                #expect(error?.code == .toolFailed)
                #expect(error?.detail.isEmpty == false)
                let names = try names(in: library)
                #expect(names.allSatisfy { $0.hasSuffix(".lock") })
            }
        }

        @Test func `a description that makes no sense is refused`() throws {
            let changes: [(inout IndexClip) -> Void] = [
                { $0.id = 16 }, { $0.width = 321 }, { $0.pixels = .gbrp }, { $0.codec = .vp8 }, { $0.frameCount = 0 },
                { $0.openGOP = true },
                { $0.bFrames = 4 }, { $0.frameDurations = [20, 0] }, { $0.variant = .cut(atFrame: 5) },
                { ($0.container, $0.rotation) = (.mkv, .clockwise90) },
                { ($0.container, $0.isMirrored) = (.ts, true) }, { $0.pixels = .yuva420p }, { $0.colour = .rgb },
                { $0.colour = .hlg },
                { ($0.pixels, $0.colour) = (.yuv420p10, .init(matrix: .bt709, fullRange: false, transfer: .pq)) },
                { $0.fieldsMove = true }, { ($0.codec, $0.scan) = (.h265, .topFieldFirst) },
                { ($0.scan, $0.height) = (.topFieldFirst, 182) }, { $0.hasDuration = false }, { $0.firstTime = 1000 },
                { ($0.container, $0.firstTime) = (.mkv, -1) }, { $0.otherTrack = $0.id },
                { ($0.container, $0.otherTrack) = (.ts, 7) }, { ($0.container, $0.hasNegativeOffsets) = (.ts, true) },
                { ($0.container, $0.bFrames) = (.avi, 2) }, { ($0.codec, $0.container) = (.mpeg4, .avi) },
                { ($0.codec, $0.width, $0.height) = (.h265, 16, 16) }, { ($0.codec, $0.container) = (.dv, .avi) },
                { ($0.codec, $0.container, $0.colour) = (.vp9, .webm, .bt709Full.untagged) },
                { ($0.codec, $0.container, $0.frameRate) = (.mpeg2, .ts, .init(15, 1)) },
            ]
            for change in changes {
                let error = #expect(throws: ClipError.self) { try ClipLibrary.shared.url(for: clip.with(change)) }
                #expect(error?.code == .unsupported)
            }
        }

        private func withLibrary(_ body: (ClipLibrary) async throws -> Void) async throws {
            let scratch = try ScratchFolder()
            defer { scratch.remove() }
            try await body(ClipLibrary(folder: scratch.url))
        }

        private func names(in library: ClipLibrary) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: library.folder.path)
        }
    }

    private func abs(_ duration: Duration) -> Duration { duration < .zero ? .zero - duration : duration }
#endif
