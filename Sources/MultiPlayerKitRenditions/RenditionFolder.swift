import Foundation
import MultiPlayerKit
import MultiPlayerKitCache
import Synchronization

/// The folder of a store: complete renditions under the names of their contents, and what is being written.
///
/// Several processes may use one folder: a rendition appears under its name when it is complete, and whoever may play it
/// holds a shared lock on it, so that nobody throws it away. Methods access the disk and may be called from any thread.
final class RenditionFolder: Sendable {
    private struct State {
        var isOpen = false
        /// Renditions that were handed out, locked so that they stay.
        var held: [String: PosixFile] = [:]
    }

    let directory: URL
    private let limit: Int64
    private let state = Mutex(State())

    init(_ directory: URL, limit: Int64) {
        (self.directory, self.limit) = (directory, limit)
    }

    /// A rendition that is being written. It is removed unless it is kept.
    final class Draft: Sendable {
        let path: String
        fileprivate let file: PosixFile
        fileprivate let name: String
        private let isKept = Mutex(false)

        fileprivate init(_ path: String, as name: String) throws {
            (self.path, self.name) = (path, name)
            file = try PosixFile(new: path, mode: 0o600)
            // Tells others that it is no leftover of a crash; one that opened the folder in this moment may have removed it.
            guard file.lock(exclusively: true), file.isAt(path) else { throw PosixError("lock", EWOULDBLOCK) }
        }

        fileprivate func noteKept() { isKept.withLock { $0 = true } }

        deinit {
            if !isKept.withLock({ $0 }) { try? PosixFile.remove(path) }
        }
    }

    private static let unfinished = ".part"

    /// The renditions of a content, by their lines. They stay as long as this object lives.
    func find(_ key: String) -> [Int: URL] {
        state.withLock { state in
            guard (try? open(&state)) != nil, let names = try? names() else { return [:] }
            var found: [Int: URL] = [:]
            for name in names {
                guard let parts = RenditionName.parts(of: name), parts.key == key, hold(name, &state) else { continue }
                found[parts.lines] = directory.appending(path: name)
            }
            return found
        }
    }

    /// - Throws: `PosixError`.
    func begin(_ key: String, lines: Int) throws -> Draft {
        try state.withLock { state in
            try open(&state)
            let name = RenditionName.file(key, lines: lines)
            let nonce = String(UInt64.random(in: .min ... .max), radix: 16)
            return try Draft(directory.path + "/" + name + "." + nonce + Self.unfinished, as: name)
        }
    }

    /// Gives a rendition its name, once all of it is on the disk, and throws away others if there is no room.
    ///
    /// - Throws: `PosixError`; the draft is then removed with its last user.
    func keep(_ draft: Draft) throws -> URL {
        try draft.file.sync()
        return try state.withLock { state in
            let url = directory.appending(path: draft.name)
            // Another process was faster.
            if hold(draft.name, &state) { return url }
            let size = try draft.file.facts().bytesOnDisk
            guard makeRoom(for: size) else {
                throw PosixError(
                    refusing: "keep rendition", "there is no room for it within the limit, as all others are in use",
                    cure: "raise byteLimit")
            }
            try PosixFile.rename(draft.path, to: url.path)
            draft.noteKept()
            // From here on others may play it, but not throw it away.
            _ = draft.file.lock(exclusively: false)
            state.held[draft.name] = draft.file
            return url
        }
    }

    /// Bytes on disk of complete renditions.
    var bytes: Int64 { entries().reduce(0) { $0 + $1.bytes } }

    /// Removes all that nobody may play, in this process or another.
    func removeAll() {
        state.withLock { state in
            guard (try? open(&state)) != nil else { return }
            for entry in entries() { _ = throwAway(entry.name) }
        }
    }

    // MARK: Inside

    private func open(_ state: inout State) throws {
        if state.isOpen, PosixFile.facts(of: directory.path)?.isFolder == true { return }
        do {
            try FileManager.default.createDirectory(
                at: directory.deletingLastPathComponent(), withIntermediateDirectories: true)
        } catch {
            throw PosixError("make folder", EACCES)
        }
        try StoreClaim.take(directory.path)
        state.isOpen = true
        // What a crash has left. A draft that is being written is locked.
        for name in try names() where name.hasSuffix(Self.unfinished) { _ = throwAway(name) }
        _ = makeRoom(for: 0)
    }

    private func names() throws -> [String] {
        do { return try FileManager.default.contentsOfDirectory(atPath: directory.path) } catch {
            throw PosixError("list folder", EACCES)
        }
    }

    /// Makes sure that a rendition stays; false: there is none.
    private func hold(_ name: String, _ state: inout State) -> Bool {
        let path = directory.path + "/" + name
        if state.held[name]?.isAt(path) == true { return true }
        // Someone may have thrown it away between opening and locking.
        guard let file = try? PosixFile(path), file.lock(exclusively: false), file.isAt(path) else { return false }
        file.touch()
        state.held[name] = file
        return true
    }

    private func entries() -> [EvictionPlan.Entry] {
        ((try? names()) ?? []).compactMap { name in
            guard RenditionName.parts(of: name) != nil, let facts = PosixFile.facts(of: directory.path + "/" + name)
            else { return nil }
            return EvictionPlan.Entry(name: name, bytes: facts.bytesOnDisk, usedAt: facts.modifiedAt, isInUse: false)
        }
    }

    private func makeRoom(for needed: Int64) -> Bool {
        // For what cannot fit, nothing has to go.
        guard needed <= limit else { return false }
        var over = entries().reduce(needed) { $0 + $1.bytes } - limit
        for entry in EvictionPlan.idle(of: entries()) where over > 0 && throwAway(entry.name) { over -= entry.bytes }
        return over <= 0
    }

    /// Removes a file unless someone has locked it.
    private func throwAway(_ name: String) -> Bool {
        let path = directory.path + "/" + name
        guard let file = try? PosixFile.existing(path), file.lock(exclusively: true), file.isAt(path) else {
            return false
        }
        return withExtendedLifetime(file) { (try? PosixFile.remove(path)) != nil }
    }
}

extension PosixFile {
    /// Whether a path still leads to this file.
    fileprivate func isAt(_ path: String) -> Bool {
        guard let there = PosixFile.facts(of: path), let here = try? facts() else { return false }
        return there.inode == here.inode && there.device == here.device
    }
}
