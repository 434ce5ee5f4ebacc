#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen
    import MultiPlayerKitCache
    import MultiPlayerKitFeed

    /// One run of the feed, from the first poster to the last file.
    @MainActor
    final class FeedRun {
        enum Happening: Sendable {
            case action(ScreenAction)
            case window(StageInput)
            /// Time to look around.
            case pulse
            /// The last tick has been shown.
            case over
            case interrupted
        }

        let options: ScreenOptions
        let plan: RunPlan
        let console: Console
        let stage: Stage
        let feed: StageFeed
        let cache: MediaCache
        let scroll: FeedScroll
        let recording: Recording?
        let recordingNews: Task<[RecordingNews], Never>?
        let window: StageWindow?
        let opening = HostTime.now
        var log = RunLog()
        var verdict = RunVerdict()
        private let happenings: AsyncStream<Happening>
        private let deliver: AsyncStream<Happening>.Continuation
        private let pitch: Double
        private var keyboard: KeyboardInput?
        private var interruption: Interruption?
        private var complaints: Set<String> = []
        private var keys = WindowKeys()
        private var isMuted: Bool
        private var isStopped = false
        private var hasStarted = false

        /// How long a scripted run without a window goes on after its last place: to see who plays there.
        private static let rest = Duration.seconds(1)

        static func run(_ options: ScreenOptions, _ console: Console) async -> Int32 {
            do {
                var plan = try RunPlan(options)
                let cache = try await openCache(options, plan, console)
                let rate = FrameRate(Int64(options.ticksPerSecond.numerator), Int64(options.ticksPerSecond.denominator))
                let size = CGSize(width: options.size.width, height: options.size.height)
                options.budget.govern(.shared)
                let stage = try Stage(size: size, rate: rate, background: FeedDecoration.background)
                let window = try ScreenRun.openWindow(for: options, on: stage, console)
                if window == nil { try plan.leaveResults(of: options) }
                let run = try FeedRun(options, plan, stage, window, cache, console)
                return await run.play()
            } catch let refusal as RunPlan.Refusal {
                console.complain(refusal.text)
            } catch {
                console.complain("\(error)")
            }
            return CommandLineMistake.exitCode
        }

        /// A folder that was asked for and cannot be used is an error; without the usual one it plays all the same.
        private static func openCache(
            _ options: ScreenOptions, _ plan: RunPlan, _ console: Console
        ) async throws -> MediaCache {
            let wishes = options.feed ?? FeedOptions()
            let cache = MediaCache(wishes.cacheConfiguration)
            // Files are played from where they are.
            guard !plan.members.allSatisfy(\.isFileURL) else { return cache }
            do {
                try await cache.openStorage()
            } catch  where wishes.cacheFolder == nil {
                console.complain("\(error)")
            }
            return cache
        }

        private init(
            _ options: ScreenOptions, _ plan: RunPlan, _ stage: Stage, _ window: StageWindow?, _ cache: MediaCache,
            _ console: Console
        ) throws {
            let wishes = options.feed ?? FeedOptions()
            (self.options, self.plan, self.stage, self.window, self.console) = (options, plan, stage, window, console)
            self.cache = cache
            let layout = wishes.layout(on: options.size)
            isMuted = !wishes.isAudible
            feed = try StageFeed(on: stage, settings: wishes.settings, layout: layout, isMuted: isMuted) {
                [files = plan.members, cache] cell in
                let url = files[(Int(cell.description) ?? 0) % files.count]
                return options.source(url, cache: url.isFileURL ? nil : cache)
            }
            pitch = Double(wishes.cellSize(on: options.size).height + FeedOptions.gap) + FeedDecoration.captionHeight
            scroll = FeedScroll(wishes, end: wishes.end(of: layout, on: options.size))
            (happenings, deliver) = AsyncStream.makeStream(of: Happening.self)
            recording = plan.recording.map { Recording(to: $0) }
            recordingNews = recording.map { RecordingNews.tell(of: $0, console) }
            if let recording { try stage.add(recording, from: .groupStart) }
            feed.scroll { [scroll] in scroll.place(at: $0, since: $1) }
            let names = plan.members.map { $0.deletingPathExtension().lastPathComponent }
            feed.decorate { FeedDecoration(names: names).marks($0) }
        }

        private func play() async -> Int32 {
            let deliver = deliver
            keyboard = KeyboardInput { deliver.yield(.action($0)) }
            interruption = Interruption(
                first: { deliver.yield(.interrupted) },
                again: { [keyboard] in
                    keyboard?.close()
                    _exit(RunVerdict.interrupted)
                })
            if let inputs = window?.inputs {
                Task.detached {
                    for await input in inputs { deliver.yield(.window(input)) }
                }
            }
            let pulse = Task.detached {
                while !Task.isCancelled {
                    try? await Task.sleep(for: .milliseconds(100))
                    deliver.yield(.pulse)
                }
            }
            announce()
            stage.show(feed)
            stage.start()
            for await happening in happenings where !handle(happening) { break }
            deliver.finish()
            pulse.cancel()
            keyboard?.close()
            return await finish()
        }

        // MARK: Reacting

        /// Handles what happened; false: the run is over.
        private func handle(_ happening: Happening) -> Bool {
            switch happening {
            case .action(let action): return perform(action)
            case .window(let input): return take(input)
            case .pulse:
                lookAround()
                return true
            case .over: return false
            case .interrupted:
                verdict.wasInterrupted = true
                log.note("interrupted", "stopped by a signal")
                return false
            }
        }

        private func perform(_ action: ScreenAction) -> Bool {
            switch action {
            case .quit: return false
            case .togglePlay:
                isStopped.toggle()
                feed.setAbsence(isStopped ? .covered : [])
            case .toggleSound:
                isMuted.toggle()
                feed.act(.setMuted(isMuted))
            case .fullScreen: window?.toggleFullScreen()
            case .snapshot: RunPlan.takePicture(of: stage, console)
            case .toggleHelp: if window != nil { stage.notice = stage.notice == nil ? KeyHelp.feed : nil }
            default: break
            }
            return true
        }

        private func take(_ input: StageInput) -> Bool {
            let screen = Double(options.size.height)
            switch input {
            case .keyDown("Up"): scroll.move(by: -pitch)
            case .keyDown("Down"): scroll.move(by: pitch)
            case .keyDown("Prior"), .keyDown("Page_Up"): scroll.move(by: -0.9 * screen)
            case .keyDown("Next"), .keyDown("Page_Down"): scroll.move(by: 0.9 * screen)
            case .keyDown("Home"): scroll.moveToStart()
            case .keyDown("End"): scroll.moveToEnd()
            case .keyDown(let key): return keys.press(key).map(perform) ?? true
            case .keyUp(let key): keys.release(key)
            // A wheel is two buttons to X.
            case .buttonDown(4, _, _): scroll.move(by: -pitch / 2)
            case .buttonDown(5, _, _): scroll.move(by: pitch / 2)
            case .buttonDown(1, let x, let y): click(CGPoint(x: x, y: y))
            case .closed:
                guard let error = window?.error else { return false }
                console.complain("\(error)")
                return plan.hasResults && !options.isEndless
            case .buttonDown, .buttonUp, .moved, .dropped: break
            @unknown default: break
            }
            return true
        }

        private func click(_ point: CGPoint) {
            guard let cell = feed.cell(at: point) else { return }
            feed.act(feed.snapshot.playing.contains(cell) ? .pause(cell) : .play(cell))
        }

        private func lookAround() {
            let snapshot = feed.snapshot
            for (cell, error) in snapshot.failures where complaints.insert(error.description).inserted {
                console.complain(error.description)
                log.note("failed", error.description, member: Int(cell.description).map { $0 + 1 })
                verdict.noteFailure(afterStart: hasStarted)
            }
            guard let start = feed.startedAt, !hasStarted else { return }
            hasStarted = true
            log.note("started", "the first screen has its posters", at: start)
            if let end = options.duration ?? scriptEnd { finish(at: start.advanced(by: end)) }
        }

        /// When a run ends that only its script moves.
        private var scriptEnd: Duration? {
            guard window == nil, let last = options.feed?.scroll.last else { return nil }
            return last.time + Self.rest
        }

        private func finish(at host: HostTime) {
            stage.stopTicks(at: host)
            Task.detached { [deliver] in
                // A tick's work is done a little after its time.
                try? await Task.sleep(for: HostTime.now.duration(to: host) + .milliseconds(50))
                deliver.yield(.over)
            }
        }
    }
#endif
