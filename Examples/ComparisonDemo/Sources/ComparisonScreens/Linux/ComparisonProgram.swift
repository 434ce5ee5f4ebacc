#if os(Linux)
    import Foundation
    import MultiPlayerKit

    /// The demo as a program of the command line.
    public enum ComparisonProgram {
        /// Does what the arguments say.
        ///
        /// - Parameter arguments: without the program's name.
        /// - Returns: the exit code: 0 done; 1 a member failed while playing, or an output lacks something; 2 bad arguments or
        ///   unplayable input; 130 interrupted, everything written is complete.
        @MainActor
        public static func run(_ arguments: [String]) async -> Int32 {
            // A closed pipe is an error to be read, not a signal to die of.
            signal(SIGPIPE, SIG_IGN)
            // A limit to the size of files is a full disk to a recording.
            signal(SIGXFSZ, SIG_IGN)
            let console = Console()
            // Of a run the results are in files: who does not read along is not waited for.
            var patience: DispatchTimeInterval?
            defer { console.flush(atMost: patience) }
            do throws(CommandLineMistake) {
                switch try Invocation.parse(arguments) {
                case .help: console.say(lines: DemoText.help)
                case .version: console.say(DemoText.version)
                case .status(let socket): return KioskRun.printStatus(of: socket, console)
                case .kiosk(let options):
                    patience = .seconds(1)
                    return await KioskRun.run(options, console)
                case .measure(let options): return await MeasureRun.run(options, console)
                case .align(let options): return await AlignRun.run(options, console)
                case .export(let options): return await ExportRun.run(options, console)
                case .play(let options):
                    patience = .seconds(1)
                    return options.feed == nil
                        ? await ScreenRun.run(options, console) : await FeedRun.run(options, console)
                }
                return 0
            } catch {
                console.complain(lines: error.description)
                return CommandLineMistake.exitCode
            }
        }
    }
#endif
