#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitCompare
    import MultiPlayerKitScreen

    extension RunPlan {
        /// Completes the files of a run whose stage has stopped; complains of those that cannot be written.
        ///
        /// A run that has shown nothing replaces nothing: what earlier ones have left stays as it was.
        ///
        /// - Parameters:
        ///   - report: what `--report` writes.
        ///   - isEmpty: whether nothing was shown.
        /// - Returns: whether all of them are there.
        func save(
            _ report: () throws -> Data, of stage: Stage, recording: Recording?, isEmpty: Bool,
            _ console: Console
        ) -> Bool {
            ballast?.drop()
            var isComplete = true
            func attempt(_ body: () throws -> Void, otherwise words: (any Error) -> String) {
                do {
                    try body()
                } catch {
                    console.complain(words(error))
                    isComplete = false
                }
            }
            if !isEmpty {
                attempt({ if let error = recording?.error { throw error } }, otherwise: { "\($0)" })
                if let url = snapshot { attempt({ try stage.writeSnapshot(to: url) }, otherwise: { "\($0)" }) }
            }
            if let url = self.report {
                guard !isEmpty || !FileManager.default.fileExists(atPath: url.path) else {
                    console.complain(
                        "\(url.relativePath): output: this run has shown nothing, so the report of an earlier one stays; "
                            + "give another name for a report of this run")
                    return isComplete
                }
                // A link stays one: what it leads to is replaced.
                attempt({ try report().write(to: url.resolvingSymlinksInPath(), options: .atomic) }) { _ in
                    "\(url.lastPathComponent): output: it cannot be written; "
                        + "choose a folder that exists and may be written to"
                }
            }
            return isComplete
        }

        /// Says where the files are of a run that has shown something.
        ///
        /// - Parameter parts: the files of the recording.
        func nameResults(_ console: Console, parts: [Recording.Part]) {
            if let recording {
                // As it was given; the others lie beside it.
                let folder = (recording.relativePath as NSString).deletingLastPathComponent as NSString
                for (index, part) in parts.enumerated() {
                    let name = folder.appendingPathComponent(part.url.lastPathComponent)
                    console.say("Recording: \(index == 0 ? recording.relativePath : name)")
                }
            }
            for case (let name, let url?) in [("Picture", snapshot), ("Report", report)] {
                console.say("\(name): \(url.relativePath)")
            }
        }

        /// Writes a session to the first free `session-1.json`, `session-2.json` …
        static func keep(_ session: ComparisonSession, _ console: Console) {
            do {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                var number = 1
                var path: String { "\(folder)/session-\(number).json" }
                while FileManager.default.fileExists(atPath: path) { number += 1 }
                try session.write(to: URL(fileURLWithPath: path))
                console.say("Session: \(path)")
            } catch {
                console.complain("\(error)")
            }
        }

        /// Writes a picture of each member into the first free folder `stills-1`, `stills-2` …
        @MainActor
        static func takeStills(of group: PlaybackGroup, _ console: Console) {
            let stills = GroupStills(of: group)
            Task {
                do {
                    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                    var number = 1
                    var path: String { "\(folder)/stills-\(number)" }
                    while FileManager.default.fileExists(atPath: path) { number += 1 }
                    let own = URL(fileURLWithPath: path)
                    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: false)
                    for file in try await stills.write(to: own) {
                        console.say("Still: \(path)/\(file.lastPathComponent)")
                    }
                } catch {
                    console.complain("\(error)")
                }
            }
        }

        /// Writes the picture that a stage shows into the next free file.
        static func takePicture(of stage: Stage, _ console: Console) {
            Task.detached {
                do {
                    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                    var number = 1
                    var path: String { "\(folder)/picture-\(number).png" }
                    while FileManager.default.fileExists(atPath: path) { number += 1 }
                    try stage.writeSnapshot(to: URL(fileURLWithPath: path))
                    console.say("Picture: \(path)")
                } catch {
                    console.complain("\(error)")
                }
            }
        }
    }
#endif
