/// The files of a recording and the ticks that they hold, as a report has them.
struct RecordingReport: Encodable {
    struct Part: Encodable {
        /// Its name, beside the recording's own.
        var file: String
        /// Counts the ticks that the recording was given, from 0.
        var firstTick: Int
        var ticks: Int
    }

    var parts: [Part]
    /// Ticks that are in none of the parts.
    var ticksNotRecorded: Int
}
