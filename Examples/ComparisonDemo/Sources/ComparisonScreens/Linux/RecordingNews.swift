#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen

    /// Something that was said about a recording while it was written.
    struct RecordingNews: Sendable {
        /// The newest of them are kept; a recording may run for months.
        private static let most = 1_000

        var host: HostTime
        /// Seconds since 1970, by the system's clock.
        var date: Double
        var text: String

        /// Says on standard error what happens to a recording; gives all of it when the recording is finished.
        static func tell(of recording: Recording, _ console: Console) -> Task<[RecordingNews], Never> {
            let events = recording.events
            return Task.detached {
                var all: [RecordingNews] = []
                for await event in events {
                    console.complain(event.description)
                    all.append(
                        RecordingNews(host: .now, date: Date().timeIntervalSince1970, text: event.description))
                    if all.count > most { all.removeFirst() }
                }
                return all
            }
        }
    }

    extension RecordingReport {
        init(_ recording: Recording) {
            self.init(
                parts: recording.parts.map {
                    Part(file: $0.url.lastPathComponent, firstTick: $0.firstTick, ticks: $0.tickCount)
                }, ticksNotRecorded: recording.unrecordedTickCount)
        }
    }
#endif
