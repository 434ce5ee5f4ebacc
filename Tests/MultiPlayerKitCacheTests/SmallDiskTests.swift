#if os(Linux)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitCache
    @testable import TestTools

    /// A store whose disk is full. Only root can make such a disk.
    @Suite(.timeLimit(.minutes(10)), .enabled(if: SmallDisk.canBeMade))
    struct SmallDiskTests {
        private static let names = ["0a", "1b"].map { String(repeating: $0, count: 32) }

        /// Takes all of a resource, as far as it is not there, and closes it.
        ///
        /// - Returns: whether all of it is on the disk.
        private static func take(_ origin: Origin, as name: String, in folder: StoreFolder) throws -> Bool {
            let url = try #require(URL(string: "http://127.0.0.1/\(name)"))
            let copy = MediaCopy(id: 1, name: name, url: url, folder: folder)
            copy.answered(
                ResponseCheck.Acceptance(
                    start: 0, end: origin.length, manner: .ranged,
                    version: MediaVersion(etag: origin.etag, lastModified: nil, length: origin.length),
                    contentType: "video/mp4", hasCertainEnd: true))
            let taking = copy.take(Data(origin.bytes(0..<origin.length)), at: 0, from: 1) { _, _ in }
            #expect(taking == .taken)
            copy.flushAll { _, _ in }
            // What the disk did not take is in memory.
            let isHere = copy.state.withLock(\.isHere)
            #expect(isHere)
            let isStored = copy.checkAll { _, _ in }
            copy.seal()
            return isStored
        }

        @Test func `a full disk does not hold up a transfer while a guest reads the oldest resource`() throws {
            let disk = try SmallDisk(megabytes: 1)
            defer { disk.remove() }
            let owner = StoreFolder(disk.folder, limit: 1 << 30)
            #expect(try Self.take(Origin(seed: 1, length: 200_000), as: Self.names[0], in: owner))
            let guest = StoreFolder(disk.folder, limit: 1 << 30)
            let reader = try #require(try guest.use(Self.names[0]))
            #expect(try !Self.take(Origin(seed: 2, length: 2_000_000), as: Self.names[1], in: owner))
            #expect(owner.problem?.isFull == true)
            #expect(PosixFile.facts(of: reader.0.dataPath) != nil)
            withExtendedLifetime(reader) { guest.leave(Self.names[0]) }
        }

        @Test func `what is played again and again on a full disk is stored once there is room`() throws {
            let disk = try SmallDisk(megabytes: 1)
            defer { disk.remove() }
            let limit: Int64 = 3 << 20
            let owner = StoreFolder(disk.folder, limit: limit)
            let origin = Origin(seed: 1, length: 2_000_000)
            for _ in 0..<5 {
                #expect(try !Self.take(origin, as: Self.names[0], in: owner))
                #expect(owner.bytes <= 1 << 20, "more is counted than the disk holds")
            }
            try disk.resize(megabytes: 8)
            #expect(try Self.take(origin, as: Self.names[0], in: owner))
            #expect(owner.problem == nil && owner.bytes <= limit)
        }
    }
#endif
