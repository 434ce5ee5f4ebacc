import Foundation
import MultiPlayerKit
import Synchronization

/// The two files of one version of one resource: its bytes, each at its own offset, and the index of those present.
///
/// Any thread may read and write; writers ensure that no two write the same range.
final class StoredMedia: Sendable {
    let dataPath: String
    let head: StoreIndex.Head
    private let data: PosixFile
    private let index: PosixFile
    /// Where the next record goes.
    private let indexEnd: Mutex<Int64>

    /// What was on disk when it was opened.
    struct Contents {
        var runs: [StoreIndex.Run] = []
        var length: Int64?
        /// All bytes are present, and none need to be checked again.
        var isSealed = false
    }

    private init(dataPath: String, head: StoreIndex.Head, data: PosixFile, index: PosixFile, indexEnd: Int64) {
        (self.dataPath, self.head, self.data, self.index) = (dataPath, head, data, index)
        self.indexEnd = Mutex(indexEnd)
    }

    /// Creates an empty version; any other under this name is gone afterwards.
    static func create(indexPath: String, folder: String, head: StoreIndex.Head) throws -> StoredMedia {
        let dataPath = folder + "/" + head.dataName
        let data = try PosixFile(dataPath, writes: true, creates: true)
        let fresh = indexPath + StoreName.freshEnding
        do {
            let text = try StoreIndex.bytes(of: head)
            try PosixFile.remove(fresh)
            let index = try PosixFile(fresh, writes: true, creates: true)
            try text.withUnsafeBytes { try index.write($0, at: 0) }
            // The name appears with the whole head behind it, or not at all.
            try PosixFile.rename(fresh, to: indexPath)
            return StoredMedia(dataPath: dataPath, head: head, data: data, index: index, indexEnd: Int64(text.count))
        } catch {
            // On a full disk this happens with every attempt, each of which names its file anew.
            try? PosixFile.remove(fresh)
            try? PosixFile.remove(dataPath)
            throw error
        }
    }

    /// - Parameter writes: `false`: both files stay as they are.
    /// - Returns: `nil` where nothing usable is stored.
    /// - Throws: `PosixError` where that cannot be told: a process that is short of descriptors cannot open a file that
    ///   is in order.
    static func open(indexPath: String, folder: String, writes: Bool) throws -> (StoredMedia, Contents)? {
        guard let index = try PosixFile.existing(indexPath, writes: writes) else { return nil }
        let size = try index.facts().size
        guard size <= Self.longestIndex else { return nil }
        var text = Data(count: Int(size))
        guard try text.withUnsafeMutableBytes({ try index.read(into: $0, at: 0) }),
            let (read, length) = StoreIndex.read(text), StoreName.isData(read.head.dataName)
        else { return nil }
        let dataPath = folder + "/" + read.head.dataName
        guard let data = try PosixFile.existing(dataPath, writes: writes) else { return nil }
        let facts = try data.facts()
        var contents = Contents(length: read.head.version.length)
        for record in read.records {
            switch record {
            // A record of bytes past the end of the data file is left over from a power failure.
            case .run(let run): if run.range.upperBound <= facts.size { contents.runs.append(run) }
            case .length(let length): contents.length = length
            case .sealed(let modifiedAt):
                contents.isSealed = modifiedAt == facts.modifiedAt && contents.length == facts.size
            }
        }
        let stored = StoredMedia(
            dataPath: dataPath, head: read.head, data: data, index: index, indexEnd: Int64(length))
        return (stored, contents)
    }

    /// 64 MiB of records are 128 GiB of bytes.
    private static let longestIndex: Int64 = 64 << 20

    /// Prevents other processes from deleting it for as long as it is open. Never waits.
    func protect() -> Bool { data.lock(exclusively: false) }

    /// Writes bytes, then the record that vouches for them.
    func write(_ bytes: Data, at start: Int64) throws -> StoreIndex.Run {
        let run = StoreIndex.Run(start: start, count: bytes.count, sum: Self.sum(of: bytes, at: start))
        try bytes.withUnsafeBytes { try data.write($0, at: start) }
        try append(.run(run))
        return run
    }

    func append(_ record: StoreIndex.Record) throws {
        let text = StoreIndex.bytes(of: record)
        try indexEnd.withLock { end in
            try text.withUnsafeBytes { try index.write($0, at: end) }
            end += Int64(text.count)
        }
    }

    /// Syncs all bytes to disk and notes that they need no more checks. Call it after all are written and checked.
    func seal() throws {
        try data.sync()
        try append(.sealed(modifiedAt: try data.facts().modifiedAt))
    }

    /// `nil` where the file is too short.
    func read(_ range: Range<Int64>) throws -> Data? {
        var bytes = Data(count: Int(range.upperBound - range.lowerBound))
        return try bytes.withUnsafeMutableBytes { try data.read(into: $0, at: range.lowerBound) } ? bytes : nil
    }

    /// The bytes of a run, if they are those that were written.
    func check(_ run: StoreIndex.Run) -> Data? {
        guard let bytes = try? read(run.range), Self.sum(of: bytes, at: run.start) == run.sum else { return nil }
        return bytes
    }

    /// Notes that the resource is used now.
    func touch() { index.touch() }

    private static func sum(of bytes: Data, at start: Int64) -> UInt64 {
        bytes.withUnsafeBytes { Checksum.of($0, salt: UInt64(bitPattern: start)) }
    }
}
