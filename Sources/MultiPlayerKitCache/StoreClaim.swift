import Foundation
import MultiPlayerKit

/// Makes sure that a folder belongs to a cache before anything in it is written or removed.
///
/// A folder that the cache made carries a mark. One without it may hold anything, so it is used only if it is empty, or
/// holds nothing but files of an earlier version of the kit, which set no mark.
package enum StoreClaim {
    /// Makes the folder, or claims an existing one, whose contents and permissions stay as they are.
    ///
    /// - Throws: `PosixError`; nothing has been touched then.
    package static func take(_ path: String) throws {
        guard try !PosixFile.makeFolder(path) else { return try mark(path) }
        guard let facts = PosixFile.facts(behind: path), facts.isFolder else {
            throw PosixError("open folder", ENOTDIR)
        }
        if PosixFile.facts(of: path + "/" + StoreName.mark)?.isFile == true { return }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw PosixError("list folder", EACCES)
        }
        guard names.isEmpty || isEarlierCache(path, names) else {
            throw PosixError(
                refusing: "take folder", "it exists and is not a cache's, and what it holds would be at risk",
                cure: "name a folder that does not exist yet, or an empty one")
        }
        guard !facts.isWritableByOthers else {
            throw PosixError(
                refusing: "take folder", "other users may write there, and could put files in its place",
                cure: "take that right away, chmod go-w, or name a folder that does not exist yet")
        }
        try mark(path)
    }

    /// The first thing that earlier versions made was the lock, which stayed empty.
    private static func isEarlierCache(_ path: String, _ names: [String]) -> Bool {
        guard let lock = PosixFile.facts(of: path + "/" + StoreName.lock), lock.isFile, lock.size == 0 else {
            return false
        }
        return names.allSatisfy { name in
            name == StoreName.lock || StoreName.isIndex(name) || StoreName.isFreshIndex(name) || StoreName.isData(name)
        }
    }

    /// Two processes may both set it at once: only its name matters, and being empty it takes nothing of the limit.
    private static func mark(_ path: String) throws {
        _ = try PosixFile(path + "/" + StoreName.mark, writes: true, creates: true)
    }
}

/// The names that a cache gives to files in its folder. Files with other names are never removed.
enum StoreName {
    /// Marks the folder as a cache's own.
    static let mark = ".multiplayerkit-cache"
    /// Locked by the process that owns the folder.
    static let lock = "lock"
    /// Appended to the name of an index that is being written.
    static let freshEnding = ".new"

    private static let indexEnding = ".index"

    static func index(of name: String) -> String { name + indexEnding }

    static func data(of name: String, nonce: String, ending: String) -> String { "\(name)-\(nonce).\(ending)" }

    static func isIndex(_ file: String) -> Bool { isNamed(file, ending: indexEnding) }

    static func isFreshIndex(_ file: String) -> Bool { isNamed(file, ending: indexEnding + freshEnding) }

    /// Whether it is a resource's digits, a nonce and an extension, as `data(of:nonce:ending:)` makes them.
    static func isData(_ file: String) -> Bool {
        guard beginsWithDigits(file) else { return false }
        let rest = file.utf8.dropFirst(digits)
        guard rest.first == UInt8(ascii: "-"), let dot = rest.firstIndex(of: UInt8(ascii: ".")) else { return false }
        let nonce = rest[..<dot].dropFirst()
        return (1...longestNonce).contains(nonce.count) && nonce.allSatisfy(isDigit)
            && FileEnding.all.contains(String(file[file.utf8.index(after: dot)...]))
    }

    /// The digits of 64 bits.
    private static let longestNonce = 16

    /// The number of digits in a resource's hash.
    private static let digits = 64

    private static func isNamed(_ file: String, ending: String) -> Bool {
        beginsWithDigits(file) && file.utf8.dropFirst(digits).elementsEqual(ending.utf8)
    }

    private static func beginsWithDigits(_ file: String) -> Bool {
        let name = file.utf8.prefix(digits)
        return name.count == digits && name.allSatisfy(isDigit)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }
}
