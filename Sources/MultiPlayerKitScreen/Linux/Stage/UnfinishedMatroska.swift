#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit

    /// Ends in place a Matroska file that `matroskamux` could not end: cuts off what is incomplete, and writes its
    /// length.
    ///
    /// Unlike a copy, this needs no room: it is used when the disk is full. The file has no index; players seek by its
    /// clusters, one a second.
    struct UnfinishedMatroska {
        private struct Element {
            var id: UInt64
            /// Offsets of its identifier, size and content.
            var start, sizeAt, body: Int64
            /// `nil`: unknown; the element extends over everything that follows and belongs to it.
            var size: Int64?

            var end: Int64? { size.map { body + $0 } }
            /// Whether its size field has room for any other size.
            var hasRoomySize: Bool { body - sizeAt == 8 }
        }

        private enum Identifier {
            static let header: UInt64 = 0x1A45_DFA3
            static let segment: UInt64 = 0x1853_8067
            static let seekHead: UInt64 = 0x114D_9B74
            static let void: UInt8 = 0xEC
            static let info: UInt64 = 0x1549_A966
            static let scale: UInt64 = 0x2A_D7B1
            static let duration: UInt64 = 0x4489
            static let cluster: UInt64 = 0x1F43_B675
            static let time: UInt64 = 0xE7
            static let simpleBlock: UInt64 = 0xA3
            static let blockGroup: UInt64 = 0xA0
            static let block: UInt64 = 0xA1
        }

        /// Limits within which nothing here overflows: a year of milliseconds, and a time unit of a tenth of a second.
        private static let (longest, coarsest): (Int64, Int64) = (31_622_400_000, 100_000_000)

        /// The value that encodes an unknown size.
        private static let open: Int64 = 1 << 56 - 1

        private let file: PosixFile
        private let size: Int64
        private var durationAt: Int64?
        /// The seek head, which states where the other parts of the file are.
        private var directory: Element?
        /// Nanoseconds per unit of time.
        private var scale: Int64 = 1_000_000

        /// Ends a file with one video track of constant rate whose first frame is at 0.
        ///
        /// - Returns: the number of frames; 0 if there is none, and the file is left as it was.
        /// - Throws: `PosixError`.
        static func end(_ file: PosixFile, rate: FrameRate) throws -> Int {
            var work = UnfinishedMatroska(file: file, size: try file.facts().size)
            return try work.end(rate)
        }

        private init(file: PosixFile, size: Int64) {
            (self.file, self.size) = (file, size)
        }

        private mutating func end(_ rate: FrameRate) throws -> Int {
            guard let header = element(at: 0), header.id == Identifier.header, let start = header.end,
                let segment = element(at: start), segment.id == Identifier.segment, segment.hasRoomySize
            else { return 0 }
            var clusters: [Element] = []
            var place = segment.body
            while let next = element(at: place) {
                if next.id == Identifier.info { readInfo(next) }
                if next.id == Identifier.seekHead { directory = next }
                if next.id == Identifier.cluster { clusters.append(next) }
                // The last cluster has no size yet, and what the muxer writes after it at the end is useless on its
                // own.
                guard let end = next.end, end <= size else { break }
                place = end
            }
            // The last cluster may hold no whole frame.
            for cluster in clusters.suffix(2).reversed() {
                guard let (time, end) = lastBlock(of: cluster), cluster.hasRoomySize, (0...Self.longest).contains(time),
                    scale <= Self.coarsest
                else { continue }
                let frame = rate.frame(at: .nanoseconds(time * scale) + rate.frameDuration / 2)
                try file.truncate(to: end)
                // If files may no longer be this long, nothing can be written this far from the beginning. Cluster and
                // segment then have no size, as in the file of a live stream, and extend to the end of the file.
                let isWritten =
                    cluster.size == end - cluster.body
                    || (try? write(size: end - cluster.body, at: cluster.sizeAt)) != nil
                try write(size: isWritten ? end - segment.body : Self.open, at: segment.sizeAt)
                // The seek head may point to an index that was never written.
                if let directory, let rest = directory.end, rest - directory.start >= 9 {
                    try write(UInt64(Identifier.void) << 56 | 1 << 48, at: directory.start)
                    try write(size: rest - directory.start - 9, at: directory.start + 1)
                }
                if let durationAt {
                    let length = Double(rate.time(ofFrame: frame + 1).nanoseconds) / Double(scale)
                    try write(length.bitPattern, at: durationAt)
                }
                return Int(frame + 1)
            }
            return 0
        }

        private mutating func readInfo(_ info: Element) {
            var place = info.body
            while let next = element(at: place), let end = next.end, end <= min(info.end ?? size, size) {
                if next.id == Identifier.duration, next.size == 8 { durationAt = next.body }
                if next.id == Identifier.scale, let value = number(at: next.body, bytes: Int(next.size ?? 0)), value > 0
                {
                    scale = value
                }
                place = end
            }
        }

        /// The time of a cluster's last whole frame, and the offset at which it ends.
        private func lastBlock(of cluster: Element) -> (time: Int64, end: Int64)? {
            var (base, last): (Int64, (Int64, Int64)?) = (0, nil)
            var place = cluster.body
            while place < cluster.end ?? size, let next = element(at: place), let end = next.end, end <= size {
                switch next.id {
                case Identifier.time:
                    base = number(at: next.body, bytes: Int(next.size ?? 0)).map { $0 & Int64.max >> 1 } ?? 0
                case Identifier.simpleBlock: last = offset(inBlockAt: next.body).map { (base + $0, end) } ?? last
                case Identifier.blockGroup:
                    if let block = element(at: next.body), block.id == Identifier.block {
                        last = offset(inBlockAt: block.body).map { (base + $0, end) } ?? last
                    }
                case Identifier.cluster: return last
                default: break
                }
                place = end
            }
            return last
        }

        /// A block's time relative to its cluster's: two bytes after the track number, which is one byte.
        private func offset(inBlockAt place: Int64) -> Int64? {
            number(at: place + 1, bytes: 2).map { Int64(Int16(truncatingIfNeeded: $0)) }
        }

        // MARK: Bytes

        private func element(at start: Int64) -> Element? {
            guard let (id, idLength) = variable(at: start, keepsMark: true),
                let (size, sizeLength) = variable(at: start + idLength, keepsMark: false)
            else { return nil }
            let isOpen = size == 1 << (7 * UInt64(sizeLength)) - 1
            let body = start + idLength + sizeLength
            guard isOpen || size < UInt64(Int64.max - body) else { return nil }
            return Element(
                id: id, start: start, sizeAt: start + idLength, body: body, size: isOpen ? nil : Int64(size))
        }

        /// A number whose first byte states its length.
        private func variable(at place: Int64, keepsMark: Bool) -> (value: UInt64, length: Int64)? {
            guard let first = number(at: place, bytes: 1), first > 0 else { return nil }
            let length = UInt8(first).leadingZeroBitCount + 1
            guard let all = number(at: place, bytes: length) else { return nil }
            let value = UInt64(bitPattern: all)
            return (keepsMark ? value : value & (1 << (7 * UInt64(length)) - 1), Int64(length))
        }

        /// A big-endian number of up to eight bytes; `nil` beyond the end.
        private func number(at place: Int64, bytes count: Int) -> Int64? {
            guard (1...8).contains(count), place >= 0, place + Int64(count) <= size else { return nil }
            var bytes = [UInt8](repeating: 0, count: count)
            let isWhole = bytes.withUnsafeMutableBytes { (try? file.read(into: $0, at: place)) ?? false }
            guard isWhole else { return nil }
            return Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
        }

        private func write(size: Int64, at place: Int64) throws {
            try write(UInt64(size) | 1 << 56, at: place)
        }

        private func write(_ value: UInt64, at place: Int64) throws {
            try withUnsafeBytes(of: value.bigEndian) { try file.write($0, at: place) }
        }
    }
#endif
