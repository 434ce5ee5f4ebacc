#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitCompare
    import MultiPlayerKitScreen

    extension ScreenRun {
        /// Checks, opens the outputs, and plays; returns the exit code.
        static func run(_ options: ScreenOptions, _ console: Console) async -> Int32 {
            do {
                let (options, session) = try options.opened()
                var plan = try RunPlan(options)
                let rate = FrameRate(Int64(options.ticksPerSecond.numerator), Int64(options.ticksPerSecond.denominator))
                let size = CGSize(width: options.size.width, height: options.size.height)
                options.budget.govern(.shared)
                let stage = try Stage(size: size, rate: rate)
                let window = try openWindow(for: options, on: stage, console)
                if window == nil { try plan.leaveResults(of: options) }
                let run = try ScreenRun(options, session, plan, stage, console)
                if let window { run.use(window) }
                run.announce()
                return await run.play()
            } catch let refusal as RunPlan.Refusal {
                console.complain(refusal.text)
            } catch {
                console.complain("\(error)")
            }
            return CommandLineMistake.exitCode
        }

        /// A window where one is wanted; where it was not asked for, not getting one is no error.
        static func openWindow(
            for options: ScreenOptions, on stage: Stage, _ console: Console
        ) throws -> StageWindow? {
            guard options.display == .window || (options.display == .automatic && StageWindow.hasDisplay) else {
                return nil
            }
            let window = StageWindow(title: "ComparisonDemo", place: WindowMemory(stage: options.size).place)
            do {
                try stage.add(window)
                return window
            } catch  where options.display == .automatic {
                console.complain("\(error)")
                console.complain("It plays without a window.")
                return nil
            }
        }

        private func use(_ window: StageWindow) {
            let (deliver, inputs) = (deliver, window.inputs)
            Task.detached {
                for await input in inputs { deliver.yield(.window(input)) }
            }
            self.window = WindowScreen(window, stage: stage, model: model, drawing: drawing)
        }

        /// Opens what was dropped on the window: session files begin anew, others join.
        func open(_ paths: [String]) {
            for path in paths {
                guard ScreenAction.isSession(path) else {
                    model.add(URL(fileURLWithPath: path))
                    names.members.append(path)
                    log.note("added", path, member: model.group.members.count)
                    continue
                }
                guard options.grid == nil else {
                    console.complain("\(path): session: a grid opens none; drop it on a comparison")
                    continue
                }
                do throws(SessionError) {
                    try model.open(session: path)
                    names = (model.options.sources, model.options.background)
                    newcomers = [:]
                    log.note("opened", path)
                } catch {
                    console.complain(lines: error.description)
                }
            }
        }

        /// Has a video get ready to take a member's place.
        func replace(_ number: Int, with path: String) {
            guard let id = model.replace(number, with: URL(fileURLWithPath: path)) else { return }
            // The last one for a place counts.
            newcomers = newcomers.filter { $0.value.number != number }
            newcomers[id] = (path, number)
            log.note("replacing", path, member: number)
        }

        /// Names of files that fit into a line or two.
        private static let namesTold = 4

        private func announce() {
            let files = options.perFile(plan.members).map(\.lastPathComponent)
            let rest = files.count > Self.namesTold ? " and \(files.count - Self.namesTold) more" : ""
            let what = files.prefix(Self.namesTold).joined(separator: ", ") + rest
            let tiles = options.grid.map { "\($0.tiles) tiles of " } ?? ""
            let behind = plan.background.map { " over \($0.lastPathComponent)" } ?? ""
            let how = window == nil ? "without a window, in real time" : "in a window; q quits, ? lists the keys"
            console.say("Playing \(tiles)\(what)\(behind), \(how).")
        }
    }
#endif
