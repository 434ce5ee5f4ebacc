#if canImport(AVFoundation) && canImport(AVKit) && canImport(UIKit) && !targetEnvironment(macCatalyst)
    import AVFoundation
    import AVKit
    import MultiPlayerKit
    import Observation
    import UIKit

    /// Shows one member of a group in the system's floating window, while the app is in the background, too.
    ///
    /// ```swift
    /// let floating = PictureInPicture(group)
    /// let screen = ComparisonView(group: group)
    ///     .pictureInPicture(floating)
    ///     .overlay(alignment: .topTrailing) { PictureInPictureButton(floating) }
    /// ```
    /// The window's buttons act on the whole group, and what it shows is on the group's line, through the turns of a loop
    /// too. While it is open the group plays on in the background, with all its members, as far as the system lets them;
    /// otherwise the group is suspended there.
    ///
    /// The app needs the background mode for audio, and an audio session of the category `playback`. It keeps this object
    /// for as long as the window may be open; this object keeps the group. It needs a view of its own on the screen:
    /// ``view``, or `pictureInPicture(_:)` in SwiftUI.
    ///
    /// Not shown are streams and protected files, whose pixels cannot be read, and a composed difference: it is drawn on
    /// the GPU, which the system denies an app in the background. There is none on a Mac, where the system does not scale
    /// such pictures to its window.
    @MainActor
    @Observable
    public final class PictureInPicture {
        /// Whether the device can show a floating window at all.
        public static var isSupported: Bool { AVPictureInPictureController.isPictureInPictureSupported() }

        /// The member that is shown. `nil`, the default: the one that is heard, or the first.
        public var member: MemberID? {
            didSet { feed.chosen = member }
        }

        /// Whether the window can be opened now: the view is on the screen, and the system agrees.
        public private(set) var isPossible = false
        /// Whether the window is open, or opens.
        public private(set) var isActive = false
        /// Why the window did not open when it was last asked to; `nil` if it did, or was not asked.
        public private(set) var failure: (any Error)?

        #if !os(tvOS)
            /// Whether the window opens by itself when the app goes to the background while the group plays. Default:
            /// false. Set it only where the video is what the person came for.
            public var startsAutomatically = false {
                didSet { controller?.canStartPictureInPictureAutomaticallyFromInline = startsAutomatically }
            }
        #endif

        /// Brings back the screen that shows the group, when a person asks for it in the window; returns whether it is
        /// there. Default: it is there anyway.
        @ObservationIgnored public var restoreInterface: (@MainActor () async -> Bool)?

        /// The view that has to be on the screen, at the place from which the window comes and to which it goes back:
        /// behind the tiles of the group. It shows the same picture as they do, and takes no touches.
        public var view: UIView { host }

        /// The layer that the system takes into its window.
        var display: AVSampleBufferDisplayLayer { host.display }

        @ObservationIgnored private let group: PlaybackGroup
        @ObservationIgnored let host = PictureInPictureHost()
        @ObservationIgnored private let feed: PictureInPictureFeed
        @ObservationIgnored private let responder: PictureInPictureResponder
        private var controller: AVPictureInPictureController? { responder.controller }
        @ObservationIgnored private var possibility: NSKeyValueObservation?
        /// Whether the next change of the group's course will be reported.
        @ObservationIgnored private var isObserving = false
        /// The wake-up that is on its way; an older one finds another number and does nothing.
        @ObservationIgnored private var wakeUp = 0
        /// When it was asked for. Ticks follow each other from there, or each would come later than the one before.
        @ObservationIgnored private var wakeUpAt = HostTime(nanoseconds: 0)

        /// Prepares a window for a group; it is opened with ``start()``.
        ///
        /// Do this before the group's videos are opened, if you can: a player that already plays may lose a few frames
        /// when its pixels are requested.
        ///
        /// - Parameters:
        ///   - group: any group of AVPlayers.
        ///   - member: the one that is shown. Default: the one that is heard, or the first.
        public convenience init(_ group: PlaybackGroup, member: MemberID? = nil) {
            self.init(group, member: member, turning: SystemPictureTurning())
        }

        init(_ group: PlaybackGroup, member: MemberID?, turning: any PictureTurning) {
            self.group = group
            self.member = member
            feed = PictureInPictureFeed(group, layer: host.display, turning: turning)
            feed.chosen = member
            responder = PictureInPictureResponder(group)
            responder.owner = self
            host.onWindow = { [weak self] in self?.keepTime() }
            guard Self.isSupported else { return }
            let controller = AVPictureInPictureController(
                contentSource: .init(sampleBufferDisplayLayer: host.display, playbackDelegate: responder))
            controller.delegate = responder
            responder.controller = controller
            possibility = controller.observe(\.isPictureInPicturePossible, options: [.initial]) { [weak self] _, _ in
                MainQueue.run { self?.look() }
            }
        }

        deinit {
            // Views and what belongs to them end on the main thread.
            MainQueue.run { [group, feed, responder, host, holder = ObjectIdentifier(self)] in
                responder.controller?.stopPictureInPicture()
                group.playInBackground(false, for: holder)
                feed.end()
                _ = host
            }
        }

        /// Opens the window. It opens a moment later, and ``failure`` tells if it does not.
        ///
        /// - Throws: ``PlaybackError`` `outputFailed`, with the reason, if it cannot be opened.
        public func start() throws(PlaybackError) {
            failure = obstacle
            if let obstacle { throw obstacle }
            controller?.startPictureInPicture()
        }

        private var obstacle: PlaybackError? {
            guard let controller else {
                return .pictureInPicture(
                    "this device has no floating window", "hide the button where isSupported is false")
            }
            if let refusal = feed.refusal { return refusal }
            guard host.window != nil else {
                return .pictureInPicture("its view is not on the screen", "add view behind the tiles first")
            }
            guard controller.isPictureInPicturePossible else {
                return .pictureInPicture("the system does not allow it now", "wait until isPossible is true")
            }
            return nil
        }

        /// Closes the window.
        public func stop() {
            controller?.stopPictureInPicture()
        }

        // MARK: Time

        /// Ticks while the view is on the screen or the window is open: at each frame while the window shows something
        /// that moves; otherwise at changes, right before something moves, and once a second in case a picture was not
        /// there.
        private func keepTime() {
            wakeUp += 1
            guard feed.isOpen || host.window != nil else { return feed.end() }
            let clock = group.hostClock
            let now = clock.present
            observe()
            group.keepPlayersInBackground()
            if feed.tick(at: now) { controller?.invalidatePlaybackState() }
            if feed.isOpen, let tick = feed.tick {
                wakeUpAt = max(min(wakeUpAt, now).advanced(by: tick), now)
            } else {
                let second = now.advanced(by: .seconds(1))
                wakeUpAt = min(feed.start ?? second, second)
            }
            let number = wakeUp
            clock.wake(at: wakeUpAt) { [weak self] in
                MainQueue.run { if let self, number == self.wakeUp { self.keepTime() } }
            }
        }

        private func observe() {
            guard !isObserving else { return }
            isObserving = true
            _ = group.course { [weak self] in
                self?.isObserving = false
                self?.keepTime()
            }
        }

        private func look() {
            let now = controller?.isPictureInPicturePossible ?? false
            if now != isPossible { isPossible = now }
        }

        // MARK: What the system says

        fileprivate func willStart() {
            isActive = true
            feed.isOpen = true
            group.playInBackground(true, for: ObjectIdentifier(self))
            keepTime()
        }

        fileprivate func didStop() {
            isActive = false
            feed.isOpen = false
            group.playInBackground(false, for: ObjectIdentifier(self))
            host.setNeedsLayout()
            keepTime()
        }

        fileprivate func failed(_ error: any Error) {
            didStop()
            failure = error
        }

        // MARK: What the window asks

        fileprivate func setPlaying(_ isPlaying: Bool) {
            group.carryOut(isPlaying ? .play : .pause)
        }

        /// Calls `completion` once the window's time is where the skip leads, or after a while if it does not come there:
        /// during a call no player answers.
        fileprivate func skip(by interval: Duration, completion: @escaping @MainActor () -> Void) {
            let clock = group.hostClock
            let answer = OneAnswer(completion)
            clock.wake(at: clock.present.advanced(by: Self.patience)) { MainQueue.run { answer.give() } }
            Task {
                // Not before: a skip that comes at the same time adds to this one.
                try? await group.seek(to: group.course.target(ofSkip: interval, at: clock.present))
                keepTime()
                answer.give()
            }
        }

        /// The longest that a skip may seem to be under way. After that the window shows where the group is.
        private static let patience = Duration.seconds(3)
    }

    /// Passes on the first of several calls.
    @MainActor
    private final class OneAnswer {
        private var call: (@MainActor () -> Void)?
        init(_ call: @escaping @MainActor () -> Void) { self.call = call }

        func give() {
            call?()
            call = nil
        }
    }

    /// What the system calls, on the main thread, and the controller that calls it.
    @MainActor
    private final class PictureInPictureResponder: NSObject, AVPictureInPictureControllerDelegate,
        AVPictureInPictureSampleBufferPlaybackDelegate
    {
        private nonisolated let group: PlaybackGroup
        weak var owner: PictureInPicture?
        var controller: AVPictureInPictureController?

        init(_ group: PlaybackGroup) {
            self.group = group
        }

        private nonisolated var answer: PictureInPicturePlan.Answer {
            PictureInPicturePlan.answer(group.course, at: group.hostClock.present)
        }

        nonisolated func pictureInPictureControllerWillStartPictureInPicture(_: AVPictureInPictureController) {
            MainActor.assumeIsolated { owner?.willStart() }
        }

        nonisolated func pictureInPictureControllerDidStopPictureInPicture(_: AVPictureInPictureController) {
            MainActor.assumeIsolated { owner?.didStop() }
        }

        nonisolated func pictureInPictureController(
            _: AVPictureInPictureController, failedToStartPictureInPictureWithError error: any Error
        ) {
            MainActor.assumeIsolated { owner?.failed(error) }
        }

        nonisolated func pictureInPictureController(
            _: AVPictureInPictureController,
            restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completion: @escaping (Bool) -> Void
        ) {
            nonisolated(unsafe) let completion = completion
            MainActor.assumeIsolated {
                guard let restore = owner?.restoreInterface else { return completion(true) }
                Task { completion(await restore()) }
            }
        }

        nonisolated func pictureInPictureController(_: AVPictureInPictureController, setPlaying playing: Bool) {
            MainActor.assumeIsolated { owner?.setPlaying(playing) }
        }

        nonisolated func pictureInPictureControllerTimeRangeForPlayback(
            _: AVPictureInPictureController
        ) -> CMTimeRange {
            let answer = self.answer
            guard answer.hasContent else { return .invalid }
            guard let duration = answer.duration else {
                return CMTimeRange(start: .negativeInfinity, duration: .positiveInfinity)
            }
            return CMTimeRange(start: CMTime(answer.start), duration: CMTime(duration))
        }

        nonisolated func pictureInPictureControllerIsPlaybackPaused(_: AVPictureInPictureController) -> Bool {
            answer.isPaused
        }

        nonisolated func pictureInPictureController(
            _: AVPictureInPictureController, didTransitionToRenderSize newRenderSize: CMVideoDimensions
        ) {}

        nonisolated func pictureInPictureController(
            _: AVPictureInPictureController, skipByInterval skipInterval: CMTime,
            completion completionHandler: @escaping () -> Void
        ) {
            nonisolated(unsafe) let completion = completionHandler
            MainActor.assumeIsolated {
                guard let owner, let interval = Duration(skipInterval) else { return completion() }
                // Without this call the window would seem to seek for ever.
                owner.skip(by: interval) { completion() }
            }
        }
    }
#endif
