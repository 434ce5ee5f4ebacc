#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitKiosk

    /// What a run of a kiosk leaves, as the file that `--report` writes.
    struct KioskReport: Encodable {
        struct Event: Encodable {
            /// Seconds since 1970, by the system's clock.
            var at: Double
            var text: String
        }

        let schema = 1
        var status: KioskStatus
        /// Shared time of each tick that the recording was given, seconds since 1970; empty without a recording.
        var tickTimes: [Double]
        var events: [Event]
        /// Which of those ticks are where; null without a recording.
        @OrNull var recording: RecordingReport?

        func json() throws -> Data {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(self) + Data("\n".utf8)
        }
    }
#endif
