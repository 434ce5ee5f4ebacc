import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitCache
@testable import TestTools

struct StoreIndexTests {
    static let index = StoreIndex(
        head: StoreIndex.Head(
            version: MediaVersion(etag: "\"a\"", lastModified: nil, length: 1_000_000), contentType: "video/mp4",
            dataName: "name"),
        records: [
            .run(StoreIndex.Run(start: 0, count: 65_536, sum: 1)),
            .run(StoreIndex.Run(start: 90_000, count: 7, sum: 2)),
            .length(1_000_000), .sealed(modifiedAt: 5),
        ])

    static func bytes() throws -> Data {
        try index.records.reduce(into: StoreIndex.bytes(of: index.head)) { $0.append(StoreIndex.bytes(of: $1)) }
    }

    @Test func `an index is read as it was written`() throws {
        let bytes = try Self.bytes()
        let (read, length) = try #require(StoreIndex.read(bytes))
        #expect(read == Self.index)
        #expect(length == bytes.count)
    }

    @Test func `an index that is cut anywhere is read up to its last whole record`() throws {
        let bytes = try Self.bytes()
        let head = try StoreIndex.bytes(of: Self.index.head).count
        for length in 0..<bytes.count {
            let read = StoreIndex.read(bytes.prefix(length))
            guard length >= head else {
                #expect(read == nil)
                continue
            }
            let whole = (length - head) / 32
            #expect(read?.index.records == Array(Self.index.records.prefix(whole)))
            #expect(read?.length == head + whole * 32)
        }
    }

    @Test func `an index with a flipped bit is read up to the record before it`() throws {
        let bytes = try Self.bytes()
        let head = try StoreIndex.bytes(of: Self.index.head).count
        for place in 0..<bytes.count * 8 {
            var broken = bytes
            broken[place / 8] ^= 1 << (place % 8)
            guard let read = StoreIndex.read(broken) else {
                #expect(place / 8 < head)
                continue
            }
            #expect(read.index.head == Self.index.head)
            #expect(read.index.records == Array(Self.index.records.prefix((place / 8 - head) / 32)))
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `garbage is read without a crash`(seed: UInt64) throws {
        var numbers = SplitMix(seed: seed)
        let bytes = try Self.bytes()
        for _ in 0..<200 {
            var garbage = Data(
                (0..<Int.random(in: 0..<200, using: &numbers)).map { _ in UInt8.random(in: 0...255, using: &numbers) })
            if Bool.random(using: &numbers) {
                garbage = bytes.prefix(Int.random(in: 0...24, using: &numbers)) + garbage
            }
            _ = StoreIndex.read(garbage)
        }
    }

    @Test func `a later run replaces the earlier ones that it overlaps`() {
        let run = { (start: Int64, count: Int, sum: UInt64) in StoreIndex.Run(start: start, count: count, sum: sum) }
        let table = RunTable([run(0, 10, 1), run(10, 10, 2), run(20, 10, 3), run(5, 10, 4)])
        #expect(table.runs == [run(5, 10, 4), run(20, 10, 3)])
        #expect(table.present.ranges == [5..<15, 20..<30])
        #expect(table.run(at: 14) == run(5, 10, 4))
        #expect(table.run(at: 15) == nil)
    }

    @Test func `the hash is SHA-256`() {
        // FIPS 180-4 examples.
        #expect(SHA256.hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(SHA256.hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            SHA256.hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
        #expect(
            SHA256.hex(String(repeating: "a", count: 1_000))
                == "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3")
    }

    @Test func `the checksum depends on every bit, the length and the salt`() {
        let bytes = Origin(seed: 1, length: 100).bytes(0..<100)
        let sum = { (bytes: [UInt8], salt: UInt64) in bytes.withUnsafeBytes { Checksum.of($0, salt: salt) } }
        var seen: Set = [sum(bytes, 0), sum(bytes, 1), sum(bytes + [0], 0), sum(Array(bytes.dropLast()), 0)]
        #expect(seen.count == 4)
        for place in 0..<800 {
            var broken = bytes
            broken[place / 8] ^= 1 << (place % 8)
            #expect(seen.insert(sum(broken, 0)).inserted)
        }
        #expect(sum([UInt8](repeating: 0, count: 64), 0) != sum([UInt8](repeating: 0, count: 72), 0))
    }

    @Test func `dates are read in the form that servers use, and in no other`() {
        #expect(HTTPDate.seconds("Thu, 01 Jan 1970 00:00:00 GMT") == 0)
        #expect(HTTPDate.seconds("Sun, 06 Nov 1994 08:49:37 GMT") == 784_111_777)
        #expect(HTTPDate.seconds("Thu, 29 Feb 2024 23:59:59 GMT") == 1_709_251_199)
        for other in [
            "", "now", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "0",
            "Sun, 06 Foo 1994 08:49:37 GMT",
        ] {
            #expect(HTTPDate.seconds(other) == nil)
        }
    }
}
