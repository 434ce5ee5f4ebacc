#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import TestTools

    /// Files whose packets are described in pieces that lie between the packets.
    @Suite(.shared, .serialized, .timeLimit(.minutes(5)))
    @MainActor
    struct FragmentTests {
        /// Each frame has its own fragment, and reads take long enough to be interrupted anywhere.
        @Test func `a seek that interrupts another leaves every frame in its place`() async throws {
            let clip = IndexClip(id: 3).with {
                ($0.width, $0.height) = (320, 180)
                ($0.frameCount, $0.gop) = (60, 1)
                $0.container = .fragmentedMP4
                $0.audio = IndexClip.Audio(longerBy: 100)
            }
            let facts = try clip.facts()
            let bytes = try SlowFile(ClipLibrary.shared.url(for: clip))
            let address = try #require(URL(string: "http://slow.invalid/clip.mp4"))
            let performance = try Performance(
                size: CGSize(width: 320, height: 180), pace: .unpaced, layout: .sideBySide)
            let (group, stage) = (performance.group, performance.stage)
            let member = group.add(source: MediaSource(url: address, cache: bytes))
            try await group.play()
            stage.advance(ticks: 1)
            group.pause()
            var random = SplitMix(seed: 20_783)
            func place() -> Duration { .milliseconds(Int.random(in: 0...1_900, using: &random)) }
            var wrong: [String] = []
            for round in 0..<100 {
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    group.scrub(to: place())
                    try await Task.sleep(for: .microseconds(Int.random(in: 0...8_000, using: &random)))
                }
                try await group.seek(to: place())
                for step in 0..<6 {
                    if step > 0 { group.step(by: 1) }
                    stage.advance(ticks: 1)
                    let tick = try #require(performance.reader.all.last)
                    let timeline = try #require(group.runner.lineup.entries.first?.timeline)
                    let time = timeline.position(at: tick.host).itemTime - timeline.bounds.start
                    let expected = facts.position(at: time).flatMap { facts.indices[$0] }
                    let seen = tick.tiles[member]?.index
                    if seen != expected { wrong.append("round \(round): \(seen as Any) for \(expected as Any)") }
                }
            }
            #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
            #expect(group.failures.isEmpty)
        }

        @Test func `only data offsets that are counted from the fragment are shifted`() {
            func number(_ value: UInt32) -> [UInt8] {
                (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
            }
            func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
                number(UInt32(content.count + 8)) + Array(name.utf8) + content
            }
            /// Two tracks, with the flags of their headers and runs, and the data offset that the runs state.
            func fragment(header: [UInt8], run: [UInt8], place: UInt32) -> [UInt8] {
                let track = box(
                    "traf", box("tfhd", header + number(1)) + box("trun", run + number(2) + number(place)))
                return box("moof", box("mfhd", number(0) + number(1)) + track + track)
            }
            func moved(_ bytes: [UInt8]) -> [UInt8] {
                var bytes = bytes
                mpk_shift_fragment(&bytes, gsize(bytes.count), 1_000)
                return bytes
            }
            let fromFragment: [UInt8] = [0, 2, 0, 0x20]
            let placed: [UInt8] = [0, 0, 2, 1]
            #expect(
                moved(fragment(header: fromFragment, run: placed, place: 200))
                    == fragment(header: fromFragment, run: placed, place: 1_200))
            for (header, run): ([UInt8], [UInt8]) in [
                ([0, 0, 0, 0x20], placed), ([0, 2, 0, 0x21], placed), (fromFragment, [0, 0, 2, 0]),
            ] {
                let bytes = fragment(header: header, run: run, place: 200)
                #expect(moved(bytes) == bytes)
            }
            let whole = fragment(header: fromFragment, run: placed, place: 200)
            for length in whole.indices { #expect(moved(Array(whole[..<length])).count == length) }
            for place in whole.indices {
                var torn = whole
                torn[place] = 0xFF
                #expect(moved(torn).count == torn.count)
            }
        }
    }

    /// Serves a file's bytes after a moment.
    private final class SlowFile: ByteSource {
        private let bytes: Data

        init(_ url: URL) throws { bytes = try Data(contentsOf: url) }

        func reader(of url: URL, priority: FetchPriority) -> any ByteReader { Reader(bytes) }
        func fetch(_ range: Range<Int64>, of url: URL, priority: FetchPriority) -> any ByteFetch { NoFetch() }

        /// Sendable because `condition` guards its state.
        private final class Reader: ByteReader, @unchecked Sendable {
            private let bytes: Data
            private let condition = NSCondition()
            private var cancellations = 0

            init(_ bytes: Data) { self.bytes = bytes }

            func readBlocking(_ range: Range<Int64>) throws -> Data {
                condition.lock()
                defer { condition.unlock() }
                let (before, end) = (cancellations, Date(timeIntervalSinceNow: 0.000_3))
                while cancellations == before, condition.wait(until: end) {}
                guard cancellations == before else { throw CancellationError() }
                let range = range.clamped(to: 0..<Int64(bytes.count))
                return bytes[Int(range.lowerBound)..<Int(range.upperBound)]
            }

            func lengthBlocking() throws -> Int64? { Int64(bytes.count) }
            func fileURLBlocking() -> URL? { nil }
            func bytesPresent(in range: Range<Int64>) -> Int64 { Int64(range.count) }

            func cancelReads() {
                condition.withLock {
                    cancellations += 1
                    condition.broadcast()
                }
            }

            func close() { cancelReads() }
        }
    }
#endif
