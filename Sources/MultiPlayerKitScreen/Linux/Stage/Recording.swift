#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit
    import Synchronization

    /// Records every presented tick as one video frame, near lossless: H.264 in Matroska or MP4, by the file's ending.
    ///
    /// The recording is written next to its destination under a hidden name and put in place when complete, in
    /// ``finish()`` at the latest. If no tick was presented, an existing file stays as it was.
    ///
    /// Before its disk is full it completes the file, and continues in `name-2.mkv`, `name-3.mkv` … as soon as there is
    /// room again; these never replace a file. It does the same when writing fails: a Matroska file then ends with what
    /// had been written, states its length but has no index, and lacks some tenths of a second. An MP4 file cannot be
    /// played without its ending, so the part being written is then lost. ``parts`` lists which file holds which ticks.
    public final class Recording: StageOutput {
        /// One complete file, and which of the recording's ticks it holds.
        public struct Part: Hashable, Sendable {
            public let url: URL
            /// The number of the part's first tick, counted from 0 over all ticks given to the recording, including
            /// those not recorded.
            public let firstTick: Int
            public let tickCount: Int
        }

        /// Something that the operator of a recording may want to know. Its `description` is one line, with the cure.
        public struct Event: Hashable, Sendable, CustomStringConvertible {
            /// An open set: compare with the static members.
            public struct Kind: Hashable, Sendable {
                let name: String

                /// Less than a minute of writing is left. Sent once, until there is room again.
                public static let isNearlyFull = Kind(name: "isNearlyFull")
                /// Ticks are not recorded from now on.
                public static let paused = Kind(name: "paused")
                /// Ticks are recorded again.
                public static let resumed = Kind(name: "resumed")
            }

            public let kind: Kind
            public let description: String
        }

        /// A file being written; `first` is `nil` until it has its first tick.
        private struct Writing {
            var number: Int
            var part: RecordingPart
            var first: Int?
        }

        private struct State {
            var format: StageFormat?
            var current: Writing?
            /// Number of files begun.
            var begun = 0
            /// Number of ticks given to the recording.
            var shown = 0
        }

        /// Decisions and results of the work on the queue.
        private struct Books {
            var plan: RecordingPlan?
            var parts: [Part] = []
            /// Files that are written, but not yet complete under their own names.
            var unnamed: [(part: RecordingPart, first: Int)] = []
            /// The latest failure.
            var failure: (text: String, underlying: (any Error)?)?
            /// The number in the name of the last part; the first has none.
            var number = 1
            var isOver = false
        }

        /// How often to check the disk, and to retry if it cannot be written.
        private static let interval = Duration.seconds(1)

        private let url: URL
        private let state = Mutex(State())
        private let books = Mutex(Books())
        private let hub = EventHub<Event>()
        private let timer = Mutex<RepeatingTimer?>(nil)
        /// Files are begun, ended and named on this queue, one after the other.
        private let queue = DispatchQueue(label: "MultiPlayerKit.recording")

        /// - Parameter url: a file ending in .mkv or .mp4; an existing one is replaced when the recording is complete.
        public init(to url: URL) {
            self.url = url
        }

        /// The events from now on. Each call adds a listener; the stream ends with ``finish()``.
        public var events: AsyncStream<Event> { hub.stream() }

        /// The complete files in order; the first has the recording's own name.
        public var parts: [Part] { books.withLock(\.parts) }

        /// The number of ticks given to the recording that are in no complete file. Until ``finish()`` this includes
        /// the current file's.
        public var unrecordedTickCount: Int {
            state.withLock(\.shown) - parts.reduce(0) { $0 + $1.tickCount }
        }

        /// Why ticks given to the recording are missing from its files; `nil` if none is missing, and before
        /// ``finish()``.
        public var error: PlaybackError? {
            let (failure, rests, isOver) = books.withLock {
                ($0.failure, $0.unnamed.map(\.part.output.path), $0.isOver)
            }
            let (lost, shown) = (unrecordedTickCount, state.withLock(\.shown))
            guard isOver, lost > 0 else { return nil }
            let rest = rests.isEmpty ? "" : ", and what was written is \(rests.joined(separator: ", "))"
            return refuse(
                "\(lost) of \(shown) ticks were not recorded: \(failure?.text ?? "they came too late")\(rest)",
                underlying: failure?.underlying)
        }

        public func open(_ format: StageFormat) throws {
            do {
                try queue.sync { try begin(format, least: 0) }
            } catch let error as PosixError {
                throw refuse("the file cannot be written: \(error)", underlying: error)
            } catch let failure as GStreamerFailure {
                throw refuse(failure.text, underlying: failure)
            }
            books.withLock { $0.plan = RecordingPlan(at: .now) }
            let timer = RepeatingTimer("MultiPlayerKit.recording.look", every: Self.interval) { [weak self, queue] in
                queue.sync { self?.look() }
            }
            self.timer.withLock { $0 = timer }
        }

        public func show(_ tick: StageTick) {
            let part = state.withLock { state in
                defer { state.shown += 1 }
                // A file that has its first tick takes all ticks until it ends.
                if state.current?.first == nil { state.current?.first = state.shown }
                return state.current?.part
            }
            _ = part?.push(tick.picture)
        }

        public func finish() {
            let timer = timer.withLock { timer in
                defer { timer = nil }
                return timer
            }
            timer?.stop()
            queue.sync {
                end()
                nameAll()
                books.withLock { books in
                    books.isOver = true
                    for file in books.unnamed { file.part.output.keep() }
                }
                hub.finish()
            }
        }

        // MARK: On the queue

        private func look() {
            nameAll()
            let size = state.withLock(\.current)?.part.size ?? (written: 0, ending: 0)
            let reading = RecordingPlan.Reading(
                room: OutputFile.room(for: url), written: size.written, ending: size.ending)
            for command in books.withLock({ $0.plan?.look(reading, at: .now) ?? [] }) {
                carryOut(command, room: reading.room ?? 0)
            }
        }

        private func carryOut(_ command: RecordingPlan.Command, room: Int64) {
            switch command {
            case .warn(let left):
                tell(
                    .isNearlyFull,
                    "its disk has room for about \(left.components.seconds) s more, and \(Self.megabytes(room)) in all",
                    cure: "make room, or the recording pauses then")
            case .end:
                end()
                pause("its disk is full but for \(Self.megabytes(room))", underlying: nil)
            case .begin: begin()
            }
        }

        /// Handles a failure while writing the part with this number.
        private func failed(_ number: Int) {
            guard state.withLock({ $0.current?.number == number }), let failure = end() else { return }
            pause("writing failed: \(failure.description)", underlying: failure)
            for command in books.withLock({ $0.plan?.failed(at: .now) ?? [] }) { carryOut(command, room: 0) }
        }

        private func begin() {
            guard let format = state.withLock(\.format) else { return }
            do {
                try begin(format, least: books.withLock { $0.plan?.least ?? 0 })
                tell(.resumed, "it is written again, in another file", cure: nil)
            } catch {
                books.withLock { books in
                    books.plan?.refused(at: .now)
                    books.failure = ("\(error)", error)
                }
            }
        }

        private func begin(_ format: StageFormat, least: Int64) throws {
            let number = state.withLock { state in
                state.begun += 1
                return state.begun
            }
            let part = try RecordingPart(beside: url, format, least: least) { [weak self, queue] in
                queue.async { [weak self] in self?.failed(number) }
            }
            state.withLock { ($0.format, $0.current) = (format, Writing(number: number, part: part)) }
        }

        /// Completes the current file as far as possible.
        ///
        /// - Returns: the failure that occurred while it was written, if any.
        @discardableResult
        private func end() -> GStreamerFailure? {
            let current = state.withLock { state in
                defer { state.current = nil }
                return state.current
            }
            guard let current else { return nil }
            current.part.end()
            let failure = current.part.failure
            books.withLock { books in
                if let failure { books.failure = ("writing failed: \(failure.text)", failure) }
                guard let first = current.first else { return current.part.output.discard() }
                books.unnamed.append((current.part, first))
            }
            nameAll()
            return failure
        }

        /// Completes the written files and gives them their names; if that fails now, the next check retries.
        private func nameAll() {
            books.withLock { books in
                while let file = books.unnamed.first {
                    let output = file.part.output
                    do {
                        let count = try file.part.pictures()
                        if count == 0 {
                            output.discard()
                        } else if books.parts.isEmpty {
                            books.parts = [Part(url: try output.commit(), firstTick: file.first, tickCount: count)]
                        } else {
                            let (url, number) = try output.commit(from: books.number + 1)
                            books.number = number
                            books.parts.append(Part(url: url, firstTick: file.first, tickCount: count))
                        }
                        books.unnamed.removeFirst()
                    } catch {
                        books.failure = ("a file cannot be completed: \(error)", error)
                        return
                    }
                }
            }
        }

        private func pause(_ reason: String, underlying: (any Error)?) {
            books.withLock { $0.failure = (reason, underlying) }
            tell(
                .paused, reason,
                cure: "make room, or see to its folder; it goes on in another file when it can be written")
        }

        private func tell(_ kind: Event.Kind, _ reason: String, cure: String?) {
            let words = "\(url.lastPathComponent): output: \(reason)" + (cure.map { "; \($0)" } ?? "")
            hub.send(Event(kind: kind, description: PlainText.line(words)))
        }

        private func refuse(_ reason: String, underlying: (any Error)?) -> PlaybackError {
            PlaybackError(
                .outputFailed, subject: url.lastPathComponent, reason: reason,
                cure: "choose a folder that exists and may be written to", underlying: underlying)
        }

        static func isMatroska(_ url: URL) -> Bool { url.pathExtension.lowercased() != "mp4" }

        private static func megabytes(_ bytes: Int64) -> String {
            String(format: "%.1f MB", Double(bytes) / 1e6)
        }
    }
#endif
