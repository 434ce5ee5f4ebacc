#if os(Linux) || os(macOS)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @Suite(.shared) struct `Wardrobe kinds` {
        private let library = ClipLibrary.shared

        @Test(arguments: Wardrobe.kinds)
        func `a kind of footage is as its description says`(kind: Wardrobe.Kind) throws {
            let clip = kind.clip
            let facts = try library.facts(for: clip)
            #expect(try facts.decodedIndices() == Array(clip.shownIndices))
            #expect(facts.frameCount == clip.shownIndices.count)
            #expect((facts.width, facts.height) == (clip.width, clip.height))
            #expect(facts.codec == clip.codec.probedName)
            #expect(facts.pixelFormat == clip.probedPixels)
            #expect(facts.pixelAspect == "\(clip.pixelAspect.numerator):\(clip.pixelAspect.denominator)")
            #expect(facts.scan == clip.scan)
            #expect((facts.rotation, facts.isMirrored) == (clip.rotation.rawValue, clip.isMirrored))
            #expect(facts.videoTracks == clip.trackNumber + 1)
            if clip.fieldsMove { #expect(facts.comb > 4) }
        }

        @Test(arguments: Wardrobe.kinds)
        func `a file states its own colours or none`(kind: Wardrobe.Kind) throws {
            let clip = kind.clip
            let facts = try library.facts(for: clip)
            let (range, matrix, curve) = clip.carriedTags
            let isTagged = clip.colour.isTagged
            #expect(range.allows(facts.colourRange, clip.colour.rangeName, isTagged: isTagged))
            #expect(matrix.allows(facts.colourMatrix, clip.colour.matrixName, isTagged: isTagged))
            #expect(curve.allows(facts.colourPrimaries, clip.colour.primariesName, isTagged: isTagged))
            #expect(curve.allows(facts.colourTransfer, clip.colour.transferName, isTagged: isTagged))
        }

        @Test(arguments: Wardrobe.kinds)
        func `the sample values in a file are those that were drawn`(kind: Wardrobe.Kind) throws {
            let clip = kind.clip
            let facts = try library.facts(for: clip)
            // A conversion of range moves black and white cells by 4 levels or more, and the patch by more than that.
            #expect(facts.storedDistance <= (clip.codec.isLossless ? 0 : 1.5))
            guard clip.hasCells else { return }
            let (first, second, third) = clip.patch.stored(as: clip.colour, depth: 10)
            for (read, drawn) in zip(facts.storedPatch, [first, second, third]) {
                #expect(abs(read - Double(drawn) / 4) <= 1.5)
            }
            guard clip.pixels != .gray else { return }
            #expect(facts.patch.isClose(to: clip.patch), "\(facts.patch)")
            if clip.pixels.hasAlpha { #expect(abs((facts.windowAlpha ?? 0) - IndexLayout.windowAlpha) <= 2) }
        }

        @Test func `time stamps begin where the kinds say`() throws {
            for kind in Wardrobe.kinds where kind.clip.firstTime > 0 {
                let first = try #require(try library.facts(for: kind.clip).presentationTimes.first)
                // A transport stream adds 1.4 s.
                let expected = Duration.milliseconds(kind.clip.firstTime)
                #expect(first >= expected && first < expected + .seconds(2), "\(kind)")
            }
        }

        @Test func `a file of a live stream states no length`() throws {
            for kind in Wardrobe.kinds where !kind.clip.hasDuration {
                let facts = try library.facts(for: kind.clip)
                #expect(facts.fileDuration == nil && facts.trackDuration == nil, "\(kind)")
            }
        }

        @Test func `the kinds cover all ordinary footage`() {
            let clips = Wardrobe.kinds.map(\.clip)
            #expect(Set(Wardrobe.kinds.map(\.name)).count == clips.count)
            #expect(Set(clips.map(\.codec)) == Set(IndexClip.Codec.allCases))
            #expect(Set(clips.map(\.container)) == Set(IndexClip.Container.allCases))
            #expect(Set(clips.map(\.scan)) == Set(IndexClip.Scan.allCases))
            for codec in [IndexClip.Codec.h264, .h265] {
                let formats: Set<IndexClip.PixelFormat> = [
                    .yuv420p, .yuv422p, .yuv444p, .yuv420p10, .yuv422p10, .yuv444p10,
                ]
                #expect(formats.isSubset(of: clips.filter { $0.codec == codec }.map(\.pixels)))
            }
            for isTagged in [true, false] {
                let colours = clips.map(\.colour).filter { $0.isTagged == isTagged }
                #expect(Set(colours.filter { !$0.fullRange }.map(\.matrix)).count == 4)
                #expect(colours.contains { $0.fullRange && $0.matrix == .bt709 })
            }
            #expect(Set(clips.map(\.colour.transfer)) == Set(IndexClip.Colour.Transfer.allCases))
            for rotation in IndexClip.Rotation.allCases {
                #expect(Set(clips.filter { $0.rotation == rotation }.map(\.isMirrored)) == [true, false])
            }
            #expect(clips.contains { $0.width % 2 == 1 && $0.height % 2 == 1 && $0.pixels == .yuv420p })
            #expect(clips.contains { ($0.width, $0.height) == (16, 16) })
            #expect(clips.contains { ($0.width, $0.height) == (7680, 4320) })
            #expect(clips.contains { $0.pixels.hasAlpha } && clips.contains { $0.otherTrack != nil })
            #expect(clips.contains { !$0.frameDurations.isEmpty } && clips.contains { $0.frameCount == 1 })
            #expect(clips.contains { $0.pixelAspect.numerator < $0.pixelAspect.denominator })
        }
    }

    @Suite(.shared) struct `Wardrobe clothes` {
        private let clip = IndexClip(id: 4).with { ($0.width, $0.height, $0.frameCount) = (320, 180, 12) }

        @Test(arguments: [IndexClip()] + IndexClip.named.map(\.clip))
        func `every seed gives every clip valid clothes`(clip: IndexClip) throws {
            var clothes: Set<String> = []
            for seed in 0..<100 as Range<UInt64> {
                let dressed = Wardrobe(seed: seed).dress(clip)
                #expect(throws: Never.self) { try dressed.validate() }
                #expect(dressed == Wardrobe(seed: seed).dress(clip))
                #expect(dressed.shownIndices == clip.shownIndices && dressed.frameRate == clip.frameRate)
                #expect((clip.width - 1...clip.width).contains(dressed.width))
                #expect((clip.height - 1...clip.height).contains(dressed.height))
                clothes.insert(dressed.clothes)
            }
            #expect(clothes.count > 20)
        }

        @Test func `fixed fields stay as they are`() {
            for seed in 0..<100 as Range<UInt64> {
                let wardrobe = Wardrobe(seed: seed)
                let all = wardrobe.dress(clip, fixing: Set(Wardrobe.Field.allCases))
                #expect(all == clip)
                #expect(wardrobe.dress(clip, fixing: [.codec]).codec == clip.codec)
                #expect(wardrobe.dress(clip, fixing: [.container]).container == clip.container)
                #expect(wardrobe.dress(clip, fixing: [.pixels]).pixels == clip.pixels)
                #expect(wardrobe.dress(clip, fixing: [.colour, .tags]).colour == clip.colour)
                #expect(wardrobe.dress(clip, fixing: [.gop]).gop == clip.gop)
                #expect(wardrobe.dress(clip, fixing: [.size]).width == clip.width)
            }
        }

        @Test(arguments: 0..<8 as Range<UInt64>)
        func `a dressed clip can be made and read`(number: UInt64) throws {
            let wardrobe = Wardrobe(seed: Wardrobe.today.seed &* 8 &+ number)
            let dressed = wardrobe.dress(clip)
            let facts = try ClipLibrary.shared.facts(for: dressed)
            #expect(try facts.decodedIndices() == Array(0..<12), "\(wardrobe.description(of: dressed))")
            #expect(facts.patch.isClose(to: dressed.patch), "\(wardrobe.description(of: dressed))")
        }
    }

    @Suite(.shared) struct `Index level` {
        @Test(arguments: 0..<8)
        func `is read as it is and stretched to full range`(frame: Int) {
            let level = Double(IndexLayout.level(ofFrame: frame))
            for luma in [level, (level - 16) * 255 / 219, level + 3, level - 3] {
                #expect(read(UInt8(luma.rounded())) == frame)
            }
        }

        @Test func `a level in between is read as a neighbour or not at all`() {
            for frame in 0..<7 {
                let between = (Int(IndexLayout.level(ofFrame: frame)) + Int(IndexLayout.level(ofFrame: frame + 1))) / 2
                let reading = read(UInt8(between))
                #expect(reading == nil || reading == frame || reading == frame + 1)
            }
            #expect(read(0) == nil && read(255) == nil)
        }

        private func read(_ luma: UInt8) -> Int? {
            let pixels = [UInt8](repeating: luma, count: 256)
            return pixels.withUnsafeBufferPointer { buffer in
                let plane = LumaPlane(base: buffer.baseAddress!, width: 16, height: 16)
                return IndexReader.readLevel(plane, rect: plane.bounds)
            }
        }
    }
#endif
