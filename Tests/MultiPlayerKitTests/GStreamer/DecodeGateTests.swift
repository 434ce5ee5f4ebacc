#if canImport(CGStreamer)
    import Testing

    @testable import MultiPlayerKit
    @testable import TestTools

    /// Which decoder goes next, mostly in virtual time.
    @Suite struct DecodeGateTests {
        private typealias Urgency = DecodeGate.Urgency

        private static func normal(_ due: Double) -> Urgency { Urgency(priority: .normal, due: .at(due)) }

        /// The gate with its one place taken.
        private let gate = {
            let gate = DecodeGate(slots: 1)
            #expect(gate.request(DecodeGate.Pass(), normal(0), at: .at(0)))
            return gate
        }()

        @Test func `the decoder whose frame is due first goes first`() {
            let (late, early) = (DecodeGate.Pass(), DecodeGate.Pass())
            #expect(!gate.request(late, Self.normal(0.3), at: .at(0)))
            #expect(!gate.request(early, Self.normal(0.2), at: .at(0)))
            gate.leave(wasKept: false, at: .at(0.1))
            #expect(early.isGranted && !late.isGranted)
            gate.leave(wasKept: false, at: .at(0.1))
            #expect(late.isGranted)
        }

        @Test func `a waiting decoder is not overtaken for ever by those with fewer frames ahead`() {
            let patient = DecodeGate.Pass()
            #expect(!gate.request(patient, Self.normal(0.13), at: .at(0)))
            var turns = 0
            // Each other decoder has no frames ahead, and comes as the one before it leaves.
            for time in stride(from: 0.0, to: 1, by: 0.01) where !patient.isGranted {
                #expect(!gate.request(DecodeGate.Pass(), Self.normal(time), at: .at(time)))
                gate.leave(wasKept: false, at: .at(time))
                turns += 1
            }
            #expect(patient.isGranted)
            #expect(turns <= 15, "\(turns) went before it")
        }

        @Test func `a focused decoder goes first, beside it only decoders that are nearly due`() async throws {
            let (focused, near, far) = (DecodeGate.Pass(), DecodeGate.Pass(), DecodeGate.Pass())
            let gate = DecodeGate(slots: 3)
            gate.keep()
            let now = HostTime.now
            #expect(gate.request(near, Urgency(priority: .normal, due: now.advanced(by: .milliseconds(90))), at: now))
            #expect(gate.request(focused, Urgency(priority: .focused, due: now.advanced(by: .seconds(9))), at: now))
            // No decoder leaves, so this one is admitted only because it becomes nearly due.
            #expect(!gate.request(far, Urgency(priority: .normal, due: now.advanced(by: .milliseconds(300))), at: now))
            #expect(!far.isGranted)
            for _ in 0..<100 where !far.isGranted { try await Task.sleep(for: .milliseconds(50)) }
            #expect(far.isGranted)
            #expect(now.duration(to: .now) >= .milliseconds(200))
        }

        @Test func `the others wait while a decoder opens in a hurry, and no longer`() async throws {
            let (gate, far) = (DecodeGate(slots: 2), DecodeGate.Pass())
            gate.hurry()
            #expect(!gate.request(far, Urgency(priority: .normal, due: .now.advanced(by: .seconds(60)))))
            for _ in 0..<100 where !far.isGranted { try await Task.sleep(for: .milliseconds(50)) }
            #expect(far.isGranted)
        }

        @Test func `a waiting decoder that becomes more urgent goes before the others`() {
            let (seen, other) = (DecodeGate.Pass(), DecodeGate.Pass())
            #expect(!gate.request(seen, Self.normal(0.4), at: .at(0)))
            #expect(!gate.request(other, Self.normal(0.3), at: .at(0)))
            gate.change(seen, to: Self.normal(0.1), at: .at(0))
            gate.leave(wasKept: false, at: .at(0))
            #expect(seen.isGranted && !other.isGranted)
            // A decoder that was admitted has no request left to change.
            gate.change(seen, to: Self.normal(0), at: .at(0))
            gate.leave(wasKept: false, at: .at(0))
            #expect(other.isGranted)
        }

        @Test func `a cancelled request frees no slot and gets none`() {
            let (gone, next) = (DecodeGate.Pass(), DecodeGate.Pass())
            #expect(!gate.request(gone, Self.normal(0.1), at: .at(0)))
            #expect(!gate.request(next, Self.normal(0.2), at: .at(0)))
            gate.cancel(gone)
            #expect(!gone.wait())
            gate.leave(wasKept: false, at: .at(0))
            #expect(next.isGranted)
        }
    }
#endif
