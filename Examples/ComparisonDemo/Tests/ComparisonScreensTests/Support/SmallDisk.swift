#if os(Linux)
    import Foundation

    /// A disk of some megabytes, in memory. To make one takes the rights of root.
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

        /// Takes it away; what is open there goes on until it is closed.
        func remove() {
            if isThere { _ = try? HelperTool.run(["umount", "-l", folder.path]) }
            isThere = false
        }

        private var filler: URL { folder.appending(path: "filler") }

        /// Another program takes so much of it, or all there is.
        func fill(megabytes: Int? = nil) {
            let piece = [UInt8](repeating: 7, count: 1 << 16)
            let descriptor = open(filler.path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0o644)
            defer { close(descriptor) }
            var left = megabytes.map { $0 << 20 } ?? .max
            while left > 0, write(descriptor, piece, min(left, piece.count)) > 0 { left -= piece.count }
        }

        /// What was taken is free again.
        func free() { try? FileManager.default.removeItem(at: filler) }
    }
#endif
