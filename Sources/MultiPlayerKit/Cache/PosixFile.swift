import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the file system said no to, or what was refused before it was asked.
struct StoreError: Error, CustomStringConvertible, Sendable {
    let operation: String
    let number: Int32
    /// Why it was refused and what to do about it; `nil`: the file system said no.
    let refusal: (reason: String, cure: String)?

    init(_ operation: String, _ number: Int32 = errno) {
        (self.operation, self.number, refusal) = (operation, number, nil)
    }

    init(refusing operation: String, _ reason: String, cure: String) {
        (self.operation, number, refusal) = (operation, EPERM, (reason, cure))
    }

    var isFull: Bool { number == ENOSPC || number == EDQUOT || number == EFBIG }
    var description: String { refusal?.reason ?? "\(operation): \(String(cString: strerror(number)))" }
}

/// An open file, private to this user, closed when it is let go of.
///
/// Reads and writes say where, so that any number of threads may use it at once.
final class PosixFile: Sendable {
    struct Facts {
        var size: Int64
        /// What it takes on the disk: less than its size where it has holes.
        var bytesOnDisk: Int64
        /// Nanoseconds since 1970.
        var modifiedAt: Int64
        var device: UInt64
        var inode: UInt64
        /// What it is, and who may do what with it.
        var mode: UInt32

        var isFile: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }
        var isFolder: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFDIR) }
        /// Whether its group or everybody may change it.
        var isWritableByOthers: Bool { mode & 0o022 != 0 }
    }

    private let descriptor: Int32

    /// - Throws: `StoreError`.
    init(_ path: String, writes: Bool = false, creates: Bool = false) throws {
        let flags = (writes ? O_RDWR : O_RDONLY) | (creates ? O_CREAT : 0) | O_CLOEXEC | O_NOFOLLOW
        descriptor = open(path, flags, 0o600)
        if descriptor < 0 { throw StoreError("open") }
    }

    /// Makes a file where nothing is.
    ///
    /// - Parameter mode: who may do what with it, less what the process's mask takes away.
    /// - Throws: `StoreError`, also where something is.
    init(new path: String, mode: UInt32) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode_t(mode))
        if descriptor < 0 { throw StoreError("make file") }
    }

    deinit {
        close(descriptor)
    }

    /// - Returns: whether all of it was read.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Bool {
        var done = 0
        while done < buffer.count {
            let count = pread(
                descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done, off_t(offset) + off_t(done))
            if count == 0 { return false }
            if count < 0 {
                if errno == EINTR { continue }
                throw StoreError("read")
            }
            done += count
        }
        return true
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws {
        var done = 0
        while done < bytes.count {
            let count = pwrite(
                descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset) + off_t(done))
            if count < 0 {
                if errno == EINTR { continue }
                throw StoreError("write")
            }
            done += count
        }
    }

    func truncate(to size: Int64) throws {
        if ftruncate(descriptor, off_t(size)) != 0 { throw StoreError("truncate") }
    }

    #if canImport(Glibc)
        /// Makes it so long, with room for all of that on the disk.
        func allocate(_ size: Int64) throws {
            // Unlike its kin it returns the error.
            let number = posix_fallocate(descriptor, 0, off_t(size))
            if number != 0 { throw StoreError("make room", number) }
        }
    #endif

    /// Sets who may do what with it, whatever the process's mask says.
    func setMode(_ mode: UInt32) throws {
        if fchmod(descriptor, mode_t(mode)) != 0 { throw StoreError("set mode") }
    }

    /// Returns when what was written is on the disk.
    func sync() throws {
        if fsync(descriptor) != 0 { throw StoreError("sync") }
    }

    /// Sets the time of its last change to the present.
    func touch() {
        _ = futimes(descriptor, nil)
    }

    func facts() throws -> Facts {
        var answer = stat()
        if fstat(descriptor, &answer) != 0 { throw StoreError("stat") }
        return Facts(answer)
    }

    /// Holds a lock for as long as the file is open; `false`: another has it. Never waits.
    func lock(exclusively: Bool) -> Bool {
        flock(descriptor, (exclusively ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0
    }

    // MARK: Names

    static func facts(of path: String) -> Facts? {
        var answer = stat()
        return lstat(path, &answer) == 0 ? Facts(answer) : nil
    }

    /// The same with links followed.
    static func facts(behind path: String) -> Facts? {
        var answer = stat()
        return stat(path, &answer) == 0 ? Facts(answer) : nil
    }

    static func rename(_ path: String, to other: String) throws {
        #if canImport(Glibc)
            let result = Glibc.rename(path, other)
        #else
            let result = Darwin.rename(path, other)
        #endif
        if result != 0 { throw StoreError("rename") }
    }

    static func remove(_ path: String) throws {
        if unlink(path) != 0, errno != ENOENT { throw StoreError("remove") }
    }

    /// Makes a folder that only this user may enter.
    ///
    /// - Returns: `false`: something has this name already, and is left as it is.
    static func makeFolder(_ path: String) throws -> Bool {
        if mkdir(path, 0o700) == 0 { return true }
        guard errno == EEXIST else { throw StoreError("make folder") }
        return false
    }
}

extension PosixFile.Facts {
    fileprivate init(_ answer: stat) {
        #if canImport(Glibc)
            let modified = answer.st_mtim
        #else
            let modified = answer.st_mtimespec
        #endif
        size = Int64(answer.st_size)
        bytesOnDisk = Int64(answer.st_blocks) * 512
        modifiedAt = Int64(modified.tv_sec) * 1_000_000_000 + Int64(modified.tv_nsec)
        device = UInt64(truncatingIfNeeded: answer.st_dev)
        inode = UInt64(answer.st_ino)
        mode = UInt32(answer.st_mode)
    }
}
