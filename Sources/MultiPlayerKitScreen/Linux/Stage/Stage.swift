#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit
    import Synchronization

    /// Composes one picture per tick from a group's members and passes it to windows, recordings and snapshots.
    ///
    /// At each tick every member is asked for the frame due at that tick, so all tiles of one picture belong to the
    /// same instant by construction.
    public final class Stage: Sendable {
        /// How ticks follow one another.
        public enum Pace: Hashable, Sendable {
            /// By the host clock. A tick that cannot be shown in time is counted, never shown late on purpose.
            case realTime
            /// One after the other as fast as they can be composed, each waiting for its exact frames; time only counts
            /// ticks.
            case unpaced
        }

        private struct Scene {
            var content: (any StageContent)?
            var layout = TileLayout.sideBySide
            var marks: [Canvas.Mark] = []
            var captions: TileCaptions?
            var loupe: Loupe?
            var thumbnail: StageThumbnail?
            var notice: (content: StageNotice, label: Canvas.PlacedLabel?)?
            var outputs: [(output: any StageOutput, beginning: StageOutputBeginning)] = []
            /// Whether ``Stage/stop()`` was called: nobody would finish what is added from then on.
            var isOver = false
        }

        /// State kept from tick to tick.
        private struct Drawing {
            let canvas: Canvas
            var nextTick: Int64 = 0
            var lastPicture: Picture?
            var captions = CaptionPainter()
            var loupe = LoupePainter()
            var marks = MarkTiming()
            var standstill = StandstillReturn()
            var reserve = DrawingReserve()
        }

        private enum Run {
            case idle, running, stopping
            /// Stopped without having been started: there is no thread to wait for.
            case neverStarted
        }

        /// Size of the composed picture in pixels.
        public let size: CGSize
        /// Ticks a second.
        public let rate: FrameRate
        public let pace: Pace
        /// The clock for groups shown on this stage.
        public var clock: any GroupClock { ticks }

        let ticks: StageClock
        package let format: StageFormat
        private let scene = Mutex(Scene())
        private let run = Mutex(Run.idle)
        private let ended = DispatchSemaphore(value: 0)
        private let drawing: Mutex<Drawing>

        /// A stage that shows nothing yet.
        ///
        /// - Parameters:
        ///   - size: pixels, whole and even, 16…7680 a side.
        ///   - rate: ticks a second, up to 240. Default 60.
        ///   - background: the colour where there is no picture. Default: a near-black grey.
        /// - Throws: `PlaybackError` `outputFailed` for sizes that cannot be composed.
        public convenience init(
            size: CGSize, rate: FrameRate = FrameRate(60), pace: Pace = .realTime,
            background: StageColour = StageColour(red: 0.03, green: 0.03, blue: 0.04)
        ) throws {
            try self.init(
                size: size, rate: rate, pace: pace, background: background, isGuarded: _isDebugAssertConfiguration())
        }

        /// - Parameter isGuarded: whether each drawing is checked for changes outside its tile.
        init(
            size: CGSize, rate: FrameRate = FrameRate(60), pace: Pace,
            background: StageColour = StageColour(red: 0.03, green: 0.03, blue: 0.04), isGuarded: Bool
        ) throws {
            // Before they become integers: an app's quotient may be no number.
            let sides = [size.width, size.height].map { Double($0) }
            guard sides.allSatisfy({ (16...7680).contains($0) && $0.remainder(dividingBy: 2) == 0 }) else {
                throw PlaybackError(
                    .outputFailed, subject: "stage",
                    reason: String(format: "%gx%g cannot be composed", sides[0], sides[1]),
                    cure: "choose even sides from 16 to 7680 pixels")
            }
            guard rate.perSecond <= 240 else {
                throw PlaybackError(
                    .outputFailed, subject: "stage", reason: "\(rate) ticks a second are too many",
                    cure: "choose up to 240")
            }
            self.size = size
            self.rate = rate
            self.pace = pace
            ticks = StageClock(rate: rate, origin: pace == .realTime ? .now : HostTime(nanoseconds: 0))
            let canvas = try Canvas(
                width: Int(size.width), height: Int(size.height), rate: rate, background: background,
                isGuarded: isGuarded)
            format = StageFormat(caps: RetainedCaps(canvas.caps), picture: canvas.format, rate: rate)
            drawing = Mutex(Drawing(canvas: canvas))
        }

        deinit {
            // Otherwise the windows of a stage that nobody has stopped stay open, and its recordings incomplete.
            for entry in scene.withLock(\.outputs) { entry.output.finish() }
        }

        /// Whether drawing a tile ever changed anything outside it; a guarded stage does not show such tiles.
        var hasOffended: Bool { drawing.withLock { !$0.canvas.offences.isEmpty } }

        // MARK: What is shown

        /// Shows a group that uses this stage's clock. Does nothing after ``stop()``.
        public func show(_ group: PlaybackGroup, layout: TileLayout) {
            self.layout = layout
            // A group that is already on the stage keeps what its tiles show.
            let present = scene.withLock(\.content) as? GroupContent
            if present?.runner !== group.runner { show(content: GroupContent(group.runner)) }
        }

        /// Shows content that was made for this stage. Does nothing after ``stop()``.
        package func show(content: any StageContent) {
            precondition(content.clock === ticks, "a stage shows what was made for it")
            scene.withLock { if !$0.isOver { $0.content = content } }
        }

        /// The layout of the tiles. A change takes effect at the next tick.
        public var layout: TileLayout {
            get { scene.withLock(\.layout) }
            set { scene.withLock { $0.layout = newValue } }
        }

        /// What is written into the tiles of a group. A change takes effect at the next tick. Default: `nil`, nothing.
        public var captions: TileCaptions? {
            get { scene.withLock(\.captions) }
            set { scene.withLock { $0.captions = newValue } }
        }

        /// A closer look at the same spot of all tiles of a group, with the values of its pixel. While there is one, pictures are
        /// decoded in the size of their file, however small their tiles. A change takes effect at the next tick. Default:
        /// `nil`, none.
        public var loupe: Loupe? {
            get { scene.withLock(\.loupe) }
            set { scene.withLock { $0.loupe = newValue } }
        }

        /// A picture above the tiles, framed: what a time line shows under the mouse. A change takes effect at the next tick.
        /// Default: `nil`, none.
        public var thumbnail: StageThumbnail? {
            get { scene.withLock(\.thumbnail) }
            set { scene.withLock { $0.thumbnail = newValue } }
        }

        /// What is written above everything. Drawn on the caller's thread; a change takes effect at the next
        /// tick. Default: `nil`, nothing.
        public var notice: StageNotice? {
            get { scene.withLock(\.notice?.content) }
            set {
                let drawn = newValue.map { ($0, NoticePainter.label(for: $0, on: size)) }
                scene.withLock { $0.notice = drawn }
            }
        }

        /// Draws filled rectangles above all tiles, for a time line or a handle. Takes effect with the next frame of the
        /// videos, after 50 ms at the latest; at the next tick where they stand still.
        public func setMarks(_ marks: [StageMark]) {
            let marks = marks.map { Canvas.Mark(rect: $0.rect, colour: $0.colour, opacity: $0.opacity) }
            scene.withLock { $0.marks = marks }
        }

        /// The current placement of each tile; an estimate for members whose video is not open yet.
        public var placements: [MemberID: TilePlacement] {
            let scene = scene.withLock { $0 }
            return scene.content?.placements(in: frame(of: scene)) ?? [:]
        }

        // MARK: Where it goes

        /// Adds an output.
        ///
        /// - Parameter beginning: which ticks the output gets. Default: every tick from the next one on.
        /// - Throws: `PlaybackError` `outputFailed` when it cannot be opened, and after ``stop()``.
        public func add(_ output: any StageOutput, from beginning: StageOutputBeginning = .nextTick) throws {
            let over = PlaybackError(
                .outputFailed, subject: "stage", reason: "it has been stopped", cure: "make another stage")
            guard !scene.withLock(\.isOver) else { throw over }
            try output.open(format)
            let isAdded = scene.withLock { scene in
                if !scene.isOver { scene.outputs.append((output, beginning)) }
                return !scene.isOver
            }
            guard isAdded else {
                // The stage was stopped while the output opened.
                output.finish()
                throw over
            }
        }

        /// Removes an output and lets it finish what it has.
        public func remove(_ output: any StageOutput) {
            scene.withLock { $0.outputs.removeAll { $0.output === output } }
            output.finish()
        }

        /// The picture shown last; `nil` before the first tick.
        public var lastPicture: Picture? {
            drawing.withLock(\.lastPicture)
        }

        /// Writes the picture shown last as a PNG file.
        ///
        /// - Throws: `PlaybackError` `outputFailed` when there is none or the file cannot be written.
        public func writeSnapshot(to url: URL) throws {
            guard let picture = lastPicture else {
                throw PlaybackError(
                    .outputFailed, subject: url.lastPathComponent, reason: "nothing has been shown yet",
                    cure: "take the picture after the first tick")
            }
            try PictureFile(url: url).write(picture, format: format)
        }

        // MARK: Running

        /// Starts the ticks on the stage's own thread.
        public func start() {
            precondition(pace == .realTime, "a stage without pace is advanced by hand")
            let isNew = run.withLock { run in
                defer { if run == .idle { run = .running } }
                return run == .idle
            }
            guard isNew else { return }
            ticks.start(at: .now.advanced(by: rate.frameDuration))
            let thread = Thread { [weak self, ended] in
                Self.runTicks { self }
                ended.signal()
            }
            thread.name = "MultiPlayerKit.stage"
            thread.start()
        }

        /// Ends the ticks at a host time: the tick due then is no longer shown. ``stop()`` is still needed to finish
        /// the outputs.
        public func stopTicks(at host: HostTime) {
            ticks.wake(at: host) { [weak self] in self?.run.withLock { if $0 == .running { $0 = .stopping } } }
        }

        /// Whether ticks are running.
        public var isRunning: Bool { run.withLock { $0 == .running } }

        /// Ends the ticks and finishes every output, for good: recordings are complete when it returns. A stage that
        /// is dropped without it finishes its outputs as well.
        public func stop() {
            let hasThread = run.withLock { run in
                let hasThread = run == .running || run == .stopping
                run = hasThread ? .stopping : .neverStarted
                return hasThread
            }
            if hasThread {
                ended.wait()
                ended.signal()
            }
            let outputs = scene.withLock { scene in
                defer { (scene.outputs, scene.isOver) = ([], true) }
                return scene.outputs
            }
            for entry in outputs { entry.output.finish() }
        }

        /// Composes this many ticks of an unpaced stage, each with its exact frames.
        ///
        /// - Parameter patience: how long one tick may wait for frames, in real time, before it counts them as late.
        ///   Each further late tick in a row may wait half as long.
        public func advance(ticks count: Int, patience: Duration = .seconds(10)) {
            precondition(pace == .unpaced, "a stage in real time advances by itself")
            var allowance = patience
            for _ in 0..<count {
                let begin = HostTime.now
                advance(patience: allowance)
                let isOver = begin.duration(to: .now) >= allowance
                allowance = isOver ? max(allowance / 2, min(patience, Self.leastPatience)) : patience
            }
        }
        /// The minimum patience, for frames that were missing on many ticks and may never come: a picture is decoded
        /// within this.
        private static let leastPatience = Duration.milliseconds(50)

        private func advance(patience: Duration) {
            settle(patience: patience)
            let tick = drawing.withLock(\.nextTick)
            ticks.aim(at: tick)
            ticks.fireWakes(until: ticks.host(ofTick: tick))
            settle(patience: patience)
            guard let shown = compose(tick, until: .now.advanced(by: patience)) else { return }
            present(shown, lost: 0, at: shown.host)
        }

        /// Waits until the content has opened and prepared whatever it is working on.
        private func settle(patience: Duration) {
            let deadline = HostTime.now.advanced(by: patience)
            let content = scene.withLock(\.content)
            while !(content?.isSettled ?? true), HostTime.now < deadline { usleep(200) }
        }

        private static func runTicks(_ stage: () -> Stage?) {
            while true {
                // Retained for one tick only, so that a stage that nobody else retains is deallocated.
                guard let stage = stage(), stage.run.withLock({ $0 == .running }) else { return }
                stage.runTick()
            }
        }

        private func runTick() {
            let period = rate.frameDuration
            var tick = drawing.withLock(\.nextTick)
            // A tick whose successor is already due is no longer shown.
            let now = HostTime.now
            var skipped = 0
            while ticks.host(ofTick: tick + 1) < now {
                tick += 1
                skipped += 1
            }
            let host = ticks.host(ofTick: tick)
            // Compose one period ahead at the earliest: later decisions wait for the next tick.
            HostSleep.until(host.advanced(by: .zero - period))
            ticks.aim(at: tick)
            ticks.fireWakes(until: host)
            guard run.withLock({ $0 == .running }) else { return }
            let reserve = drawing.withLock { $0.reserve.time(ofPeriod: period) }
            guard let shown = compose(tick, until: host.advanced(by: .zero - reserve)) else { return }
            let lost = drawing.withLock {
                $0.standstill.ticksLost(before: shown.showing.showings, skipped: skipped, period: period)
            }
            guard let lost else { return }
            HostSleep.until(host)
            present(shown, lost: lost, at: .now)
        }

        private struct Shown {
            var tick: Int64
            var host: HostTime
            var picture: Picture
            var content: (any StageContent)?
            var showing: StageShowing
        }

        private func frame(of scene: Scene) -> StageFrame {
            StageFrame(
                size: size, layout: scene.layout, captions: scene.captions, loupe: scene.loupe,
                needsWholePictures: scene.loupe != nil || scene.outputs.contains { $0.output.needsWholePictures })
        }

        private func compose(_ tick: Int64, until deadline: HostTime) -> Shown? {
            let (scene, moment, host) = ticks.take(tick: tick) { host in
                let scene = self.scene.withLock { $0 }
                return (scene, scene.content.map { StageMoment($0) }, host)
            }
            let (showing, picture) = drawing.withLock { drawing in
                drawing.nextTick = tick + 1
                let showing = moment?.collect(host, frame(of: scene), deadline) ?? StageShowing()
                let begin = HostTime.now
                defer { drawing.reserve.note(begin.duration(to: .now), ofPeriod: rate.frameDuration) }
                // The same object as before when nothing changed.
                let notice = scene.notice?.label.map { [$0] } ?? []
                let labels =
                    drawing.captions.labels(for: showing.captions) + drawing.loupe.labels(for: showing.glasses) + notice
                let area = CGRect(origin: .zero, size: size)
                let thumbnail = scene.thumbnail?.drawing(on: area)
                let layers =
                    showing.layers + showing.glasses.map(\.layer) + [thumbnail?.layer].compactMap(\.self)
                let marks = drawing.marks.marks(
                    scene.marks, hasFrame: !drawing.canvas.isShowing(layers), tick: tick, period: rate.frameDuration)
                let outlines = showing.glasses.flatMap { $0.marks(in: area) } + (thumbnail?.marks ?? [])
                return (
                    showing, drawing.canvas.compose(layers, marks: showing.marks + outlines + marks, labels: labels)
                )
            }
            showing.news?()
            return picture.map {
                Shown(tick: tick, host: host, picture: $0, content: moment?.content, showing: showing)
            }
        }

        private func present(_ shown: Shown, lost: Int, at now: HostTime) {
            let outputs = scene.withLock(\.outputs)
            drawing.withLock { $0.lastPicture = shown.picture }
            let tick = StageTick(
                index: shown.tick, host: shown.host, picture: shown.picture, sharedTime: shown.showing.sharedTime,
                placements: shown.showing.placements, frames: shown.showing.frames)
            let hasStarted = shown.showing.hasStarted
            for (output, beginning) in outputs where beginning == .nextTick || hasStarted { output.show(tick) }
            // Ticks before the first start are not counted.
            guard hasStarted else { return }
            shown.content?.ledger.withLock { ledger in
                ledger.record(
                    tick: shown.tick, due: shown.host, shownAt: now, period: rate.frameDuration, skipped: lost,
                    showings: shown.showing.showings, remains: shown.showing.remains)
            }
            shown.content?.presented(at: now)
        }
    }

    /// A filled rectangle above the tiles.
    public struct StageMark: Hashable, Sendable {
        /// Stage pixels from the top left.
        public var rect: CGRect
        public var colour: StageColour
        /// 0…1.
        public var opacity: Double

        public init(_ rect: CGRect, colour: StageColour, opacity: Double = 1) {
            self.rect = rect
            self.colour = colour
            self.opacity = opacity
        }
    }

    extension PlaybackGroup {
        /// A group whose members are decoded by GStreamer and shown on a stage.
        ///
        /// - Parameter budget: shares out the processor; `nil`: every member decodes everything. An unpaced stage waits
        ///   for every frame, so its groups have no budget.
        public convenience init(on stage: Stage, budget: DecoderBudget? = .shared) {
            self.init(clock: stage.clock, budget: stage.pace == .realTime ? budget : nil) { GStreamerPlayer() }
        }
    }

    /// Sleeps until an instant of the host clock.
    enum HostSleep {
        static func until(_ host: HostTime) {
            guard host > .now else { return }
            var wake = timespec(
                tv_sec: Int(host.nanoseconds / 1_000_000_000), tv_nsec: Int(host.nanoseconds % 1_000_000_000))
            while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, nil) == EINTR {}
        }
    }
#endif
