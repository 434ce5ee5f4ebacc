#if os(Linux)
    import Foundation
    import MultiPlayerKitScreen

    /// Where the window was, from run to run: a file below `$XDG_STATE_HOME`.
    struct WindowMemory {
        private struct Content: Codable {
            /// The stage that the window had the size for.
            var stage: String
            var place: StageWindow.Place
        }

        private let file: URL
        private let stage: String

        init(stage: StageSize, environment: [String: String] = ProcessInfo.processInfo.environment) {
            let home = FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/state")
            // A relative path is to be ignored, by the standard that defines the variable.
            let named = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
            file = (named ?? home).appending(path: "ComparisonDemo/window.json")
            self.stage = "\(stage.width)x\(stage.height)"
        }

        /// `nil` when there is nothing to remember, or the stage has another size now: then its own size is what was asked
        /// for.
        var place: StageWindow.Place? {
            guard let data = try? Data(contentsOf: file),
                let content = try? JSONDecoder().decode(Content.self, from: data),
                content.stage == stage
            else { return nil }
            return content.place
        }

        /// Does nothing where it cannot be kept: nobody misses it.
        func keep(_ place: StageWindow.Place) {
            guard let data = try? JSONEncoder().encode(Content(stage: stage, place: place)) else { return }
            try? FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try? data.write(to: file, options: .atomic)
        }
    }
#endif
