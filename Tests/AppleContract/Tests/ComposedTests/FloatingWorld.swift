@_spi(Double) import AVFoundation
@_spi(Double) import AVKit
import Foundation
import MultiPlayerKitTestSupport
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// A group with a floating window, in virtual time. The screen is looked at 60 times a second.
@MainActor
final class FloatingWorld {
    let contract: ContractWorld
    let clock: ManualClock
    let group: PlaybackGroup
    let turning = TurningRecorder()
    var floating: PictureInPicture?
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 160, height: 90))
    /// What was wrong with the window's picture, one entry for each look.
    private(set) var mistakes: [String] = []
    /// The frames that were seen, without repetitions.
    private(set) var seen: [Int] = []
    /// How many frames the window may be behind.
    var slack = 0
    /// How many looks found a player that plays without an output. Meant for worlds with one member.
    private(set) var lateOutputs = 0
    /// How often something that waited for a time was woken.
    private(set) var wakeUps = 0
    /// How late what waits for a time comes.
    var lateness = Duration.zero
    /// Whether every look must find the frame that is due.
    var isStrict = false {
        didSet { seen = [] }
    }
    private var clips: [MemberID: (url: URL, rate: Int64, frames: Int64, offset: Duration)] = [:]
    private static let period: Int64 = 16_666_667

    init(seed: UInt64 = 1) {
        let start: Int64 = 1_000_000_000_000
        contract = ContractWorld(seed: seed, hostTime: start)
        ContractWorld.current = contract
        FloatingWindow.isSupported = true
        clock = ManualClock(now: HostTime(nanoseconds: start))
        group = PlaybackGroup(clock: clock)
    }

    /// Shows the view of a new window, as apps do: before any video is open.
    func show(_ member: MemberID? = nil) {
        let floating = PictureInPicture(group, member: member, turning: turning)
        floating.view.frame = window.bounds
        window.addSubview(floating.view)
        floating.view.layoutIfNeeded()
        self.floating = floating
    }

    var system: FloatingWindow { FloatingWindow.current! }

    @discardableResult
    func add(
        rate: Int32 = 30, seconds: Int64 = 60, offset: Duration = .zero,
        _ change: (inout ContractWorld.Media) -> Void = { _ in }
    ) -> MemberID {
        var media = ContractWorld.Media(
            duration: CMTime(value: seconds, timescale: 1), frameRate: (rate, 1),
            size: CGSize(width: 1280, height: 720), hasAudio: false)
        change(&media)
        let url = contract.addFile("floating-clip-\(clips.count).mp4", media)
        let id = group.add(url: url, offset: offset)
        clips[id] = (url, Int64(rate), Int64(rate) * seconds, offset)
        return id
    }

    /// Adds a player of the app's own that stops in the background.
    func lend() throws -> (player: AVPlayer, id: MemberID) {
        let url = contract.addFile(
            "floating-lent.mp4", ContractWorld.Media(duration: 60, frameRate: 30, hasAudio: false))
        let player = AVPlayer(url: url)
        player.audiovisualBackgroundPlaybackPolicy = .pauses
        return (player, try group.add(player: player))
    }

    func play() async {
        let started = Task { try await group.play() }
        for _ in 0..<1000 where group.state != .playing { await advance(by: .milliseconds(10)) }
        await advance(by: .milliseconds(400))
        started.cancel()
    }

    /// Opens the window as soon as it can be.
    func open() async throws {
        for _ in 0..<100 where floating?.isPossible != true { await advance(by: .milliseconds(50)) }
        try floating?.start()
        await advance(by: .milliseconds(100))
    }

    func advance(by duration: Duration) async {
        let end = contract.now + duration.nanoseconds
        await settle()
        while contract.now < end {
            let target = min(contract.now + Self.period, end)
            while let next = [contract.nextEvent, nextWake].compactMap(\.self).min(), next <= target {
                step(to: max(next, contract.now))
                await settle()
            }
            step(to: target)
            await settle()
            look()
        }
    }

    private var nextWake: Int64? { clock.nextWake.map { $0.nanoseconds + lateness.nanoseconds } }

    private func step(to host: Int64) {
        contract.advance(to: host)
        if let wake = clock.nextWake, wake.nanoseconds <= host { wakeUps += 1 }
        if host > clock.now.nanoseconds || clock.nextWake.map({ $0.nanoseconds <= host }) == true {
            clock.advance(to: HostTime(nanoseconds: host))
        }
    }

    func settle() async {
        await ComposedTests.settle(group)
    }

    func leaveApp() async {
        NotificationCenter.default.post(name: UIApplication.willResignActiveNotification, object: nil)
        NotificationCenter.default.post(name: UIApplication.didEnterBackgroundNotification, object: nil)
        contract.enterBackground()
        await settle()
    }

    func returnToApp() async {
        Self.activateApp()
        await settle()
    }

    /// Tells all that the app is active, as at the end of a test that has left it.
    static func activateApp() {
        NotificationCenter.default.post(name: UIApplication.willEnterForegroundNotification, object: nil)
        NotificationCenter.default.post(name: UIApplication.didBecomeActiveNotification, object: nil)
    }

    // MARK: Looking

    /// The frame that the window shows.
    var displayed: ContractWorld.Frame? {
        floating?.display.displayed.flatMap { ContractWorld.frame(of: $0) }
    }

    private func look() {
        FloatingWindow.current?.look()
        guard let displayed else {
            if isStrict { mistakes.append("nothing at \(group.time(at: clock.now))") }
            return
        }
        if seen.last != displayed.index { seen.append(displayed.index) }
        guard isStrict else { return }
        if let due, displayed.index > due || displayed.index < due - slack {
            mistakes.append("\(group.time(at: clock.now)): \(displayed.index) instead of \(due)")
        }
        if contract.players.contains(where: { $0.rate != 0 && $0.currentItem?.outputs.isEmpty == true }) {
            lateOutputs += 1
        }
    }

    /// The frame that is due of the member that the window shows.
    var due: Int? {
        guard let displayed, let clip = clips.values.first(where: { $0.url == displayed.url }) else { return nil }
        let item = Int128((group.time(at: clock.now) + clip.offset + ItemSteering.aim).nanoseconds)
        return Int(min(max(item * Int128(clip.rate) / 1_000_000_000, 0), Int128(clip.frames - 1)))
    }
}

/// Stands in for VideoToolbox: turned pictures have the same content.
@MainActor
final class TurningRecorder: PictureTurning {
    private(set) var turns: [PictureTurn] = []

    func turn(_ buffer: CVPixelBuffer, by turn: PictureTurn) -> CVPixelBuffer? {
        if turns.last != turn { turns.append(turn) }
        return buffer
    }
}
