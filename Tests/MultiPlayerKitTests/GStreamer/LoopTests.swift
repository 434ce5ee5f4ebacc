#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit

    /// A loop shows every frame exactly once a turn, in order, on files as they come.
    @Suite(.serialized, .tags(.realMedia))
    struct LoopTests {
        static let clips: [IndexClip] = [
            .bFramesLateStart, .editListBFrames, .openGOP, .editListOneFrameIn, .editListEightSecondsIn, .openGOPCut,
            .openGOPCutBare, .audioLonger, .audioShorter, .singleFrame, .variableFrameRate, .film23976, .ntsc2997,
        ]

        @MainActor
        @Test(arguments: clips)
        func `every frame once a turn, counted against ffprobe`(clip: IndexClip) async throws {
            let url = try ClipLibrary.shared.url(for: clip)
            let facts = try ClipLibrary.shared.facts(for: clip)
            // 240 ticks a second see every frame of up to 60 a second, and frames of 20 ms several times.
            let stage = try Stage(size: CGSize(width: 320, height: 180), rate: FrameRate(240), pace: .unpaced)
            let group = PlaybackGroup(on: stage)
            stage.show(group, layout: .sideBySide)
            let member = group.add(url: url, end: .loop)
            let reader = try TileReader(stage)
            try await group.play()
            let turns = 6
            let info = try #require(group.snapshot.members.first?.info)
            let ticks = Int((info.bounds.length.seconds * 240 * Double(turns)).rounded(.up)) + 2
            stage.advance(ticks: ticks)
            let shown = reader.all.map { $0.tiles[member]?.index }
            #expect(!shown.contains(nil))
            let sequence = Self.withoutRepeats(shown.compactMap(\.self), single: facts.frameCount == 1)
            let expected = try facts.decodedIndices()
            #expect(info.frameRate == nil || facts.frameCount == expected.count)
            let wanted = (0..<turns).flatMap { _ in expected }
            #expect(Array(sequence.prefix(wanted.count)) == (facts.frameCount == 1 ? expected : wanted))
            #expect(group.snapshot.mixedTicks == 0)
        }

        private static func withoutRepeats(_ indices: [Int], single: Bool) -> [Int] {
            var result: [Int] = []
            for index in indices where result.last != index { result.append(index) }
            return result
        }
    }

    extension Tag {
        /// Decodes generated clips; takes seconds, and wants the machine for itself.
        @Tag static var realMedia: Tag
    }
#endif
