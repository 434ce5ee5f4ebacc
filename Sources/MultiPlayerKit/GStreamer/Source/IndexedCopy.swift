#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// A copy of a transport or program stream in a file with an index.
    ///
    /// GStreamer's demuxers (1.22) find a position in such streams by guessing from the bit rate: they land late, even
    /// after a seek to the beginning. So the packets of a file are copied once, when it is opened, and the copy is
    /// played: frames, sound and times are those of the original. All users of the same file in the process share the
    /// copy. It has no name in the file system, so that it is gone with its last user, even if the process is killed.
    final class IndexedCopy: Sendable {
        /// File formats without an index.
        enum Container {
            case transportStream, programStream

            /// Recognizes a format by the first bytes of a file: packets of 188 bytes, of 192 with arrival times before
            /// them, of 204 with check bytes behind them (ISO/IEC 13818-1, 2.4.3; Blu-ray; ETSI TR 101 154), or a pack
            /// header (2.5.3).
            init?(_ head: [UInt8]) {
                let packings: [(first: Int, distance: Int)] = [(0, 188), (4, 192), (0, 204)]
                let isTransport = packings.contains { packing in
                    let places = Array(stride(from: packing.first, to: head.count, by: packing.distance))
                    return places.count >= Self.leastPackets && places.allSatisfy { head[$0] == 0x47 }
                }
                if isTransport {
                    self = .transportStream
                } else if head.starts(with: [0, 0, 1, 0xBA]) {
                    self = .programStream
                } else {
                    return nil
                }
            }

            /// Enough bytes to recognize a format.
            static let headLength = 2_048
            /// Five sync bytes in a row occur by accident in one of 2^40 files.
            private static let leastPackets = 5

            var demuxer: String {
                switch self {
                case .transportStream: "tsdemux"
                case .programStream: "mpegpsdemux"
                }
            }
        }

        /// Larger files are played as they are: copying takes half a second for each 100 MB from a warm disk, and more
        /// than twenty seconds are too long for an opening.
        static let largest: Int64 = 4_000_000_000
        /// Bytes left free on the disk for others.
        private static let reserve: Int64 = 500_000_000

        private let descriptor: Int32
        /// Times of its frames as the original has them: the file itself holds them rounded.
        let times: [Duration]

        /// - Parameter descriptor: an empty file; the copy closes it, or the caller if there is none.
        fileprivate init?(of source: URL, as container: Container, in descriptor: Int32) {
            guard let times = StreamCopier(of: container, from: source, to: descriptor)?.run() else { return nil }
            (self.descriptor, self.times) = (descriptor, times)
        }

        deinit { close(descriptor) }

        /// The address at which pipelines open it.
        var url: URL { URL(fileURLWithPath: Self.path(of: descriptor), isDirectory: false) }

        /// An open file without a name can be opened again through its descriptor.
        static func path(of descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

        /// The original's time of the frame that has this time in the copy.
        func exact(_ time: Duration) -> Duration {
            var (low, high) = (0, times.count)
            while low < high {
                let middle = (low + high) / 2
                if times[middle] < time { low = middle + 1 } else { high = middle }
            }
            let near = [low - 1, low].filter(times.indices.contains).map { times[$0] }
                .min { ($0 - time).magnitude < ($1 - time).magnitude }
            return near.flatMap { ($0 - time).magnitude <= StreamCopier.resolution ? $0 : nil } ?? time
        }

        /// Where temporary files go: `TMPDIR`, or a folder on a disk. `/tmp` is memory on many systems.
        private static var folder: String { ProcessInfo.processInfo.environment["TMPDIR"] ?? "/var/tmp" }

        fileprivate static func anonymousFile() -> Int32 {
            var template = Array("\(folder)/MultiPlayerKit-XXXXXX".utf8CString)
            let descriptor = mkstemp(&template)
            guard descriptor >= 0 else { return descriptor }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            unlink(template)
            return descriptor
        }

        /// Why a file is played as it is.
        enum Refusal: Error {
            case tooLarge
            case noRoom
            case failed
        }

        /// - Parameter others: bytes that copies which are being made have still to write.
        fileprivate static func check(_ size: Int64, others: Int64) -> Refusal? {
            guard size <= largest else { return .tooLarge }
            var facts = statvfs()
            guard statvfs(folder, &facts) == 0 else { return .noRoom }
            // Some network file systems state as many blocks as there can be.
            let (room, isTooLarge) = UInt64(facts.f_bavail).multipliedReportingOverflow(by: UInt64(facts.f_frsize))
            let free = isTooLarge ? Int64.max : Int64(clamping: room)
            return hasRoom(for: size, free: free, others: others) ? nil : .noRoom
        }

        static func hasRoom(for size: Int64, free: Int64, others: Int64) -> Bool {
            free - others - most(of: size) >= reserve
        }

        /// The most bytes in a copy of a file of this size: it is smaller than a transport stream, and larger than a
        /// program stream by a few bytes a frame.
        static func most(of size: Int64) -> Int64 { size + size / 20 }
    }

    /// Files that could not be copied, so that not every opening tries again.
    ///
    /// A value, by the time of each failure.
    struct FailedCopies<File: Hashable> {
        /// The cause may go, as a disk that was full or busy; a try in this time is no load.
        static var pause: Duration { .seconds(600) }

        private var failures: [File: HostTime] = [:]

        mutating func note(_ file: File, at now: HostTime) {
            failures = failures.filter { $0.value.duration(to: now) < Self.pause }
            failures[file] = now
        }

        func contains(_ file: File, at now: HostTime) -> Bool {
            failures[file].map { $0.duration(to: now) < Self.pause } ?? false
        }
    }

    /// The copies in use.
    ///
    /// Sendable because `condition` guards what changes.
    final class IndexedCopies: @unchecked Sendable {
        /// Identifies one state of one file.
        private struct Key: Hashable {
            var device: UInt64
            var number: UInt64
            var size: Int64
            var changed: Int64
        }

        private struct Weak { weak var copy: IndexedCopy? }

        /// A copy that is being made.
        private struct Work {
            var descriptor: Int32
            var size: Int64

            /// Bytes that it has still to write.
            var rest: Int64 {
                var facts = stat()
                guard fstat(descriptor, &facts) == 0 else { return 0 }
                return max(IndexedCopy.most(of: size) - Int64(facts.st_blocks) * 512, 0)
            }
        }

        static let shared = IndexedCopies()

        private let condition = NSCondition()
        private var copies: [Key: Weak] = [:]
        private var copying: [Key: Work] = [:]
        private var failed = FailedCopies<Key>()

        /// The copy of a file, made now unless it is in use already; blocks. `nil`: the file needs none, or is
        /// incomplete. Fails if the file needs a copy but has to be played as it is.
        func copy(of source: MediaSource) -> Result<IndexedCopy, IndexedCopy.Refusal>? {
            let media = source.usedCache?.reader(of: source.url, priority: .playing)
            defer { media?.close() }
            let file = media == nil ? (source.url.isFileURL ? source.url : nil) : media?.fileURLBlocking()
            var facts = stat()
            guard let file, stat(file.path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
                let container = Self.container(of: file)
            else { return nil }
            let key = Key(
                device: UInt64(facts.st_dev), number: UInt64(facts.st_ino), size: Int64(facts.st_size),
                changed: Int64(facts.st_mtim.tv_sec) * 1_000_000_000 + Int64(facts.st_mtim.tv_nsec))
            condition.lock()
            defer { condition.unlock() }
            while copying[key] != nil { condition.wait() }
            if let known = copies[key]?.copy { return .success(known) }
            if failed.contains(key, at: .now) { return .failure(.failed) }
            // With the lock, so that two copies do not both count on the same room.
            if let refusal = IndexedCopy.check(key.size, others: copying.values.reduce(0) { $0 + $1.rest }) {
                return .failure(refusal)
            }
            let descriptor = IndexedCopy.anonymousFile()
            guard descriptor >= 0 else { return .failure(.failed) }
            copying[key] = Work(descriptor: descriptor, size: key.size)
            condition.unlock()
            let copy = IndexedCopy(of: file, as: container, in: descriptor)
            condition.lock()
            copying[key] = nil
            if copy == nil {
                close(descriptor)
                failed.note(key, at: .now)
            }
            copies = copies.filter { $0.value.copy != nil }
            copies[key] = Weak(copy: copy)
            condition.broadcast()
            return copy.map { .success($0) } ?? .failure(.failed)
        }

        private static func container(of file: URL) -> IndexedCopy.Container? {
            guard let handle = try? FileHandle(forReadingFrom: file) else { return nil }
            defer { try? handle.close() }
            return (try? handle.read(upToCount: IndexedCopy.Container.headLength)).flatMap {
                IndexedCopy.Container(Array($0))
            }
        }
    }
#endif
