#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    #if THREAD_SANITIZER
        import struct MultiPlayerKit.Mutex
    #else
        import Synchronization
    #endif

    extension ClipLibrary {
        /// Makes several clips at once: an encoder keeps only one processor busy.
        ///
        /// - Parameter withFacts: whether the facts about them are found as well.
        func make(_ clips: [IndexClip], withFacts: Bool = true) throws {
            let failures = Mutex<[any Error]>([])
            DispatchQueue.concurrentPerform(iterations: clips.count) { index in
                do {
                    _ = try url(for: clips[index])
                    if withFacts { _ = try facts(for: clips[index]) }
                } catch {
                    failures.withLock { $0.append(error) }
                }
            }
            if let failure = failures.withLock({ $0.first }) { throw failure }
        }
    }

    extension IndexClip {
        /// The clip in today's clothes, which are printed with their seed; a run with that seed dresses it alike.
        ///
        /// - Parameter fixed: the fields that the test is about, or on which its limits depend.
        func dressed(fixing fixed: Set<Wardrobe.Field> = []) -> IndexClip {
            let dressed = Wardrobe.today.dress(self, fixing: fixed)
            print("clip \(id) wears \(Wardrobe.today.description(of: dressed))")
            return dressed
        }

        /// ffprobe's facts about the file, with the exact times where the file rounds them to milliseconds or to ticks
        /// of its own.
        func facts() throws -> ClipFacts {
            var facts = try ClipLibrary.shared.facts(for: self)
            guard frameDurations.isEmpty else { return facts }
            let drawn = facts.timeStamps.indices.map { frameRate.time(ofFrame: $0) }
            let isRounded = zip(drawn, facts.timesFromFirst).allSatisfy {
                abs(($0 - $1).nanoseconds) <= 1_000_000
            }
            guard isRounded else { return facts }
            facts.timeBase = IndexClip.Ratio(1, frameRate.numerator)
            facts.timeStamps = facts.timeStamps.indices.map { $0 * frameRate.denominator }
            return facts
        }
    }

    extension Set<Wardrobe.Field> {
        /// The fields that decide how hard a clip is to decode. Tests in real time keep them: they do not judge codecs.
        static var load: Self { [.codec, .pixels, .gop, .size] }
        /// Those, and the field that decides how long a clip takes to open: a transport stream is copied first.
        static var opening: Self { load.union([.container]) }
    }
#endif
