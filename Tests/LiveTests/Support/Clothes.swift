#if canImport(CGStreamer)
    import MultiPlayerKitTestSupport

    extension IndexClip {
        /// The clip in today's clothes, which are printed. A run with the seed that is printed with them dresses alike.
        ///
        /// - Parameter fixed: what the test is about, or what its limits depend on.
        func dressed(fixing fixed: Set<Wardrobe.Field> = []) -> IndexClip {
            let dressed = Wardrobe.today.dress(self, fixing: fixed)
            print("clip \(id) wears \(Wardrobe.today.description(of: dressed))")
            return dressed
        }

        /// What ffprobe says of the file, with times as drawn where the file keeps whole milliseconds or ticks of its own.
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
        /// What decides how hard a clip is to decode: tests in real time keep it, for a codec is not what they judge.
        static var load: Self { [.codec, .pixels, .gop, .size] }
        /// And how long it takes to open: a transport stream is copied first.
        static var opening: Self { load.union([.container]) }
    }
#endif
