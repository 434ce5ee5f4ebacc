#if os(Linux)
    import Foundation

    /// A disk of some megabytes, in memory. Only root can make one.
    final class SmallDisk {
        /// Where it is mounted.
        let folder: URL
        private var isThere = false

        /// Whether this user may make one.
        static let canBeMade: Bool = {
            let folder = FileManager.default.temporaryDirectory.appending(path: "disk-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            return (try? SmallDisk(at: folder, megabytes: 1)) != nil
        }()

        init(at folder: URL, megabytes: Int) throws {
            self.folder = folder
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let words = ["mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", folder.path]
            _ = try HelperTool.run(["sh", "-c", "exec \"$@\" 2>/dev/null", "sh"] + words)
            isThere = true
        }

        deinit { remove() }

        /// Unmounts it; files that are open there stay usable until they are closed.
        func remove() {
            if isThere { _ = try? HelperTool.run(["umount", "-l", folder.path]) }
            isThere = false
        }

        private var filler: URL { folder.appending(path: "filler") }

        /// Takes this much of it, as another program would, or all there is.
        func fill(megabytes: Int? = nil) {
            let piece = [UInt8](repeating: 7, count: 1 << 16)
            let descriptor = open(filler.path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0o644)
            defer { close(descriptor) }
            var left = megabytes.map { $0 << 20 } ?? .max
            while left > 0, write(descriptor, piece, min(left, piece.count)) > 0 { left -= piece.count }
        }

        /// Frees what was taken.
        func free() { try? FileManager.default.removeItem(at: filler) }
    }
#endif
