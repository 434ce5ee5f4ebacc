import Foundation

/// Stores what a budget has learned from one run of the program to the next, for each device and system version.
///
/// It is a file in the user's cache folder: what is lost with it is learned again within seconds.
struct BudgetKeeper: Sendable {
    private let url: URL

    /// - Parameter folder: where the file lies; by default the user's cache.
    init(in folder: URL? = nil) {
        let caches = folder ?? FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
        let base = caches ?? URL(fileURLWithPath: NSTemporaryDirectory())
        // Another system version may come with other decoders; another machine may share the home folder.
        let info = ProcessInfo.processInfo
        let version = info.operatingSystemVersion
        let device = "\(info.processorCount)-\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
        url = base.appendingPathComponent("MultiPlayerKit", isDirectory: true)
            .appendingPathComponent("budget-\(device).json")
    }

    /// Returns what is stored; `nil` if there is nothing, or it cannot be read.
    func read() -> BudgetMemory? {
        guard let data = try? Data(contentsOf: url) else { return nil }
        return try? JSONDecoder().decode(BudgetMemory.self, from: data)
    }

    /// Ignores errors: what cannot be written is learned again.
    func write(_ memory: BudgetMemory) {
        guard let data = try? JSONEncoder().encode(memory) else { return }
        try? FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? data.write(to: url, options: .atomic)
    }
}

/// What a budget has learned about its device, for the next run to begin with.
struct BudgetMemory: Codable, Equatable, Sendable {
    /// The number of decoders at once; `nil`: none was ever refused.
    var sessions: Int?
    /// Work a second (``DecodeCost/work``), where processor use is not measured; `nil`: it was never too much.
    var work: Double?
    /// Processor seconds per unit of work; `nil`: not measured.
    var secondsPerWork: Double?

    /// Whether the difference is worth storing.
    func isFar(from other: BudgetMemory) -> Bool {
        func far(_ left: Double?, _ right: Double?) -> Bool {
            guard let left, let right else { return (left == nil) != (right == nil) }
            return abs(left - right) > 0.05 * max(abs(left), abs(right))
        }
        return sessions != other.sessions || far(work, other.work) || far(secondsPerWork, other.secondsPerWork)
    }
}
