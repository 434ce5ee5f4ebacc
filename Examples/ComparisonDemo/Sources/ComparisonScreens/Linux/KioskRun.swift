#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen
    import MultiPlayerKitKiosk

    /// One run of a kiosk.
    @MainActor
    final class KioskRun {
        private enum Happening: Sendable {
            case event(KioskEvent)
            case over
            case interrupted
        }

        private let options: KioskOptions
        private let plan: RunPlan
        private let console: Console
        private let display: KioskDisplay
        private var events: [KioskReport.Event] = []

        /// Events in a report; a kiosk that runs for months must not fill the memory with them.
        private static let mostEvents = 1_000

        static func run(_ options: KioskOptions, _ console: Console) async -> Int32 {
            do {
                let file = URL(fileURLWithPath: options.configuration)
                guard var configuration = read(file, options, console) else {
                    return CommandLineMistake.wrongConfiguration
                }
                if options.isCheck {
                    console.say("\(file.lastPathComponent): fine: \(configuration.words)")
                    return 0
                }
                if options.isHeadless {
                    for index in configuration.screens.indices { configuration.screens[index].output = .none }
                }
                let plan = try RunPlan(options, configuration, from: file)
                return try await KioskRun(options, plan, KioskDisplay(configuration), console).play()
            } catch let refusal as RunPlan.Refusal {
                console.complain(refusal.text)
                return CommandLineMistake.wrongConfiguration
            } catch {
                console.complain("\(error)")
            }
            return CommandLineMistake.exitCode
        }

        private static func read(_ file: URL, _ options: KioskOptions, _ console: Console) -> KioskConfiguration? {
            do {
                return try KioskConfiguration(contentsOf: file, checkingFiles: options.isCheck)
            } catch {
                // One line for each mistake.
                console.complain(lines: "\(error)")
                return nil
            }
        }

        /// Asks a running kiosk how it is.
        static func printStatus(of socket: String, _ console: Console) -> Int32 {
            do {
                console.say(lines: try KioskStatus.read(from: URL(fileURLWithPath: socket)).summary())
                return 0
            } catch {
                console.complain("\(error)")
                return CommandLineMistake.exitCode
            }
        }

        private init(_ options: KioskOptions, _ plan: RunPlan, _ display: KioskDisplay, _ console: Console) {
            (self.options, self.plan, self.display, self.console) = (options, plan, display, console)
        }

        private func play() async throws -> Int32 {
            let recording = plan.recording.map { Recording(to: $0) }
            let recordingNews = recording.map { RecordingNews.tell(of: $0, console) }
            let times = TickTimes()
            if let recording {
                try display.stages[0].add(recording, from: .groupStart)
                try display.stages[0].add(times, from: .groupStart)
            }
            let (happenings, deliver) = AsyncStream.makeStream(of: Happening.self)
            let (news, closing) = (display.events, display.closeRequests)
            Task.detached { for await event in news { deliver.yield(.event(event)) } }
            Task.detached { for await _ in closing { deliver.yield(.over) } }
            let interruption = Interruption(
                first: { deliver.yield(.interrupted) }, again: { _exit(RunVerdict.interrupted) })
            if let duration = options.duration {
                Task.detached {
                    try? await Task.sleep(for: duration)
                    deliver.yield(.over)
                }
            }
            console.say("Showing \(display.configuration.words). Ctrl-C ends it.")
            do { try display.start() } catch {
                // Takes away what a recording has begun.
                display.stop()
                throw error
            }
            var verdict = RunVerdict()
            for await happening in happenings {
                guard case .event(let event) = happening else {
                    if case .interrupted = happening { verdict.wasInterrupted = true }
                    break
                }
                note(event)
            }
            let status = display.status
            // Off the main actor: completing a recording may take a while.
            await Task.detached { [display] in display.stop() }.value
            for one in await recordingNews?.value ?? [] {
                events.append(KioskReport.Event(at: one.date, text: one.text))
            }
            let report = KioskReport(
                status: status, tickTimes: times.times, events: events.sorted { $0.at < $1.at },
                recording: recording.map(RecordingReport.init))
            let isEmpty = status.screens[0].ticks.presented == 0
            let isSaved = plan.save(
                { try report.json() }, of: display.stages[0], recording: recording, isEmpty: isEmpty, console)
            if !isSaved { verdict.hasLostOutput = true }
            console.say(lines: status.summary())
            if !isEmpty { plan.nameResults(console, parts: recording?.parts ?? []) }
            // Until here a second Ctrl-C ends what takes too long.
            withExtendedLifetime(interruption) {}
            return verdict.exitCode
        }

        private func note(_ event: KioskEvent) {
            let now = Date()
            console.say("\(now.formatted(.iso8601))  \(event)")
            events.append(KioskReport.Event(at: now.timeIntervalSince1970, text: event.description))
            if events.count > Self.mostEvents { events.removeFirst() }
        }
    }

    extension KioskConfiguration {
        /// In a few words.
        fileprivate var words: String {
            func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
            let tiles = screens.flatMap(\.tracks)
            return "\(count(tiles.flatMap(\.clips).count, "clip")) on \(count(tiles.count, "tile")) of "
                + count(screens.count, "screen")
        }
    }
#endif
