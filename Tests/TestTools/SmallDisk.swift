#if os(Linux)
    import Foundation
    import Glibc

    @testable import MultiPlayerKit

    /// A disk in memory. Only root can make one.
    final class SmallDisk: Sendable {
        private let scratch: ScratchFolder
        /// A folder on it that does not exist yet.
        let folder: URL

        /// Whether this user may make one.
        static let canBeMade: Bool = {
            guard let disk = try? SmallDisk(megabytes: 1) else { return false }
            disk.remove()
            return true
        }()

        init(megabytes: Int) throws {
            scratch = try ScratchFolder()
            folder = scratch.url.appending(path: "cache", directoryHint: .isDirectory)
            guard mount("tmpfs", scratch.url.path, "tmpfs", 0, "size=\(megabytes)m") == 0 else {
                throw PosixError("mount")
            }
        }

        func resize(megabytes: Int) throws {
            guard mount("tmpfs", scratch.url.path, "tmpfs", UInt(MS_REMOUNT), "size=\(megabytes)m") == 0 else {
                throw PosixError("mount")
            }
        }

        /// Unmounts it; files that are open there stay usable until they are closed.
        func remove() {
            umount2(scratch.url.path, Int32(MNT_DETACH))
            scratch.remove()
        }
    }
#endif
