#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitCompare
    import Testing

    @testable import TestTools

    /// Takes that were made of one scene, and what is found of how they lie.
    @Suite(.serialized, .timeLimit(.minutes(120)))
    @MainActor
    struct AlignmentTests {
        /// How far an answer is from how two takes were made.
        private struct Judgement {
            var text: String
            var isRight: Bool
            /// The processor time of the search, as a share of the shorter take's length; nil without an answer.
            var cost: Double?
        }

        /// What a search may cost on one core, as a share of the media's time.
        private static let allowance = 0.02

        private func alignment(of pair: TakePair, with reference: TakePair, in folder: URL) -> VideoAlignment {
            VideoAlignment(
                of: MediaSource(url: pair.urls(in: folder).other),
                with: MediaSource(url: reference.urls(in: folder).reference))
        }

        /// Right is what is within half a frame of the faster take, from the beginning to the end of what both saw.
        private func judge(_ pair: TakePair, in folder: URL) async throws -> Judgement {
            let found: AlignmentResult
            let cost: Double
            do {
                let search = alignment(of: pair, with: pair, in: folder)
                let length = min(pair.reference.length, pair.other.length)
                (found, cost) = try await QuietMachine.run(
                    until: { !TestRun.isLong || $0.1 <= Self.allowance }, always: { _ in }
                ) {
                    let before = FootageTrial.processorTime
                    let found = try await search.run()
                    return (found, (FootageTrial.processorTime - before) / length)
                }
            } catch PlaybackError.Code.notAlignable {
                return Judgement(text: "pair \(pair): no answer", isRight: false)
            }
            let (truth, shared) = (pair.other.map(onto: pair.reference), pair.other.overlap(with: pair.reference))
            let errors = [shared.lowerBound, shared.upperBound].map {
                found.offset.seconds + found.speed * $0 - truth.offset - truth.speed * $0
            }
            let error = errors.map(abs).max() ?? 0
            let text = String(
                format: "pair %@: by %@, %.2f ms off, confidence %.2f, for %.2f %% of the media's time", "\(pair)",
                "\(found.evidence)", error * 1_000, found.confidence, cost * 100)
            return Judgement(
                text: text, isRight: error <= 0.5 / Double(max(pair.reference.rate, pair.other.rate)), cost: cost)
        }

        @Test(.shared) func `takes of one event are in step to half a frame, and of two events never`() async throws {
            // Both silent, one silent, all codecs and containers.
            let numbers = TestRun.isLong ? Array(0..<200) : [0, 2, 6, 7, 13]
            let scratch = try ScratchFolder()
            defer { scratch.remove() }
            var judgements: [Judgement] = []
            var (refused, last) = (0, nil as TakePair?)
            for number in numbers {
                let pair = TakePair(number: number)
                try pair.make(in: scratch.url)
                let judgement = try await judge(pair, in: scratch.url)
                print(judgement.isRight ? judgement.text : "WRONG: \(judgement.text)")
                judgements.append(judgement)
                if let last {
                    do {
                        let found = try await alignment(of: pair, with: last, in: scratch.url).run()
                        Issue.record("\(pair) and \(last) are of two events: \(found)")
                    } catch PlaybackError.Code.notAlignable {
                        refused += 1
                    }
                    for url in [last.urls(in: scratch.url).reference, last.urls(in: scratch.url).other] {
                        try FileManager.default.removeItem(at: url)
                    }
                }
                last = pair
            }
            let right = judgements.count(where: \.isRight)
            print("\(right) of \(numbers.count) pairs are right; \(refused) pairs of two events were refused")
            #expect(Double(right) >= 0.99 * Double(numbers.count))
            #expect(refused == numbers.count - 1)
            // The short form runs beside other tests, and leaves the time to the test below.
            if TestRun.isLong {
                let costs = judgements.compactMap(\.cost).sorted()
                let text = costs.map { String(format: "%.2f", $0 * 100) }.joined(separator: ", ")
                print("searched for \(text) % of the media's time")
                #expect(costs.allSatisfy { $0 <= Self.allowance })
            }
        }

        @Test(.shared) func `bars that repeat exactly give no answer`() async throws {
            let scratch = try ScratchFolder()
            defer { scratch.remove() }
            var pair = TakePair(number: 2)
            pair.sound = .loop
            // Seen from sides that have nothing in common.
            pair.reference.crop = CGRect(x: 0, y: 0, width: 160, height: 120)
            pair.other.crop = CGRect(x: 320, y: 150, width: 160, height: 120)
            try pair.make(in: scratch.url)
            await #expect(throws: PlaybackError.self) {
                try await alignment(of: pair, with: pair, in: scratch.url).run()
            }
        }

        @Test(.shared) func `what cannot be aligned is refused by name, and a cancelled search ends`() async throws {
            let scratch = try ScratchFolder()
            defer { scratch.remove() }
            var pair = TakePair(number: 4)
            (pair.reference.hasSound, pair.reference.length, pair.other.length) = (false, 10, 10)
            // Begins when the other is over.
            pair.other.start = 50
            try pair.make(in: scratch.url)
            let together = alignment(of: pair, with: pair, in: scratch.url)
            let error = await #expect(throws: PlaybackError.self) { try await together.run() }
            #expect(error?.code == .notAlignable)
            let text = "\(String(describing: error))"
            #expect(text.contains("4-other") && text.contains("4-reference") && text.contains("by hand"), "\(text)")
            let missing = VideoAlignment(
                of: MediaSource(url: URL(filePath: "/nonexistent.mp4")), with: together.reference)
            let absence = await #expect(throws: PlaybackError.self) { try await missing.run() }
            #expect(absence?.code == .sourceNotFound)
            let cancelled = Task { try await together.run() }
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.value }
        }

        @Test(.alone) func `aligning takes at most two percent of the media's time on one core`() async throws {
            let scratch = try ScratchFolder()
            defer { scratch.remove() }
            // By sound, by sound in Opus, and by pictures.
            for number in [2, 4, 0] {
                let pair = TakePair(number: number)
                try pair.make(in: scratch.url)
                let alignment = alignment(of: pair, with: pair, in: scratch.url)
                let length = min(pair.reference.length, pair.other.length)
                let share = try await QuietMachine.run(
                    until: { (share: Double) in share <= Self.allowance }, always: { _ in }
                ) {
                    let before = FootageTrial.processorTime
                    _ = try await alignment.run()
                    return (FootageTrial.processorTime - before) / length
                }
                print("pair \(pair): \(share * 100) % of \(length) s")
                #expect(share <= Self.allowance)
            }
        }
    }
#endif
