#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit

    /// Transport and program streams are played from an indexed copy, unnoticed by the user.
    @Suite(.shared, .serialized, .timeLimit(.minutes(2)))
    struct IndexedCopyTests {
        static let kinds = Wardrobe.kinds.filter { [.ts, .mpegPS].contains($0.clip.container) }

        @Test(arguments: kinds)
        func `a copy has the frames of the original at their times`(kind: Wardrobe.Kind) throws {
            GStreamerRuntime.start()
            let source = MediaSource(url: try ClipLibrary.shared.url(for: kind.clip))
            let copy = try #require(try IndexedCopies.shared.copy(of: source)?.get())
            let wanted = try ClipLibrary.shared.facts(for: kind.clip).timesFromFirst
            let first = try #require(copy.times.first)
            #expect(copy.times.count == wanted.count)
            // Both count 90,000 to the second, and round to nanoseconds.
            #expect(zip(copy.times, wanted).allSatisfy { ($0 - first - $1).magnitude <= .nanoseconds(2) })
        }

        @Test func `all readers of a file share one copy, which is released with the last`() throws {
            GStreamerRuntime.start()
            let source = MediaSource(url: try ClipLibrary.shared.url(for: Self.kinds[0].clip))
            var one = try IndexedCopies.shared.copy(of: source)?.get()
            var other = try IndexedCopies.shared.copy(of: source)?.get()
            #expect(one != nil && one === other)
            weak let kept = one
            one = nil
            #expect(kept != nil)
            other = nil
            #expect(kept == nil)
        }

        @Test func `files that have an index are not copied`() throws {
            let clip = try #require(Wardrobe.kinds.first { $0.clip.container == .mkv }?.clip)
            #expect(IndexedCopies.shared.copy(of: MediaSource(url: try ClipLibrary.shared.url(for: clip))) == nil)
        }

        @Test func `a file that cannot be copied is reported by name, with a cure`() {
            let source = MediaSource(url: URL(fileURLWithPath: "/films/long.ts"))
            for refusal in [IndexedCopy.Refusal.tooLarge, .noRoom, .failed] {
                let error = ErrorTranslation(source: source).noIndex(refusal)
                #expect(error.code == .noIndex)
                #expect(error.subject == "long.ts")
                #expect(!error.cure.isEmpty)
            }
        }

        @Test func `pictures without a time stamp are placed by their number`() {
            var order = PictureOrder()
            let length = Duration.milliseconds(40)
            // I B B P B B of one group whose first frame has number 2, then the next group, which has no time stamp.
            let stored = [
                (2, true, 80), (0, false, nil), (1, false, nil), (5, false, nil), (3, false, nil), (4, false, nil),
            ]
            let times = stored.map { number, begins, stamp in
                order.time(
                    reference: number, beginsGroup: begins, stamp: stamp.map { .milliseconds($0) }, length: length)
            }
            #expect(times == [80, 0, 40, 200, 120, 160].map { .milliseconds($0) })
            #expect(
                order.time(reference: 2, beginsGroup: true, stamp: nil, length: length) == .milliseconds(320))
        }
    }
#endif
