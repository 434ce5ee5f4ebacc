import Foundation

/// Stores what a budget has learned from one run of the program to the next, for each device and system version.
///
/// It is a file in the user's cache folder: what is lost with it is learned again within seconds.
struct BudgetKeeper: Sendable {
    private struct Record: Codable {
        var machine: String
        var memory: BudgetMemory
    }

    private let url: URL
    private let machine: String

    /// - Parameters:
    ///   - budget: tells a program's budgets apart.
    ///   - program: by default this one.
    ///   - machine: by default this one.
    ///   - folder: where the file lies; by default the user's cache.
    init(of budget: String, program: String? = nil, machine: String? = nil, in folder: URL? = nil) {
        let caches = folder ?? FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
        let base = caches ?? URL(fileURLWithPath: NSTemporaryDirectory())
        // How many decoders a budget got depends on what other programs and budgets held, so each has its own file.
        // Another system version may come with other decoders.
        let info = ProcessInfo.processInfo
        let version = info.operatingSystemVersion
        let device = "\(info.processorCount)-\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
        url = base.appendingPathComponent("MultiPlayerKit", isDirectory: true)
            .appendingPathComponent("budget-\(program ?? info.processName)-\(budget)-\(device).json")
        self.machine = machine ?? Self.thisMachine
    }

    /// The name of a Linux machine; empty elsewhere, where machines do not share a home folder.
    private static var thisMachine: String {
        let name = try? Data(contentsOf: URL(fileURLWithPath: "/proc/sys/kernel/hostname"))
        return name.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Returns what is stored; `nil` if there is nothing, it cannot be read, or it was learned on another machine that
    /// shares the folder.
    func read() -> BudgetMemory? {
        guard let data = try? Data(contentsOf: url),
            let record = try? JSONDecoder().decode(Record.self, from: data), record.machine == machine
        else { return nil }
        return record.memory
    }

    /// Ignores errors: what cannot be written is learned again.
    func write(_ memory: BudgetMemory) {
        guard let data = try? JSONEncoder().encode(Record(machine: machine, memory: memory)) else { return }
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
