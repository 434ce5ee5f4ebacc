import Foundation
import MultiPlayerKit
import Synchronization

/// Takes bytes that arrive. One thread at a time calls these methods.
extension MediaCopy {
    /// The version that the bytes here are known to be of, for the check of a response.
    var known: MediaVersion? { state.withLock(\.version) }

    /// Adopts what an accepted response says, and makes room for its bytes.
    func answered(_ answer: ResponseCheck.Acceptance) {
        let needsPlace = state.withLock { state -> Bool in
            var version = answer.version
            version.length = version.length ?? state.length
            if let known = state.version, known.isProven, !version.isProven {
                // As far as can be told the bytes are the same; the proven version stays.
                version = known
                version.length = known.length ?? answer.version.length
            }
            state.version = version
            state.contentType = answer.contentType ?? state.contentType
            state.length = version.length
            state.hasCertainEnd = answer.hasCertainEnd
            return state.stored == nil && !state.isDiskless && !state.isRetired && version.length != 0
        }
        if needsPlace { makePlace() }
        tellWatchers()
    }

    private func makePlace() {
        let (version, contentType) = state.withLock { ($0.version ?? MediaVersion(), $0.contentType) }
        let ending = FileEnding.of(contentType: contentType, url: url)
        let stored = try? folder.create(name, version: version, contentType: contentType, ending: ending)
        state.withLock { state in
            state.stored = stored
            state.isDiskless = stored == nil
        }
    }

    /// Called with bytes that are no longer here; `true`: others displaced them.
    typealias Loss = (_ range: Range<Int64>, _ isCrowdedOut: Bool) -> Void

    enum Taking: Equatable {
        case taken
        /// Bytes that are already here differ.
        case differs
    }

    /// Takes bytes of a transfer, in order and without gaps. The caller notifies watchers, once it has noted what came.
    ///
    /// - Parameter lost: called with bytes that had to be dropped.
    func take(
        _ bytes: Data, at start: Int64, from transfer: FetchPlan.TransferID, lost: Loss
    ) -> Taking {
        let range = start..<start + Int64(bytes.count)
        let here = state.withLock { $0.present.present(in: range) }
        // Repeated bytes have to be the same.
        for piece in here where !isSame(bytes, at: start, in: piece, lost: lost) { return .differs }
        for gap in state.withLock({ $0.present.missing(in: range) }) {
            let first = bytes.startIndex + Int(gap.lowerBound - start)
            append(bytes[first..<first + Int(gap.upperBound - gap.lowerBound)], at: gap.lowerBound, of: transfer, lost)
        }
        return .taken
    }

    private func isSame(
        _ bytes: Data, at start: Int64, in piece: Range<Int64>, lost: Loss
    ) -> Bool {
        var position = piece.lowerBound
        while position < piece.upperBound {
            let count = Int(piece.upperBound - position)
            guard case .bytes(let mine) = read(position, count: count, watch: nil, lost: lost) else {
                // The bytes were lost meanwhile; these replace them.
                return true
            }
            let first = bytes.startIndex + Int(position - start)
            guard bytes[first..<first + mine.count].elementsEqual(mine) else { return false }
            position += Int64(mine.count)
        }
        return true
    }

    private func append(
        _ bytes: Data, at start: Int64, of transfer: FetchPlan.TransferID, _ lost: Loss
    ) {
        if let tail = state.withLock({ $0.tails[transfer] }), tail.range.upperBound != start { flush(transfer, lost) }
        state.withLock { state in
            var tail = state.tails[transfer] ?? Held(start: start, bytes: Data())
            tail.bytes.append(bytes)
            state.tails[transfer] = tail
        }
        // Cut at multiples of a run's length, so that runs of several transfers fit together.
        let longest = Int64(StoreIndex.longestRun)
        while let tail = state.withLock({ $0.tails[transfer] }) {
            let cut = (tail.start / longest + 1) * longest
            guard tail.range.upperBound >= cut else { return }
            let run = Held(start: tail.start, bytes: Data(tail.bytes.prefix(Int(cut - tail.start))))
            state.withLock { state in
                let rest = Data(tail.bytes.dropFirst(run.bytes.count))
                state.tails[transfer] = rest.isEmpty ? nil : Held(start: cut, bytes: rest)
                state.held.append(run)
            }
            store(run, lost)
        }
    }

    /// Stores the last bytes of a transfer. Call it when the transfer ends.
    func flush(_ transfer: FetchPlan.TransferID, _ lost: Loss) {
        let run = state.withLock { state -> Held? in
            guard let tail = state.tails.removeValue(forKey: transfer), !tail.bytes.isEmpty else { return nil }
            state.held.append(tail)
            return tail
        }
        if let run { store(run, lost) }
    }

    /// Stores all that is in memory, as far as the disk takes it; there may be room now that was missing before.
    func flushAll(_ lost: Loss) {
        for transfer in state.withLock({ Array($0.tails.keys) }) { flush(transfer, lost) }
        for run in state.withLock(\.held) { store(run, lost) }
    }

    /// Notes the length of a body that had an unknown length and has ended.
    func ended(at length: Int64) {
        let stored = state.withLock { state -> StoredMedia? in
            guard state.length == nil else { return nil }
            state.length = length
            state.version?.length = length
            return state.hasCertainEnd ? state.stored : nil
        }
        try? stored?.append(.length(length))
        tellWatchers()
    }

    /// Marks the copy as replaced by another version: nothing is written any more.
    func retire() {
        state.withLock { $0.isRetired = true }
        tellWatchers()
    }

    /// Moves a run from memory to disk. Bytes that the disk does not take stay in memory, as many as there is room for.
    private func store(_ run: Held, _ lost: Loss) {
        let stored = state.withLock { $0.isRetired || $0.isDiskless ? nil : $0.stored }
        guard let stored, folder.reserve(run.range, of: name) else {
            limitMemory(lost)
            return
        }
        while true {
            do {
                let written = try stored.write(run.bytes, at: run.start)
                state.withLock { state in
                    state.table.insert(written)
                    state.trusted.insert(written.range)
                    state.held.removeAll { $0.start == run.start && $0.bytes.count == run.bytes.count }
                }
                folder.succeeded()
                return
            } catch {
                if let error = error as? PosixError, folder.refused(error) { continue }
                folder.giveBack(run.range, of: name)
                limitMemory(lost)
                return
            }
        }
    }

    /// Several times what a player reads ahead.
    static let memoryLimit = 32 << 20

    private func limitMemory(_ lost: Loss) {
        let gone = state.withLock { state -> [Range<Int64>] in
            var gone: [Range<Int64>] = []
            var total = state.held.reduce(0) { $0 + $1.bytes.count }
            while total > Self.memoryLimit, let oldest = state.held.first {
                state.held.removeFirst()
                total -= oldest.bytes.count
                gone.append(oldest.range)
            }
            return gone
        }
        for range in gone { lost(range, true) }
    }
}

/// File name extensions, which players check first to learn a file's type. Only known ones are used: nothing of an
/// address reaches the disk.
enum FileEnding {
    private static let ofTypes = [
        "video/mp4": "mp4", "application/mp4": "mp4", "video/quicktime": "mov", "video/x-m4v": "m4v",
        "video/webm": "webm", "video/x-matroska": "mkv", "video/mp2t": "ts", "video/3gpp": "3gp", "audio/mp4": "m4a",
        "audio/mpeg": "mp3", "audio/aac": "aac", "audio/wav": "wav", "audio/x-wav": "wav", "video/x-msvideo": "avi",
        "video/mpeg": "mpg", "video/ogg": "ogv",
    ]

    /// For whatever has no known one.
    private static let other = "media"

    /// All that files have been given: the cache takes no other file for its own, so none may be taken away.
    static let all = Set(ofTypes.values).union([other])

    static func of(contentType: String?, url: URL) -> String {
        if let ending = contentType.flatMap({ ofTypes[$0] }) { return ending }
        // Servers that know no better say `application/octet-stream`.
        let ending = url.pathExtension.lowercased()
        return all.contains(ending) ? ending : other
    }
}
