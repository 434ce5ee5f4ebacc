#if canImport(CGStreamer)
    import Foundation
    import Testing

    @testable import MultiPlayerKit
    @testable import TestTools

    /// How long a probe waits, and what it says when it has waited long enough.
    @Suite struct ProbePatienceTests {
        private let time = ReadingTime(from: .at(10), patience: .seconds(2), longest: .seconds(8))

        @Test func `packets that keep coming are read for so long only`() {
            // One packet a millisecond, none of which is of a frame that is shown.
            var last = ReadingTime.Verdict.goOn
            var taken = 0
            while last == .goOn, taken < 100_000 {
                taken += 1
                last = time.verdict(shown: 0, at: .at(10 + Double(taken) / 1_000))
            }
            #expect(last == .nothingShown && taken == 8_001)
        }

        @Test func `what has been shown by then is enough`() {
            #expect(time.verdict(shown: 3, at: .at(18)) == .goOn)
            #expect(time.verdict(shown: 3, at: .at(18.001)) == .enough)
        }

        @Test func `without packets the wait ends sooner`() {
            #expect(!time.isIdleTooLong(at: .at(12)))
            #expect(time.isIdleTooLong(at: .at(12.001)))
        }

        @Test func `a parser that was not done in time has not said that a picture is too large`() {
            #expect(FirstPicture.size(mustTell: true, isTold: false, hasEnded: false) == .late)
            #expect(FirstPicture.size(mustTell: true, isTold: false, hasEnded: true) == .hidden)
            for hasEnded in [true, false] {
                #expect(FirstPicture.size(mustTell: true, isTold: true, hasEnded: hasEnded) == .known)
                #expect(FirstPicture.size(mustTell: false, isTold: false, hasEnded: hasEnded) == .known)
            }
        }

        @Test func `a probe that ran out of time says so`() {
            let translation = ErrorTranslation(source: MediaSource(url: URL(filePath: "/films/long.mp4")))
            for error in [translation.nothingShown(.seconds(8)), translation.pictureLate(FirstPicture.patience)] {
                #expect(error.code == .prerollTimedOut && error.subject == "long.mp4")
                #expect(error.reason.contains(" s") && !error.cure.isEmpty)
            }
        }
    }
#endif
