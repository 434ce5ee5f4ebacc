import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An operation that the file system refused, or that was refused before it was tried.
package struct PosixError: Error, CustomStringConvertible, Sendable {
    let operation: String
    package let number: Int32
    /// Why it was refused and what to do about it; `nil`: the file system refused it.
    package let refusal: (reason: String, cure: String)?

    package init(_ operation: String, _ number: Int32 = errno) {
        (self.operation, self.number, refusal) = (operation, number, nil)
    }

    package init(refusing operation: String, _ reason: String, cure: String) {
        (self.operation, number, refusal) = (operation, EPERM, (reason, cure))
    }

    /// Whether deleting other files makes room. That does not help a file which is too long for its disk (`EFBIG`).
    package var isFull: Bool { number == ENOSPC || number == EDQUOT }
    /// Whether there is no such file, or no folder that could hold it.
    package var isAbsent: Bool { number == ENOENT || number == ENOTDIR }
    package var description: String { refusal?.reason ?? "\(operation): \(String(cString: strerror(number)))" }
}

/// An open file, closed when it is released. Files that it makes are private to this user unless a mode is given.
///
/// Reads and writes take an offset, so any number of threads may use it at once.
package final class PosixFile: Sendable {
    package struct Facts {
        package var size: Int64
        /// Bytes used on the disk: less than its size if it has holes.
        package var bytesOnDisk: Int64
        /// Nanoseconds since 1970.
        package var modifiedAt: Int64
        package var device: UInt64
        package var inode: UInt64
        /// File type and permissions.
        package var mode: UInt32

        package var isFile: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }
        package var isFolder: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFDIR) }
        /// Whether its group or everyone may change it.
        package var isWritableByOthers: Bool { mode & 0o022 != 0 }
    }

    private let descriptor: Int32

    /// - Throws: `PosixError`.
    package init(_ path: String, writes: Bool = false, creates: Bool = false) throws {
        let flags = (writes ? O_RDWR : O_RDONLY) | (creates ? O_CREAT : 0) | O_CLOEXEC | O_NOFOLLOW
        descriptor = open(path, flags, 0o600)
        if descriptor < 0 { throw PosixError("open") }
    }

    /// Opens a file that may not exist.
    ///
    /// - Returns: `nil`: there is no such file.
    /// - Throws: `PosixError` if there is one that cannot be opened, or that cannot be told.
    package static func existing(_ path: String, writes: Bool = false) throws -> PosixFile? {
        do { return try PosixFile(path, writes: writes) } catch let error as PosixError where error.isAbsent {
            return nil
        }
    }

    /// Creates a file that does not exist yet.
    ///
    /// - Parameter mode: the permissions, less those that the process's umask removes.
    /// - Throws: `PosixError`, also if something has this name already.
    package init(new path: String, mode: UInt32) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode_t(mode))
        if descriptor < 0 { throw PosixError("make file") }
    }

    deinit {
        close(descriptor)
    }

    /// - Returns: whether all of it was read.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Bool {
        var done = 0
        while done < buffer.count {
            let count = pread(
                descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done, off_t(offset) + off_t(done))
            if count == 0 { return false }
            if count < 0 {
                if errno == EINTR { continue }
                throw PosixError("read")
            }
            done += count
        }
        return true
    }

    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws {
        var done = 0
        while done < bytes.count {
            let count = pwrite(
                descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset) + off_t(done))
            if count < 0 {
                if errno == EINTR { continue }
                throw PosixError("write")
            }
            done += count
        }
    }

    package func truncate(to size: Int64) throws {
        if ftruncate(descriptor, off_t(size)) != 0 { throw PosixError("truncate") }
    }

    #if canImport(Glibc)
        /// Extends the file to this size and reserves the disk space for all of it.
        package func allocate(_ size: Int64) throws {
            // Unlike the other calls, it returns the error instead of setting `errno`.
            let number = posix_fallocate(descriptor, 0, off_t(size))
            if number != 0 { throw PosixError("make room", number) }
        }
    #endif

    /// Sets the permissions, regardless of the process's umask.
    package func setMode(_ mode: UInt32) throws {
        if fchmod(descriptor, mode_t(mode)) != 0 { throw PosixError("set mode") }
    }

    /// Returns when all that was written is on the disk.
    package func sync() throws {
        if fsync(descriptor) != 0 { throw PosixError("sync") }
    }

    /// Sets the modification time to now.
    package func touch() {
        _ = futimes(descriptor, nil)
    }

    package func facts() throws -> Facts {
        var answer = stat()
        if fstat(descriptor, &answer) != 0 { throw PosixError("stat") }
        return Facts(answer)
    }

    /// Takes a lock until the file is closed; `false`: someone else holds it. Never waits.
    package func lock(exclusively: Bool) -> Bool {
        flock(descriptor, (exclusively ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0
    }

    // MARK: Names

    package static func facts(of path: String) -> Facts? {
        var answer = stat()
        return lstat(path, &answer) == 0 ? Facts(answer) : nil
    }

    /// The same, but follows links.
    package static func facts(behind path: String) -> Facts? {
        var answer = stat()
        return stat(path, &answer) == 0 ? Facts(answer) : nil
    }

    package static func rename(_ path: String, to other: String) throws {
        #if canImport(Glibc)
            let result = Glibc.rename(path, other)
        #else
            let result = Darwin.rename(path, other)
        #endif
        if result != 0 { throw PosixError("rename") }
    }

    package static func remove(_ path: String) throws {
        if unlink(path) != 0, errno != ENOENT { throw PosixError("remove") }
    }

    /// Makes a folder that only this user may enter.
    ///
    /// - Returns: `false`: something has this name already, and is left as it is.
    package static func makeFolder(_ path: String) throws -> Bool {
        if mkdir(path, 0o700) == 0 { return true }
        guard errno == EEXIST else { throw PosixError("make folder") }
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
