#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// Every kind of footage is shown correctly, and sought, stepped and looped to the frame.
    @Suite(.shared, .serialized, .timeLimit(.minutes(20)))
    @MainActor
    struct FootageTests {
        /// Kinds that GStreamer (1.22) cannot play, and the error codes that the kit gives.
        nonisolated static let limits: [String: PlaybackError.Code] = [
            // Its demuxers give the decoder neither size nor tables.
            "Ut Video in AVI": .codecUnknown, "Ut Video in Matroska": .codecUnknown,
        ]

        /// `MPK_KINDS`: only kinds whose names contain it are tested; all by default.
        nonisolated static let chosen = ProcessInfo.processInfo.environment["MPK_KINDS"]

        private nonisolated static let isWriting = ProcessInfo.processInfo.environment["MPK_WRITE_FOOTAGE"] != nil

        /// One kind in three, others each day; all in the long form and to write the table.
        private nonisolated static var tried: [Wardrobe.Kind] {
            if let chosen { return Wardrobe.kinds.filter { $0.name.contains(chosen) } }
            guard !isWriting else { return Wardrobe.kinds }
            return TestRun.today(Wardrobe.kinds.count, oneIn: 3).map { Wardrobe.kinds[$0] }
        }

        /// Writes the table of `Documentation/Footage.md` with `MPK_WRITE_FOOTAGE=1`, and compares it otherwise.
        @Test func `every kind is shown, sought, stepped and looped to the frame`() async throws {
            var table = FootageTable()
            for kind in Self.tried {
                guard Self.limits[kind.name] == nil else {
                    table.add(kind.name, nil)
                    continue
                }
                var outcome = try await FootageTrial(kind.clip).run()
                let finding = try MediaProbe(source: MediaSource(url: ClipLibrary.shared.url(for: kind.clip))).run()
                if finding.losesLastFrame {
                    #expect(finding.limit?.code == .lastFrameLost)
                    outcome.forgive(frame: kind.clip.frameCount - 1)
                }
                let cost = outcome.cost.map { String(format: "%.1f ms a frame", $0) } ?? ""
                print("\(outcome.isGood ? "good" : "BAD ") \(kind.name) \(cost)")
                #expect(outcome.mistakes.isEmpty, "\(kind.name): \(outcome.mistakes.prefix(5))")
                table.add(kind.name, outcome)
            }
            guard Self.chosen == nil else { return }
            #expect(table.count >= (TestRun.isLong || Self.isWriting ? 40 : 13))
            if Self.isWriting { try table.write() }
            #expect(try table.isWritten(), "the table is out of date: write it with MPK_WRITE_FOOTAGE=1")
        }

        @Test(arguments: Wardrobe.kinds.filter { limits[$0.name] != nil })
        func `a kind that cannot be played says why`(kind: Wardrobe.Kind) async throws {
            let stage = try Stage(size: CGSize(width: 640, height: 360), pace: .unpaced)
            let group = PlaybackGroup(on: stage)
            let id = group.add(url: try ClipLibrary.shared.url(for: kind.clip))
            await #expect(throws: PlaybackError.self) { try await group.play() }
            for _ in 0..<500 where group.failures[id] == nil { try await Task.sleep(for: .milliseconds(2)) }
            let error = try #require(group.failures[id])
            #expect(error.code == Self.limits[kind.name])
            #expect(error.description.contains("ULH0"))
            #expect(error.cure.contains("convert"))
            stage.stop()
        }
    }
#endif
