#if os(Linux)
    import Foundation
    import Synchronization

    /// Room on a disk that is taken early and given back when something small has to be written there, so that others who fill
    /// the disk meanwhile are no reason to go without it.
    ///
    /// A file without a name: it goes with the process, however that ends.
    final class Ballast: Sendable {
        /// A picture, and a report with the times of an hour of ticks.
        private static let size = 8 << 20

        private let descriptor: Mutex<Int32>

        /// `nil` if there is not as much memory.
        init?(in folder: URL) {
            var name = Array(folder.appending(path: ".comparisondemo-XXXXXX").path.utf8CString)
            let file = mkstemp(&name)
            guard file >= 0 else { return nil }
            unlink(name)
            descriptor = Mutex(file)
            guard posix_fallocate(file, 0, off_t(Self.size)) == 0 else { return nil }
        }

        deinit { drop() }

        /// Gives the room back.
        func drop() {
            descriptor.withLock { file in
                if file >= 0 { close(file) }
                file = -1
            }
        }
    }
#endif
