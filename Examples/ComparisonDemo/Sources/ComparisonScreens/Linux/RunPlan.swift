#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitKiosk

    /// A run's inputs and outputs, found and checked before anything plays.
    struct RunPlan {
        /// Something that makes the run impossible, for standard error.
        struct Refusal: Error {
            var text: String
        }

        /// Where a run without a window leaves its results when none was asked for.
        static let folder = "recordings"

        var members: [URL]
        var background: URL?
        /// What the members and the background were given as, without what may be secret.
        var names: (members: [String], background: String?)
        var recording: URL?
        var snapshot: URL?
        var report: URL?
        /// Of measuring.
        var (csv, graph): (URL?, URL?)
        /// Of measuring and aligning.
        var session: URL?
        /// What no output may replace.
        let reserved: [Reserved]
        /// For the report, on its disk.
        private(set) var ballast: Ballast?
        /// Whether the results are the demo's own idea, and so have to be told.
        var announcesResults = false

        var hasResults: Bool { recording != nil || snapshot != nil || report != nil }

        init(_ options: ScreenOptions) throws(Refusal) {
            var files: [URL] = []
            for source in options.sources { files.append(try Self.address(source)) }
            if files.isEmpty { files = OwnClips.pair }
            // A feed may have a million cells: it looks its files up.
            members = options.feed == nil ? options.perMember(files) : files
            if let given = options.background {
                background = try Self.address(given)
            } else if options.hasBackground {
                background = OwnClips.background
            }
            reserved =
                (files + [background].compactMap { $0 }).map { Reserved(url: $0, role: "an input") } + Self.ownClips
            let given = options.sources.map(SourceAddress.shown)
            names = (
                given.isEmpty ? members.map(\.path) : options.feed == nil ? options.perMember(given) : given,
                options.background.map(SourceAddress.shown) ?? background?.path
            )
            recording = try options.recordPath.map(Self.output)
            snapshot = try options.snapshotPath.map(Self.output)
            report = try options.reportPath.map(Self.output)
            try checkGoals()
            keepRoom()
        }

        /// Two videos to measure, and where the figures go.
        init(_ options: MeasureOptions) throws(Refusal) {
            try self.init(options.videos)
            csv = try options.csvPath.map(Self.output)
            graph = try options.graphPath.map(Self.output)
            session = try options.sessionPath.map(Self.output)
            try checkGoals()
        }

        /// Videos to bring into line, and where that is kept.
        init(_ options: AlignOptions) throws(Refusal) {
            try self.init(options.videos)
            session = try options.sessionPath.map(Self.output)
            try checkGoals()
        }

        /// Videos to export, and where to.
        init(_ options: ExportOptions) throws(Refusal) {
            try self.init(options.videos)
            recording = try Self.output(options.path)
            try checkGoals()
        }

        /// A kiosk's results; what it plays its configuration says.
        ///
        /// - Parameter file: where the configuration was read from.
        init(_ options: KioskOptions, _ configuration: KioskConfiguration, from file: URL) throws(Refusal) {
            (members, names) = ([], ([], nil))
            reserved = Self.files(of: configuration, at: file) + Self.ownClips
            recording = try options.recordPath.map(Self.output)
            snapshot = try options.snapshotPath.map(Self.output)
            report = try options.reportPath.map(Self.output)
            try checkGoals()
            keepRoom()
        }

        private mutating func keepRoom() {
            ballast = report.flatMap { Ballast(in: $0.resolvingSymlinksInPath().deletingLastPathComponent()) }
        }

        /// Without a window there must be something to look at afterwards.
        mutating func leaveResults(of options: ScreenOptions) throws(Refusal) {
            guard recording == nil, snapshot == nil, report == nil else { return }
            do {
                try FileManager.default.createDirectory(atPath: Self.folder, withIntermediateDirectories: true)
            } catch {
                throw Refusal(
                    text: "\(Self.folder): output: the folder cannot be made; "
                        + "run it where you may write, or name the results with --record, --snapshot, --report")
            }
            // A run without an end would fill the disk.
            let name = options.screen == .compare ? "comparison" : options.screen.rawValue
            recording = options.isEndless ? nil : try Self.output("\(Self.folder)/\(name).mkv")
            snapshot = try Self.output("\(Self.folder)/\(name).png")
            report = try Self.output("\(Self.folder)/\(name).json")
            try checkGoals()
            keepRoom()
            announcesResults = true
        }

        private static func address(_ text: String) throws(Refusal) -> URL {
            guard let url = SourceAddress.url(text) else {
                // Only its beginning: the rest may hold a password.
                let scheme = text.range(of: "://").map { text[..<$0.upperBound] + "…" } ?? text[...]
                throw Refusal(
                    text: "\(quoted(String(scheme))): source: is no valid address; "
                        + "write spaces and other special characters of an address as %20 and the like")
            }
            return url
        }

        /// Finds out now, and not after the run, whether a file can be written.
        private static func output(_ path: String) throws(Refusal) -> URL {
            let url = URL(fileURLWithPath: path)
            let folder = url.deletingLastPathComponent().path
            var isFolder: ObjCBool = false
            func refusal(_ reason: String, _ cure: String) -> Refusal {
                Refusal(text: "\(path): output: \(reason); \(cure)")
            }
            guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
                throw refusal("its folder does not exist", "make it first: mkdir -p \(quoted(folder))")
            }
            guard isFolder.boolValue else {
                throw refusal("\(folder) is a file, not a folder", "choose a folder that may be written to")
            }
            if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) {
                guard !isFolder.boolValue else { throw refusal("it is a folder", "choose the name of a file") }
                guard access(url.path, W_OK) == 0 else {
                    throw refusal("it exists and may not be overwritten", "choose another name, or remove it")
                }
            }
            // It is written beside what is there, and takes its place at the end.
            if access(url.resolvingSymlinksInPath().deletingLastPathComponent().path, W_OK | X_OK) != 0 {
                throw refusal("its folder may not be written to", "choose another, or give this user the right")
            }
            return url
        }
    }
#endif
