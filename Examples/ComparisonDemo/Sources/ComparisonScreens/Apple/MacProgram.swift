#if os(macOS)
    import AppKit
    import MultiPlayerKit
    import MultiPlayerKitCompare
    import SwiftUI

    /// The demo as a program on a Mac: the same arguments as on Linux, in a window.
    public enum MacProgram {
        /// Opens the window, or says what is wrong with the arguments and exits.
        @MainActor
        public static func run(_ arguments: [String]) -> Never {
            do throws(CommandLineMistake) {
                switch try Invocation.parse(arguments) {
                case .help: leave(0, DemoText.help)
                case .version: leave(0, DemoText.version)
                case .play(let options): open(options)
                case .kiosk, .status, .measure, .export, .align:
                    leave(
                        CommandLineMistake.exitCode,
                        "kiosk, status, measure, export and align are Linux's: on a Mac use KioskView, PictureMeasures, "
                            + "GroupExport and VideoAlignment",
                        to: .standardError)
                }
            } catch {
                leave(CommandLineMistake.exitCode, error.description, to: .standardError)
            }
        }

        @MainActor
        private static func open(_ options: ScreenOptions) -> Never {
            if options.feed != nil {
                leave(CommandLineMistake.exitCode, "feed is Linux's: on a Mac use FeedVideo", to: .standardError)
            }
            if options.display == .headless || options.recordPath != nil || options.snapshotPath != nil
                || options.overlay
            {
                leave(
                    CommandLineMistake.exitCode,
                    "--headless, --record, --snapshot and --overlay are Linux's: there the kit composes the picture",
                    to: .standardError)
            }
            let session: ComparisonSession?
            let opened: ScreenOptions
            do throws(SessionError) {
                (opened, session) = try options.opened()
            } catch {
                leave(CommandLineMistake.exitCode, error.description, to: .standardError)
            }
            // Else file names among the arguments are opened as documents, and raise an alert.
            UserDefaults.standard.register(defaults: ["NSTreatUnknownArgumentsAsOpen": "NO"])
            let run = MacRun(opened)
            let application = NSApplication.shared
            // A program that is no bundle would stay behind the others, without a menu.
            application.setActivationPolicy(.regular)
            let window = NSWindow(
                contentRect: CGRect(x: 0, y: 0, width: options.size.width, height: options.size.height),
                styleMask: [.titled, .closable, .miniaturizable, .resizable], backing: .buffered, defer: false)
            window.title = "ComparisonDemo"
            window.contentView = NSHostingView(
                rootView: ComparisonScreen(options: opened, session: session) { run.note($0, of: $1) })
            window.center()
            window.makeKeyAndOrderFront(nil)
            application.activate()
            application.run()
            exit(run.finish())
        }

        private static func leave(_ code: Int32, _ text: String, to handle: FileHandle = .standardOutput) -> Never {
            handle.write(Data((text + "\n").utf8))
            exit(code)
        }
    }

    /// What a run on a Mac measures and when it ends.
    @MainActor
    final class MacRun {
        private let options: ScreenOptions
        private var log = RunLog()
        private var verdict = RunVerdict()
        private let opening = HostTime.now
        private weak var group: PlaybackGroup?

        init(_ options: ScreenOptions) {
            self.options = options
        }

        func note(_ event: GroupEvent, of group: PlaybackGroup) {
            self.group = group
            let isFirstStart = log.start == nil
            log.note(event, at: .now) { id in group.members.firstIndex(of: id).map { $0 + 1 } }
            switch event {
            case .started where isFirstStart: endAfterDuration()
            case .failed(_, let error), .damaged(_, let error):
                FileHandle.standardError.write(Data((error.description + "\n").utf8))
                verdict.noteFailure(afterStart: log.start != nil)
            default: break
            }
        }

        private func endAfterDuration() {
            guard let duration = options.duration else { return }
            Task {
                try? await Task.sleep(for: duration)
                exit(finish())
            }
        }

        /// Writes the report; returns the exit code.
        func finish() -> Int32 {
            guard let path = options.reportPath, let group else { return verdict.exitCode }
            let report = RunReport(
                group.snapshot, placements: [:],
                sources: (
                    options.perMember(options.sources.isEmpty ? OwnClips.pair.map(\.path) : options.sources),
                    options.background
                ),
                budget: log.budget(capacity: DecoderBudget.shared.snapshot.capacity), cost: ProcessCost(since: opening),
                events: log.events)
            do {
                try report.json().write(to: URL(fileURLWithPath: path), options: .atomic)
            } catch {
                FileHandle.standardError.write(Data("\(path): output: it cannot be written\n".utf8))
                verdict.hasLostOutput = true
            }
            return verdict.exitCode
        }
    }
#endif
