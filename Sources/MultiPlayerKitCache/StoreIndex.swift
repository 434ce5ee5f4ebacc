import Foundation
import MultiPlayerKit

/// What is on disk of a resource: a head that names its version, then one record for each run of bytes.
///
/// Records are only ever appended, each after its bytes were written, and each carries a checksum of itself and of the
/// bytes. Whatever a crash leaves behind is read up to the first record that does not add up.
struct StoreIndex: Equatable, Sendable {
    struct Head: Codable, Equatable, Sendable {
        var version: MediaVersion
        var contentType: String?
        /// The name of the file with the bytes.
        var dataName: String
    }

    /// Bytes that are written and checked as a unit.
    struct Run: Equatable, Sendable {
        var start: Int64
        var count: Int
        var sum: UInt64

        var range: Range<Int64> { start..<start + Int64(count) }
    }

    enum Record: Equatable, Sendable {
        case run(Run)
        /// The length, where only the end of the body revealed it.
        case length(Int64)
        /// All bytes are present, checked and synced to disk; the data file has not changed since if it was last
        /// modified at this time (nanoseconds since 1970).
        case sealed(modifiedAt: Int64)
    }

    var head: Head
    var records: [Record] = []

    /// Runs are no longer than this, so that checking one before the first read of it is quick.
    static let longestRun = 64 << 10

    private static let magic: UInt64 = 0x3130_5843_4b50_4d0a
    private static let recordLength = 32
    private static let longestHead = 8 << 10

    // MARK: Writing

    static func bytes(of head: Head) throws -> Data {
        let text = try JSONEncoder().encode(head)
        var data = Data()
        append(magic, to: &data)
        append(UInt64(text.count), to: &data)
        append(sum(of: text), to: &data)
        data.append(text)
        return data
    }

    static func bytes(of record: Record) -> Data {
        let words: [UInt64] =
            switch record {
            case .run(let run): [1 << 56 | UInt64(run.count), UInt64(bitPattern: run.start), run.sum]
            case .length(let length): [2 << 56, UInt64(bitPattern: length), 0]
            case .sealed(let modifiedAt): [3 << 56, UInt64(bitPattern: modifiedAt), 0]
            }
        var data = Data()
        for word in words { append(word, to: &data) }
        append(recordSum(words), to: &data)
        return data
    }

    // MARK: Reading

    /// - Returns: the index, and the length of the part that is valid; `nil` where not even the head is.
    static func read(_ data: Data) -> (index: StoreIndex, length: Int)? {
        let bytes = [UInt8](data)
        guard word(in: bytes, at: 0) == magic, let count = word(in: bytes, at: 8), count <= longestHead,
            let expected = word(in: bytes, at: 16), bytes.count >= 24 + Int(count)
        else { return nil }
        let text = Data(bytes[24..<24 + Int(count)])
        guard sum(of: text) == expected, let head = try? JSONDecoder().decode(Head.self, from: text) else { return nil }
        if let length = head.version.length, length < 0 { return nil }
        var index = StoreIndex(head: head)
        var position = 24 + Int(count)
        while position + recordLength <= bytes.count {
            let words = (0..<3).compactMap { word(in: bytes, at: position + 8 * $0) }
            guard word(in: bytes, at: position + 24) == recordSum(words), let record = record(words) else { break }
            index.records.append(record)
            position += recordLength
        }
        return (index, position)
    }

    private static func record(_ words: [UInt64]) -> Record? {
        let value = Int64(bitPattern: words[1])
        switch words[0] >> 56 {
        case 1:
            let count = words[0] & (1 << 56 - 1)
            guard value >= 0, (1...UInt64(longestRun)).contains(count), value <= Int64.max - Int64(longestRun) else {
                return nil
            }
            return .run(Run(start: value, count: Int(count), sum: words[2]))
        case 2: return value >= 0 ? .length(value) : nil
        case 3: return .sealed(modifiedAt: value)
        default: return nil
        }
    }

    private static func append(_ word: UInt64, to data: inout Data) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) { data.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }

    private static func word(in bytes: [UInt8], at position: Int) -> UInt64? {
        guard position + 8 <= bytes.count else { return nil }
        return (0..<8).reduce(0) { $0 | UInt64(bytes[position + $1]) << UInt64(8 * $1) }
    }

    private static func sum(of text: Data) -> UInt64 { text.withUnsafeBytes { Checksum.of($0, salt: magic) } }

    private static func recordSum(_ words: [UInt64]) -> UInt64 {
        var sum = Checksum(salt: magic)
        for word in words { sum.add(word) }
        return sum.value
    }
}

/// The runs of bytes that are on disk, sorted by position.
struct RunTable: Sendable {
    private(set) var runs: [StoreIndex.Run] = []
    /// The bytes that the runs cover.
    private(set) var present = ByteRangeSet()

    init() {}

    /// - Parameter runs: in the order in which they were written: a later one replaces those that it overlaps.
    init(_ runs: [StoreIndex.Run]) {
        // They rarely overlap, so they are sorted once instead of with each insertion.
        let sorted = runs.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
        let isApart = zip(sorted, sorted.dropFirst()).allSatisfy { $0.element.range.upperBound <= $1.element.start }
        guard isApart else {
            for run in runs { insert(run) }
            return
        }
        self.runs = sorted.map(\.element)
        for run in self.runs { present.insert(run.range) }
    }

    mutating func insert(_ run: StoreIndex.Run) {
        let first = firstIndex { $0.range.upperBound > run.start }
        var last = first
        while last < runs.count, runs[last].start < run.range.upperBound {
            present.remove(runs[last].range)
            last += 1
        }
        runs.replaceSubrange(first..<last, with: CollectionOfOne(run))
        present.insert(run.range)
    }

    mutating func remove(_ run: StoreIndex.Run) {
        guard let found = self.run(at: run.start), found == run else { return }
        runs.remove(at: firstIndex { $0.range.upperBound > run.start })
        present.remove(run.range)
    }

    func run(at offset: Int64) -> StoreIndex.Run? {
        let index = firstIndex { $0.range.upperBound > offset }
        return index < runs.count && runs[index].start <= offset ? runs[index] : nil
    }

    private func firstIndex(where holds: (StoreIndex.Run) -> Bool) -> Int {
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if holds(runs[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
