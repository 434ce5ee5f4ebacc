import Foundation

/// Keeps what a budget has learned from one start of the program to the next, for each device and system version.
///
/// A file in the user's cache folder: what is lost with it is learned again within seconds.
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

    /// `nil` when nothing is kept, or what is kept cannot be read.
    func read() -> BudgetMemory? {
        guard let data = try? Data(contentsOf: url) else { return nil }
        return try? JSONDecoder().decode(BudgetMemory.self, from: data)
    }

    /// What cannot be written is learned again.
    func write(_ memory: BudgetMemory) {
        guard let data = try? JSONEncoder().encode(memory) else { return }
        try? FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? data.write(to: url, options: .atomic)
    }
}
