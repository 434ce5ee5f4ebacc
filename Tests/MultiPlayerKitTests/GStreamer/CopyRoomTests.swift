#if canImport(CGStreamer)
    import Foundation
    import Testing

    @testable import MultiPlayerKit
    @testable import TestTools

    /// Which files are copied into one with an index, in virtual time.
    @Suite struct CopyRoomTests {
        private static let gigabyte: Int64 = 1_000_000_000

        @Test func `copies that are being made do not share their room with the next`() {
            // Three files of 3 GB, opened at the same moment, and room for two copies.
            let free = 8 * Self.gigabyte
            var others: Int64 = 0
            var made = 0
            for _ in 0..<3 where IndexedCopy.hasRoom(for: 3 * Self.gigabyte, free: free, others: others) {
                others += IndexedCopy.most(of: 3 * Self.gigabyte)
                made += 1
            }
            #expect(made == 2)
        }

        @Test func `what a copy has written is not counted twice`() {
            let most = IndexedCopy.most(of: 3 * Self.gigabyte)
            // Of 8 GB one copy has written all but 100 MB.
            let rest: Int64 = 100_000_000
            #expect(IndexedCopy.hasRoom(for: 3 * Self.gigabyte, free: 8 * Self.gigabyte - most + rest, others: rest))
        }

        @Test func `a file that could not be copied is left alone for a while`() {
            var failed = FailedCopies<String>()
            #expect(!failed.contains("a.ts", at: .at(0)))
            failed.note("a.ts", at: .at(0))
            // A kiosk opens it once a minute.
            let tries = (1...60).filter { minute in
                guard !failed.contains("a.ts", at: .at(Double(minute) * 60)) else { return false }
                failed.note("a.ts", at: .at(Double(minute) * 60))
                return true
            }
            #expect(tries == [10, 20, 30, 40, 50, 60])
            #expect(!failed.contains("b.ts", at: .at(3_600)))
        }
    }
#endif
