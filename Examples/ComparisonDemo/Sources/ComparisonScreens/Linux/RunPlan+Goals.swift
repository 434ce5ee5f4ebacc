#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitKiosk

    extension RunPlan {
        /// A file that this run reads or that belongs to somebody else, and what it is to the run.
        struct Reserved {
            var url: URL
            var role: String
        }

        /// The demo's own clips are nobody's goal, whether they play or not.
        static var ownClips: [Reserved] {
            (OwnClips.pair + [OwnClips.background]).map { Reserved(url: $0, role: "one of the demo's own clips") }
        }

        /// Everything that a kiosk's configuration names, and the configuration itself.
        static func files(of configuration: KioskConfiguration, at file: URL) -> [Reserved] {
            let tracks = configuration.screens.flatMap(\.tracks)
            let sources = tracks.flatMap(\.clips).flatMap { [$0.source.url] + $0.source.otherSizes }
            let watch = [configuration.watch.socket, configuration.watch.heartbeat].compactMap { $0 }
            return [Reserved(url: file, role: "the configuration")]
                + sources.map { Reserved(url: $0, role: "a clip of the configuration") }
                + tracks.compactMap(\.poster).map { Reserved(url: $0, role: "a poster of the configuration") }
                + watch.map { Reserved(url: $0, role: "a file of the configuration's watch") }
        }

        /// Refuses a goal that would replace something else, by whatever name the two are called.
        func checkGoals() throws(Refusal) {
            var taken: [FileIdentity: Reserved] = [:]
            for file in reserved where file.url.isFileURL {
                let identity = FileIdentity(file.url.path)
                if taken[identity] == nil { taken[identity] = file }
            }
            for goal in [recording, snapshot, report, csv, graph, session].compactMap({ $0 }) {
                let identity = FileIdentity(goal.path)
                if let other = taken[identity] {
                    throw Refusal(
                        text: "\(goal.relativePath): output: it is \(other.role), \(quoted(other.url.relativePath)), "
                            + "which would be overwritten; choose another name")
                }
                taken[identity] = Reserved(url: goal, role: "another output")
            }
        }
    }
#endif
