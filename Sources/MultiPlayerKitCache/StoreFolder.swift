import Foundation
import MultiPlayerKit
import Synchronization

/// The folder of a cache: who may write there, what is in it, and how much.
///
/// One process owns it, by a lock that ends with the process. Others read complete resources and write nothing. Methods
/// access the disk and may be called from any thread.
final class StoreFolder: Sendable {
    enum Standing: Sendable {
        case unopened
        case owner
        /// Another process owns it.
        case guest
        /// Unusable since then; checked again later, to find a disk that comes late or a folder that was repaired.
        case unusable(PosixError, since: HostTime)
    }

    private struct Entry {
        /// The size on disk of both files.
        var bytes: Int64
        var usedAt: Int64
        var users = 0
        /// To be removed when nobody uses it any more.
        var isDoomed = false
        var dataPath: String?
        /// Why what is stored of it could not be opened; its users store nothing.
        var problem: PosixError?
    }

    private struct State {
        var standing = Standing.unopened
        var lock: PosixFile?
        var entries: [String: Entry] = [:]
        /// Counts up with each use, starting after the times of earlier processes.
        var clock: Int64 = 0
        var problem: PosixError?

        var bytes: Int64 { entries.values.reduce(0) { $0 + $1.bytes } }
        var isOwner: Bool { if case .owner = standing { true } else { false } }
    }

    private let path: String
    private let limit: Int64
    private let pause: Duration
    private let state = Mutex(State())

    /// - Parameters:
    ///   - limit: the most bytes on disk for the whole folder.
    ///   - pause: a folder that cannot be used is checked again after this; a check takes well under a millisecond.
    init(_ directory: URL, limit: Int64, pause: Duration = .seconds(10)) {
        path = directory.path
        (self.limit, self.pause) = (limit, pause)
    }

    /// What currently prevents storing anything.
    var problem: PosixError? {
        state.withLock { state in
            if case .unusable(let error, _) = state.standing { return error }
            return state.problem ?? state.entries.values.lazy.compactMap(\.problem).first
        }
    }

    /// Opens the folder now, if that has not happened yet.
    func open() { state.withLock { open(&$0) } }

    /// The bytes on disk now.
    var bytes: Int64 { state.withLock(\.bytes) }

    // MARK: One resource

    /// Opens what is stored of a resource; every call, even one that throws, must be balanced by one of `leave`.
    ///
    /// - Returns: `nil` if nothing usable is stored.
    /// - Throws: `PosixError` if that cannot be told. Whatever is stored stays.
    func use(_ name: String) throws -> (StoredMedia, StoredMedia.Contents)? {
        try state.withLock { state in
            open(&state)
            // A guest counts too: it may become the owner before it leaves.
            state.entries[name, default: Entry(bytes: 0, usedAt: 0)].users += 1
            let isOwner = state.isOwner
            let opened: (StoredMedia, StoredMedia.Contents)?
            do {
                opened = try StoredMedia.open(indexPath: indexPath(name), folder: path, writes: isOwner)
                state.entries[name]?.problem = nil
            } catch let error as PosixError {
                state.entries[name]?.problem = error
                throw error
            }
            guard let found = opened else {
                // Whatever is there is unusable.
                if isOwner { erase(name, &state) }
                return nil
            }
            if isOwner {
                found.0.touch()
                state.clock += 1
                state.entries[name]?.usedAt = state.clock
                state.entries[name]?.dataPath = found.0.dataPath
                return found
            }
            // The owner may still be writing it, or delete it before it is protected.
            guard found.1.isSealed, found.0.protect(), PosixFile.facts(of: found.0.dataPath) != nil else { return nil }
            return found
        }
    }

    func leave(_ name: String) {
        state.withLock { state in
            guard var entry = state.entries[name], entry.users > 0 else { return }
            entry.users -= 1
            guard state.isOwner else {
                state.entries[name] = entry.users > 0 ? entry : nil
                return
            }
            state.clock += 1
            entry.usedAt = state.clock
            if entry.users == 0 { entry.problem = nil }
            state.entries[name] = entry
            guard entry.users == 0, entry.isDoomed || entry.bytes == 0 else { return }
            erase(name, &state)
            state.entries[name] = nil
        }
    }

    /// Creates a version of a resource that is in use, and replaces any other.
    func create(_ name: String, version: MediaVersion, contentType: String?, ending: String) throws -> StoredMedia {
        try state.withLock { state in
            open(&state)
            switch state.standing {
            case .owner: break
            case .unusable(let error, _): throw error
            case .guest, .unopened: throw PosixError("lock", EWOULDBLOCK)
            }
            erase(name, &state)
            guard makeRoom(for: 2 * Self.page, &state) else { throw PosixError("make room", ENOSPC) }
            let nonce = String(UInt64.random(in: .min ... .max), radix: 16)
            let head = StoreIndex.Head(
                version: version, contentType: contentType,
                dataName: StoreName.data(of: name, nonce: nonce, ending: ending))
            do {
                let stored = try StoredMedia.create(indexPath: indexPath(name), folder: path, head: head)
                state.entries[name]?.bytes = Self.page
                state.entries[name]?.isDoomed = false
                state.entries[name]?.dataPath = stored.dataPath
                state.problem = nil
                return stored
            } catch let error as PosixError {
                state.problem = error
                throw error
            }
        }
    }

    /// Deletes the stored version; open files stay readable to those who have them open.
    func discard(_ name: String) {
        state.withLock { state in
            guard state.isOwner else { return }
            erase(name, &state)
        }
    }

    /// Makes room for a range of a resource that is in use, and counts it as written.
    func reserve(_ range: Range<Int64>, of name: String) -> Bool {
        state.withLock { state in
            let cost = Self.cost(of: range)
            guard makeRoom(for: cost, &state) else { return false }
            state.entries[name]?.bytes += cost
            return true
        }
    }

    /// Takes back what `reserve` counted of a range that was not written after all.
    func giveBack(_ range: Range<Int64>, of name: String) {
        state.withLock { $0.entries[name]?.bytes -= Self.cost(of: range) }
    }

    /// The pages that the range touches, and its record.
    private static func cost(of range: Range<Int64>) -> Int64 {
        let pages = (range.upperBound + page - 1) / page - range.lowerBound / page
        return pages * page + 32
    }

    /// Notes that the disk refused; if it is full, deletes the resource that was used least recently, of those that
    /// nobody uses.
    ///
    /// - Returns: whether one was deleted, so that trying again makes sense.
    func refused(_ error: PosixError) -> Bool {
        state.withLock { state in
            state.problem = error
            guard error.isFull else { return false }
            let idle = EvictionPlan.idle(of: entries(state)).filter { $0.bytes > 0 }
            return idle.contains { throwAway($0.name, &state) }
        }
    }

    func succeeded() { state.withLock { $0.problem = nil } }

    // MARK: All

    /// Deletes a resource now, or once nobody uses it any more; from now on it is not found again.
    func remove(_ name: String) {
        state.withLock { state in
            open(&state)
            guard state.isOwner, let entry = state.entries[name] else { return }
            if entry.users == 0 {
                throwAway(name, &state)
            } else {
                state.entries[name]?.isDoomed = true
                try? PosixFile.remove(indexPath(name))
            }
        }
    }

    func removeAll() {
        let names = state.withLock { state in
            open(&state)
            return Array(state.entries.keys)
        }
        for name in names { remove(name) }
    }

    // MARK: Inside

    private static let page: Int64 = 4_096

    private func indexPath(_ name: String) -> String { "\(path)/\(StoreName.index(of: name))" }

    private func open(_ state: inout State) {
        switch state.standing {
        case .owner: return
        case .unusable(_, let since) where since.duration(to: .now) < pause: return
        case .unopened, .guest, .unusable: break
        }
        do {
            try FileManager.default.createDirectory(
                at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
            try StoreClaim.take(path)
            let lock = try PosixFile(path + "/" + StoreName.lock, writes: true, creates: true)
            guard lock.lock(exclusively: true) else {
                state.standing = .guest
                return
            }
            try takeStock(&state)
            state.lock = lock
            state.standing = .owner
            // An older limit may have been larger.
            for entry in EvictionPlan.idle(of: entries(state)) where state.bytes > limit {
                throwAway(entry.name, &state)
            }
        } catch let error as PosixError {
            state.standing = .unusable(error, since: .now)
        } catch {
            state.standing = .unusable(PosixError("make folder", EACCES), since: .now)
        }
    }

    /// Takes stock of the folder, and removes files of this cache that nothing needs any more.
    ///
    /// - Throws: `PosixError` if the folder or an index cannot be read, so that what is needed is not known.
    private func takeStock(_ state: inout State) throws {
        let names = try fileNames()
        var entries = state.entries
        let indexes = Set(names.filter(StoreName.isIndex).map { String($0.prefix(64)) })
        for name in indexes {
            let used = PosixFile.facts(of: indexPath(name))
            // Readers that opened it before this process owned the folder stay counted.
            entries[name, default: Entry(bytes: 0, usedAt: 0)].bytes = used?.bytesOnDisk ?? 0
            entries[name]?.usedAt = used?.modifiedAt ?? 0
        }
        var counts: [String: Int] = [:]
        for file in names where StoreName.isData(file) { counts[String(file.prefix(64)), default: 0] += 1 }
        for file in names where StoreName.isData(file) || StoreName.isFreshIndex(file) {
            let name = String(file.prefix(64))
            let facts = PosixFile.facts(of: path + "/" + file)
            // Two data files of one resource: a crash while one replaced the other. The index tells which one counts.
            let belongs =
                try indexes.contains(name) && StoreName.isData(file)
                && (counts[name] == 1 || dataName(of: name) == file)
            if belongs {
                entries[name]?.bytes += facts?.bytesOnDisk ?? 0
                entries[name]?.dataPath = path + "/" + file
            } else {
                try? PosixFile.remove(path + "/" + file)
            }
        }
        state.entries = entries
        state.clock = max(entries.values.map(\.usedAt).max() ?? 0, Int64(Date().timeIntervalSince1970 * 1e9))
    }

    private func fileNames() throws -> [String] {
        do { return try FileManager.default.contentsOfDirectory(atPath: path) } catch {
            let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
            throw PosixError("list folder", cause.map { Int32(clamping: ($0 as NSError).code) } ?? EACCES)
        }
    }

    private func dataName(of name: String) throws -> String? {
        try StoredMedia.open(indexPath: indexPath(name), folder: path, writes: false)?.0.head.dataName
    }

    private func entries(_ state: borrowing State) -> [EvictionPlan.Entry] {
        state.entries.map { name, entry in
            EvictionPlan.Entry(name: name, bytes: entry.bytes, usedAt: entry.usedAt, isInUse: entry.users > 0)
        }
    }

    private func makeRoom(for needed: Int64, _ state: inout State) -> Bool {
        // Sums only, thousands of times over; names are sorted only when something has to go.
        if state.bytes + needed <= limit { return true }
        let victims = EvictionPlan.victims(of: entries(state), limit: limit, needed: needed) { isFree($0.name, state) }
        guard let victims else { return false }
        for victim in victims { throwAway(victim, &state) }
        // Another process may have opened one of them meanwhile.
        return state.bytes + needed <= limit
    }

    private func isFree(_ name: String, _ state: borrowing State) -> Bool {
        do { _ = try claim(name, state) } catch { return false }
        return true
    }

    /// Makes sure that no other process reads a resource.
    ///
    /// - Returns: the file that prevents it for as long as it is open; `nil`: there is none to read.
    /// - Throws: `PosixError` if another process reads it, or that cannot be told.
    private func claim(_ name: String, _ state: borrowing State) throws -> PosixFile? {
        guard let dataPath = state.entries[name]?.dataPath, let data = try PosixFile.existing(dataPath) else {
            return nil
        }
        guard data.lock(exclusively: true) else { throw PosixError("lock", EWOULDBLOCK) }
        return data
    }

    /// Removes a resource that nobody here uses, unless another process does.
    ///
    /// - Returns: whether it is gone.
    @discardableResult
    private func throwAway(_ name: String, _ state: inout State) -> Bool {
        do {
            let claim = try claim(name, state)
            try withExtendedLifetime(claim) { try removeFiles(of: name, state) }
        } catch {
            return false
        }
        state.entries[name] = nil
        return true
    }

    private func erase(_ name: String, _ state: inout State) {
        try? removeFiles(of: name, state)
        state.entries[name]?.bytes = 0
        state.entries[name]?.dataPath = nil
    }

    private func removeFiles(of name: String, _ state: borrowing State) throws {
        // The index first: bytes without an index are ignored, but an index without bytes would still be opened.
        try PosixFile.remove(indexPath(name))
        if let dataPath = state.entries[name]?.dataPath { try PosixFile.remove(dataPath) }
    }
}

/// Which resources to throw away so that there is room for more.
package enum EvictionPlan {
    package struct Entry: Equatable, Sendable {
        package var name: String
        /// On disk, including everything that belongs to it.
        package var bytes: Int64
        /// Nanoseconds since 1970.
        var usedAt: Int64
        /// A player or a prefetch has it open.
        var isInUse: Bool

        package init(name: String, bytes: Int64, usedAt: Int64, isInUse: Bool) {
            (self.name, self.bytes, self.usedAt, self.isInUse) = (name, bytes, usedAt, isInUse)
        }
    }

    /// - Parameter isFree: whether one that nobody here uses may go. Asked in the order of deletion, until there is room.
    /// - Returns: names in the order of deletion, least recently used first; `nil`: even without them there is no room
    ///   for `needed` more bytes.
    static func victims(
        of entries: [Entry], limit: Int64, needed: Int64, isFree: (Entry) -> Bool = { _ in true }
    ) -> [String]? {
        var over = entries.reduce(needed) { $0 + $1.bytes } - limit
        var victims: [String] = []
        guard over > 0 else { return victims }
        for entry in idle(of: entries) where isFree(entry) {
            victims.append(entry.name)
            over -= entry.bytes
            if over <= 0 { return victims }
        }
        return nil
    }

    /// - Returns: those that nobody here uses, in the order of deletion.
    package static func idle(of entries: [Entry]) -> [Entry] {
        entries.filter { !$0.isInUse }.sorted { ($0.usedAt, $0.name) < ($1.usedAt, $1.name) }
    }
}
