import Foundation

/// Makes sure that a folder is a cache's own before anything in it is written or removed.
///
/// A folder that the cache made carries a mark. One without it may hold anything, so it is taken only where it is empty, or
/// where all it holds is what an earlier version of the kit, which set no mark, left there.
enum StoreClaim {
    /// Makes the folder, or takes the one that is there; what is in it and who may enter it stay as they are.
    ///
    /// - Throws: `StoreError`; nothing has been touched then.
    static func take(_ path: String) throws {
        guard try !PosixFile.makeFolder(path) else { return try mark(path) }
        guard let facts = PosixFile.facts(behind: path), facts.isFolder else {
            throw StoreError("open folder", ENOTDIR)
        }
        if PosixFile.facts(of: path + "/" + StoreName.mark)?.isFile == true { return }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw StoreError("list folder", EACCES)
        }
        guard names.isEmpty || isEarlierCache(path, names) else {
            throw StoreError(
                refusing: "take folder", "it exists and is not a cache's, and what it holds would be at risk",
                cure: "name a folder that does not exist yet, or an empty one")
        }
        guard !facts.isWritableByOthers else {
            throw StoreError(
                refusing: "take folder", "other users may write there, and could put files in its place",
                cure: "take that right away, chmod go-w, or name a folder that does not exist yet")
        }
        try mark(path)
    }

    /// The first thing that earlier versions made was the lock, and it stayed empty.
    private static func isEarlierCache(_ path: String, _ names: [String]) -> Bool {
        guard let lock = PosixFile.facts(of: path + "/" + StoreName.lock), lock.isFile, lock.size == 0 else {
            return false
        }
        return names.allSatisfy { name in
            name == StoreName.lock || StoreName.isIndex(name) || StoreName.isFreshIndex(name) || StoreName.isData(name)
        }
    }

    /// Two processes may come at once and both set it: its name is all it says, and so it takes nothing of the limit.
    private static func mark(_ path: String) throws {
        _ = try PosixFile(path + "/" + StoreName.mark, writes: true, creates: true)
    }
}
