#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitCompare
    import MultiPlayerKitRenditions
    import MultiPlayerKitScreen

    /// One run, from the first picture to the last file.
    ///
    /// All that happens comes through one stream and is handled in its order on the main actor. Only what must hit a
    /// tick exactly is set from the group's own event, in ``StartTimer``.
    @MainActor
    final class ScreenRun {
        /// What the run reacts to.
        enum Happening: Sendable {
            case group(GroupEvent, at: HostTime)
            case budget(BudgetEvent)
            case rendition(RenditionEvent)
            case action(ScreenAction)
            case window(StageInput)
            /// The last tick has been shown.
            case over
            /// Time to look around and to bring the status up to date.
            case pulse
            case interrupted
        }

        let options: ScreenOptions
        let plan: RunPlan
        let console: Console
        let stage: Stage
        let model: ScreenModel
        /// Every group of the program is governed by the shared one.
        let budget = DecoderBudget.shared
        let drawing: ScreenDrawing
        /// Makes small renditions; `nil`: none are wanted.
        let renditions: RenditionStore?
        let recording: Recording?
        let recordingNews: Task<[RecordingNews], Never>?
        let opening = HostTime.now
        var window: WindowScreen?
        /// What the members and the background are, for the report.
        var names: (members: [String], background: String?)
        /// The files of members that are getting ready to take another one's place, and its number.
        var newcomers: [MemberID: (path: String, number: Int)] = [:]
        var log = RunLog()
        private let happenings: AsyncStream<Happening>
        let deliver: AsyncStream<Happening>.Continuation
        private var keyboard: KeyboardInput?
        private var interruption: Interruption?
        private var following: Task<Void, Never>?
        private var failed: Set<MemberID> = []
        private var complaints: Set<String> = []
        var verdict = RunVerdict()

        /// How long a run that nobody can steer stands still after the last scripted action, before it ends: long
        /// enough for a seek into the longest stretch between two key frames.
        private static let patience = Duration.seconds(2)

        init(
            _ options: ScreenOptions, _ session: ComparisonSession?, _ plan: RunPlan, _ stage: Stage, _ console: Console
        ) throws {
            (self.options, self.plan, self.stage, self.console) = (options, plan, stage, console)
            names = plan.names
            let group = PlaybackGroup(on: stage)
            model = ScreenModel(group, options: options, session: session)
            renditions = options.grid?.renditionFolder.map {
                RenditionStore(.init(directory: URL(filePath: $0)))
            }
            if let renditions { model.otherSizes = { renditions.source(of: $0).otherSizes } }
            drawing = ScreenDrawing(stage, model, budget)
            (happenings, deliver) = AsyncStream.makeStream(of: Happening.self)
            recording = plan.recording.map { Recording(to: $0) }
            recordingNews = recording.map { RecordingNews.tell(of: $0, console) }
            if let recording { try stage.add(recording, from: .groupStart) }
        }

        /// Plays; returns the exit code when everything is written.
        func play() async -> Int32 {
            let deliver = deliver
            keyboard = KeyboardInput { deliver.yield(.action($0)) }
            interruption = Interruption(
                first: { deliver.yield(.interrupted) },
                again: { [keyboard] in
                    keyboard?.close()
                    _exit(RunVerdict.interrupted)
                })
            let pulse = startPulse()
            stage.show(model.group, layout: model.layout)
            stage.start()
            let events = model.group.events
            model.fill(members: plan.members, background: plan.background)
            stage.captions = model.captions
            let listening = [listen(to: events), listen(to: budget.events), supplyRenditions()]
            // What goes wrong comes as an event of each member too, with its cause.
            let starting = Task { [group = model.group] in try? await group.play() }
            for await happening in happenings where !handle(happening) { break }
            deliver.finish()
            starting.cancel()
            for task in listening { task.cancel() }
            following?.cancel()
            pulse.cancel()
            keyboard?.close()
            return await finish()
        }

        /// Whether a person can steer the run.
        var isSteered: Bool { window != nil || keyboard?.isListening == true }

        /// Whether the group's own end is the end of the run.
        var endsWithGroup: Bool { window == nil && options.duration == nil && !options.isEndless }

        // MARK: Reacting

        /// Handles what happened; false: the run is over.
        private func handle(_ happening: Happening) -> Bool {
            switch happening {
            case .group(let event, let host):
                return note(event, at: host)
            case .budget(let event):
                log.note(event)
                return true
            case .rendition(.making):
                return true
            case .rendition(.made(let lines, let url, let members)):
                log.note("rendition", "\(url.lastPathComponent): \(lines) lines, for \(members.count) tiles")
                return true
            case .rendition(.left(_, let error)):
                complain(of: error)
                return true
            case .action(let action):
                return perform(action)
            case .window(.closed) where window?.error != nil:
                return goOnUnseen()
            case .window(let input):
                return window?.take(input).map(perform) ?? true
            case .over:
                return false
            case .pulse:
                drawing.refresh()
                window?.refreshNotice()
                showStatus()
                return !isIdle
            case .interrupted:
                verdict.wasInterrupted = true
                log.note("interrupted", "stopped by a signal")
                return false
            }
        }

        /// The display has ended: the results are completed all the same, to the end that was asked for if there is one.
        private func goOnUnseen() -> Bool {
            if let error = window?.error { complain(of: error) }
            log.note("window lost", "the run goes on unseen")
            window = nil
            return plan.hasResults && !options.isEndless
        }

        private func note(_ event: GroupEvent, at host: HostTime) -> Bool {
            if case .started(let start, _) = event, log.start == nil {
                following = model.follow(from: start) { [deliver] in deliver.yield(.action($0)) }
            }
            log.note(event, at: host) { model.number(of: $0) ?? newcomers[$0]?.number }
            model.note(event)
            if case .failed(let id, let error) = event, newcomers.removeValue(forKey: id) != nil {
                // Each time that somebody tries it. The video that is there stays.
                console.complain(error.description)
                return hasPlayableMember
            }
            switch event {
            case .replaced(_, by: let id):
                if let newcomer = newcomers.removeValue(forKey: id) {
                    names.members[(model.number(of: id) ?? newcomer.number) - 1] = newcomer.path
                }
                stage.captions = model.captions
                return true
            case .failed(let id, let error), .damaged(let id, let error):
                complain(of: error)
                if case .failed = event { failed.insert(id) }
                verdict.noteFailure(afterStart: log.start != nil)
                return hasPlayableMember
            case .soundLost(_, let error):
                complain(of: error)
                return true
            case .ended:
                return !(endsWithGroup && isScriptOver(patience: .zero))
            default:
                return true
            }
        }

        /// Once for each file: a grid may show it in forty tiles.
        private func complain(of error: PlaybackError) {
            guard complaints.insert(error.description).inserted else { return }
            console.complain(error.description)
        }

        private var hasPlayableMember: Bool {
            !newcomers.isEmpty || model.group.members.contains { !failed.contains($0) }
        }

        private func perform(_ action: ScreenAction) -> Bool {
            let focus = model.focusedTile
            let request = model.perform(action)
            if let tile = model.focusedTile, tile != focus {
                log.note("focused", "comes first when not all can be decoded", member: tile)
            }
            switch request {
            case .quit: return false
            case .snapshot: takePicture()
            case .stills: RunPlan.takeStills(of: model.group, console)
            case .saveSession: RunPlan.keep(model.kept, console)
            case .fullScreen: window?.toggleFullScreen()
            case .toggleHelp: window?.toggleHelp()
            case .open(let paths): open(paths)
            case .replace(let number, let path): replace(number, with: path)
            case .zoom(let step): model.zoom(step, in: drawing.placements)
            case nil: break
            }
            stage.layout = model.layout
            stage.captions = model.captions
            window?.pointLoupe()
            stage.loupe = model.loupe
            drawing.refresh()
            return true
        }

        /// Whether the group stands still for good: nothing is scripted any more, and nobody can press a key.
        private var isIdle: Bool {
            guard endsWithGroup, isScriptOver(patience: Self.patience) else { return false }
            return model.group.state == .ended || (model.group.state == .paused && !isSteered)
        }

        private func isScriptOver(patience: Duration) -> Bool {
            guard let start = log.start else { return false }
            guard let last = options.script.last?.time else { return true }
            return HostTime.now >= start.advanced(by: last + patience)
        }

        private func showStatus() {
            guard console.isTerminal, log.start != nil else { return }
            console.show(status: StatusLine(model.group.snapshot, state: model.group.state).text)
        }
    }
#endif
