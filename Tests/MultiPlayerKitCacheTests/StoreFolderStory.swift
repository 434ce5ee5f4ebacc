import Foundation
import MultiPlayerKitTestSupport

@testable import MultiPlayerKit
@testable import MultiPlayerKitCache
@testable import TestTools

/// One random session of a folder with its owner and a guest. Both are in this process: a lock belongs to an open file.
struct StoreFolderStory {
    private struct Resource {
        let name: String
        /// Its newest version, where there was one.
        var dataPath: String?
        /// Bytes of it that were written, without gaps.
        var end: Int64 = 0
        var isSealed = false
        /// What the owner has open.
        var owned: StoredMedia?
        /// Removed while the owner has it open, so that its index is gone already.
        var isDoomed = false
        /// What the guest has open.
        var read: StoredMedia?
        /// The owner has replaced what the guest has open, or has removed what both had open. That takes the file away.
        var isReadGone = false

        var isLocked: Bool { read != nil && !isReadGone }
    }

    private let bench: CacheBench
    private var numbers: SplitMix
    private var limit: Int64
    private var owner: StoreFolder
    private let guest: StoreFolder
    private var resources: [Resource]
    private var broken: [String] = []

    private static let page: Int64 = 4_096
    /// In pages: from two short runs to a few runs of each resource.
    private static let limits: ClosedRange<Int64> = 30...120
    private static let full = PosixError("write", ENOSPC)
    private static let tooLong = PosixError("write", EFBIG)

    init(seed: UInt64) throws {
        numbers = SplitMix(seed: seed)
        bench = try CacheBench()
        // No more, so that the slack is less than a run.
        resources = (0..<4).map { Resource(name: String(repeating: "0\($0)", count: 32)) }
        limit = Self.page * Int64.random(in: Self.limits, using: &numbers)
        owner = StoreFolder(bench.folder, limit: limit)
        owner.open()
        guest = StoreFolder(bench.folder, limit: limit)
    }

    /// Plays it and returns the rules that were broken.
    mutating func run(steps: Int) throws -> [String] {
        defer { bench.remove() }
        for _ in 0..<steps {
            try act(resources.indices.randomElement(using: &numbers) ?? 0)
            check()
            if !broken.isEmpty { break }
        }
        return broken
    }

    private mutating func act(_ index: Int) throws {
        switch Int.random(in: 0..<24, using: &numbers) {
        case 0...3: try open(index)
        case 4...9: try write(index)
        case 10...11: try failToWrite(index)
        case 12...13: try seal(index)
        case 14...16: leave(index)
        case 17...19: try read(index)
        case 20: stopReading(index)
        case 21: remove(index)
        case 22: discard(index)
        default: if numbers.oneIn(3) { restart() }
        }
    }

    // MARK: The owner

    private mutating func open(_ index: Int) throws {
        guard resources[index].owned == nil else { return }
        let name = resources[index].name
        let isThere = isStored(index)
        if let (stored, contents) = try owner.use(name) {
            if contents.isSealed != resources[index].isSealed { broken.append("\(index) is not as it was sealed") }
            verify(stored, contents, index)
            resources[index].owned = stored
            return
        }
        if isThere { broken.append("\(index) is stored, and the owner does not find it") }
        // A new version replaces whatever there was, even if it cannot be created.
        replace(index)
        let hasRoom = canMakeRoom(for: 2 * Self.page)
        do {
            let stored = try owner.create(name, version: MediaVersion(), contentType: nil, ending: "mp4")
            (resources[index].owned, resources[index].dataPath) = (stored, stored.dataPath)
        } catch {
            if hasRoom { broken.append("\(index) is not created although there is room: \(error)") }
            owner.leave(name)
        }
    }

    private mutating func write(_ index: Int) throws {
        guard let stored = resources[index].owned, let run = reserve(index) else { return }
        try write(run, of: index, to: stored)
    }

    /// The disk refuses a run, which may fit once others have gone.
    private mutating func failToWrite(_ index: Int) throws {
        guard let stored = resources[index].owned, let run = reserve(index) else { return }
        if numbers.oneIn(4) {
            let before = fileCount
            if owner.refused(Self.tooLong) || fileCount != before { broken.append("a long file costs another") }
            return owner.giveBack(run, of: resources[index].name)
        }
        while true {
            let before = storedCount
            guard owner.refused(Self.full) else { break }
            // Each time one goes, so this ends.
            guard storedCount == before - 1 else { return broken.append("to be tried again, and nothing has gone") }
            if numbers.oneIn(3) { return try write(run, of: index, to: stored) }
        }
        owner.giveBack(run, of: resources[index].name)
        let left = resources.indices.filter { isStored($0) && isIdle($0) }
        if !left.isEmpty { broken.append("given up although \(left) could go") }
    }

    private mutating func reserve(_ index: Int) -> Range<Int64>? {
        guard !resources[index].isSealed else { return nil }
        // Longer than the slack, and no longer than a run may be.
        let count = Self.page * Int64.random(in: 9...16, using: &numbers)
        let run = resources[index].end..<resources[index].end + count
        let hasRoom = canMakeRoom(for: count + 32)
        let before = fileCount
        if owner.reserve(run, of: resources[index].name) {
            if owner.bytes > limit { broken.append("more than the limit: \(owner.bytes) of \(limit)") }
            return run
        }
        if hasRoom { broken.append("no room for \(index), although others could go") }
        if fileCount != before { broken.append("something was deleted in vain") }
        return nil
    }

    private mutating func write(_ run: Range<Int64>, of index: Int, to stored: StoredMedia) throws {
        _ = try stored.write(Data(repeating: UInt8(index), count: run.count), at: run.lowerBound)
        resources[index].end = run.upperBound
        owner.succeeded()
    }

    /// Like `StoredMedia.seal`, but without waiting for the disk.
    private mutating func seal(_ index: Int) throws {
        guard let stored = resources[index].owned, !resources[index].isSealed, !resources[index].isDoomed,
            resources[index].end > 0, let facts = PosixFile.facts(of: stored.dataPath)
        else { return }
        try stored.append(.length(resources[index].end))
        try stored.append(.sealed(modifiedAt: facts.modifiedAt))
        resources[index].isSealed = true
    }

    private mutating func leave(_ index: Int) {
        guard resources[index].owned != nil else { return }
        owner.leave(resources[index].name)
        resources[index].owned = nil
        if resources[index].isDoomed { replace(index) }
    }

    private mutating func remove(_ index: Int) {
        owner.remove(resources[index].name)
        if resources[index].owned != nil {
            resources[index].isDoomed = true
        } else if !resources[index].isLocked, isStored(index) {
            broken.append("\(index) was removed and is still there")
        }
    }

    private mutating func discard(_ index: Int) {
        guard resources[index].owned != nil else { return }
        owner.discard(resources[index].name)
        replace(index)
        leave(index)
    }

    /// Another process becomes the owner, with a limit of its own, after the first has closed everything or has crashed.
    private mutating func restart() {
        if numbers.oneIn(2) { for index in resources.indices { leave(index) } }
        for index in resources.indices {
            resources[index].owned = nil
            if resources[index].isDoomed { replace(index) }
        }
        limit = Self.page * Int64.random(in: Self.limits, using: &numbers)
        owner = StoreFolder(bench.folder, limit: limit)
        owner.open()
        let left = resources.indices.filter { isStored($0) && isIdle($0) }
        if owner.bytes > limit, !left.isEmpty { broken.append("\(owner.bytes) of \(limit) although \(left) could go") }
    }

    /// The newest version of a resource is gone, whoever reads it.
    private mutating func replace(_ index: Int) {
        (resources[index].dataPath, resources[index].end) = (nil, 0)
        (resources[index].isSealed, resources[index].isDoomed) = (false, false)
        resources[index].isReadGone = true
    }

    // MARK: The guest

    private mutating func read(_ index: Int) throws {
        guard resources[index].read == nil else { return }
        let isExpected = resources[index].isSealed && isStored(index)
        let found = try guest.use(resources[index].name)
        if (found != nil) != isExpected { broken.append("the guest finds \(index): \(found != nil)") }
        guard let (stored, contents) = found else { return guest.leave(resources[index].name) }
        verify(stored, contents, index)
        (resources[index].read, resources[index].isReadGone) = (stored, false)
    }

    private mutating func stopReading(_ index: Int) {
        guard resources[index].read != nil else { return }
        guest.leave(resources[index].name)
        resources[index].read = nil
    }

    // MARK: Rules

    private mutating func verify(_ stored: StoredMedia, _ contents: StoredMedia.Contents, _ index: Int) {
        let end = contents.runs.map(\.range.upperBound).max() ?? 0
        guard end == resources[index].end, contents.runs.allSatisfy({ stored.check($0) != nil }) else {
            return broken.append("\(index) does not hold what was written: \(end) of \(resources[index].end)")
        }
    }

    private mutating func check() {
        for (index, resource) in resources.enumerated() where resource.isLocked {
            guard let path = resource.read?.dataPath, PosixFile.facts(of: path) == nil else { continue }
            broken.append("\(index) was deleted under its reader")
        }
        let onDisk = resources.indices.reduce(0) { $0 + bytes(of: $1) }
        if abs(owner.bytes - onDisk) > slack { broken.append("\(owner.bytes) bytes are counted, and \(onDisk) used") }
    }

    /// Records are counted by their length, and take whole pages. What is doomed is counted with its index.
    private var slack: Int64 { 2 * Self.page * Int64(resources.count) }

    /// Whether both files of the newest version are there.
    private func isStored(_ index: Int) -> Bool {
        guard let path = resources[index].dataPath else { return false }
        return PosixFile.facts(of: path) != nil && PosixFile.facts(of: indexPath(index)) != nil
    }

    private func isIdle(_ index: Int) -> Bool { resources[index].owned == nil && !resources[index].isLocked }

    /// Whether a request must succeed: everything that nobody has open may go for it.
    private func canMakeRoom(for needed: Int64) -> Bool {
        let kept = resources.indices.filter { !isIdle($0) }.reduce(0) { $0 + bytes(of: $1) }
        return kept + needed + slack <= limit
    }

    private func indexPath(_ index: Int) -> String {
        bench.folder.path + "/" + StoreName.index(of: resources[index].name)
    }

    /// What its files take on the disk, in whole pages. They have no holes.
    private func bytes(of index: Int) -> Int64 {
        [indexPath(index), resources[index].dataPath].reduce(0) { sum, path in
            let size = path.flatMap(PosixFile.facts(of:))?.size ?? 0
            return sum + (size + Self.page - 1) / Self.page * Self.page
        }
    }

    private var storedCount: Int { resources.indices.count(where: isStored) }

    private var fileCount: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: bench.folder.path))?.count ?? 0
    }
}
