#if os(Linux)
    import Foundation
    import Testing

    /// A file of a recording, as the report lists it.
    struct RecordedPart {
        var file: String
        var firstTick: Int
        var ticks: Int

        /// All parts, and the number of ticks that are in none.
        static func all(of report: [String: Any]) throws -> (parts: [RecordedPart], missing: Int) {
            let recording = try #require(report["recording"] as? [String: Any])
            let parts = try #require(recording["parts"] as? [[String: Any]]).map { part in
                RecordedPart(
                    file: try #require(part["file"] as? String), firstTick: try #require(part["firstTick"] as? Int),
                    ticks: try #require(part["ticks"] as? Int))
            }
            return (parts, try #require(recording["ticksNotRecorded"] as? Int))
        }
    }
#endif
