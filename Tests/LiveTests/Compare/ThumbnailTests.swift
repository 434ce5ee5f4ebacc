#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitCompare
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// Pictures for a time line, put on a stage and read back.
    @Suite(.serialized, .timeLimit(.minutes(10)))
    @MainActor
    struct ThumbnailTests {
        /// The frame that a picture shows, as a stage draws it.
        private func code(of picture: Picture) throws -> IndexCode? {
            let size = CGSize(width: 640, height: 480)
            let stage = try Stage(size: size, pace: .unpaced)
            defer { stage.stop() }
            let inner = CGRect(x: 40, y: 40, width: 560, height: 400)
            stage.thumbnail = StageThumbnail(picture, in: inner)
            stage.advance(ticks: 1)
            let shown = picture.format.displaySize
            let scale = min(inner.width / shown.width, inner.height / shown.height)
            func even(_ value: Double) -> Double { (value / 2).rounded(.down) * 2 }
            let (width, height) = (even(shown.width * scale), even(shown.height * scale))
            let last = try #require(stage.lastPicture)
            return last.withPlanes { planes in
                guard let base = planes.luma.bindMemory(to: UInt8.self).baseAddress else { return nil }
                let plane = LumaPlane(base: base, width: planes.width, height: planes.height, stride: planes.stride)
                return IndexReader.read(
                    plane,
                    rect: PictureRect(
                        x: even(inner.midX - width / 2), y: even(inner.maxY - height), width: width, height: height),
                    half: .either)
            } ?? nil
        }

        /// Clips in the clothes of the day.
        @Test(.shared, arguments: 0..<6)
        func `a key frame at or before the time, as the member has it`(number: Int) async throws {
            let clip = IndexClip.hard(id: number + 1).dressed(fixing: .load)
            let performance = try Performance(pace: .unpaced, layout: .sideBySide)
            let cast = try performance.add(clip, offset: .milliseconds(120 * number), speed: 0.75)
            let group = performance.group
            #expect(try await group.thumbnail(of: cast.id, at: .zero) == nil, "it is not open yet")
            performance.stage.advance(ticks: 1)
            let facts = try clip.facts()
            let info = try #require(group.snapshot.members.first?.info)
            var seen: Set<Duration> = []
            for part in [0.0, 0.3, 0.55, 0.8, 0.99] {
                let due = info.bounds.length * part
                let time = (due - .milliseconds(120 * number)) / 0.75
                guard let found = try await group.thumbnail(of: cast.id, at: max(time, .zero)) else {
                    Issue.record("no picture at \(time)")
                    continue
                }
                let place = try #require(facts.position(at: found.itemTime + .milliseconds(1)))
                let code = try code(of: found.picture)
                #expect(code == IndexCode(index: try #require(facts.indices[place]), clip: clip.id), "at \(due)")
                #expect(found.itemTime <= max(due, .milliseconds(120 * number)), "\(found.itemTime) for \(due)")
                seen.insert(found.itemTime)
            }
            print("\(clip): \(seen.sorted())")
        }

        @Test(.shared, arguments: [IndexClip.Container.mp4, .mkv])
        func `of a video of key frames only it is the frame that is due`(container: IndexClip.Container) async throws {
            let clip = IndexClip(id: 7).with {
                ($0.gop, $0.frameCount, $0.container) = (1, 60, container)
            }
            let performance = try Performance(pace: .unpaced, layout: .sideBySide)
            let cast = try performance.add(clip)
            performance.stage.advance(ticks: 1)
            let rate = try #require(performance.group.snapshot.members.first?.info?.frameRate)
            // Early and late in a frame.
            for (frame, part) in [(0, 0.8), (10, 0.0), (10, 0.45), (10, 0.55), (10, 0.95), (41, 0.5)] {
                let time = rate.time(ofFrame: Int64(frame)) + rate.frameDuration * part
                let found = try #require(try await performance.group.thumbnail(of: cast.id, at: time))
                let shown = Int(rate.frame(at: found.itemTime))
                #expect(try code(of: found.picture) == IndexCode(index: shown, clip: clip.id), "at \(time)")
                // The index of a Matroska file need not list every key frame.
                let earliest = container == .mkv ? frame - 1 : frame
                #expect((earliest...frame).contains(shown), "\(shown) for \(frame)")
            }
        }

        @Test(.shared) func `there is none without a decoder to spare, nor for who has gone`() async throws {
            let budget = DecoderBudget(limit: BudgetLimit(sessions: 1))
            let stage = try Stage(size: CGSize(width: 320, height: 180))
            let group = PlaybackGroup(on: stage, budget: budget)
            stage.show(group, layout: .sideBySide)
            stage.start()
            defer { stage.stop() }
            let url = try ClipLibrary.shared.url(for: .editListBFrames)
            let member = group.add(url: url, end: .loop)
            group.loops = true
            try await group.play()
            #expect(try await group.thumbnail(of: member, at: .zero) == nil, "it plays with the only decoder")
            let other = PlaybackGroup(on: try Stage(size: CGSize(width: 320, height: 180), pace: .unpaced))
            #expect(try await other.thumbnail(of: member, at: .zero) == nil)
        }

        @Test(.shared) func `a file that has gone is named`() async throws {
            let url = FileManager.default.temporaryDirectory.appending(path: "gone-\(UUID().uuidString).mp4")
            try FileManager.default.copyItem(at: ClipLibrary.shared.url(for: .editListBFrames), to: url)
            let stage = try Stage(size: CGSize(width: 320, height: 180), pace: .unpaced)
            let group = PlaybackGroup(on: stage)
            stage.show(group, layout: .sideBySide)
            let member = group.add(url: url)
            stage.advance(ticks: 1)
            try FileManager.default.removeItem(at: url)
            let error = await #expect(throws: PlaybackError.self) {
                try await group.thumbnail(of: member, at: .milliseconds(500))
            }
            #expect(error?.code == .sourceNotFound)
        }
    }
#endif
