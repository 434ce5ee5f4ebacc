import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import SwiftUI
import Synchronization
import Testing
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitKiosk

/// A kiosk of AVPlayers on the double, in virtual time. Its views treat layers as SwiftUI treats those of `KioskView`.
@MainActor
final class KioskWorld {
    /// The system's clock: time since 1970 over the double's host clock.
    final class SystemClock: Sendable {
        private let line: Mutex<LineAnchor>
        private let host: ManualClock

        init(_ host: ManualClock) {
            self.host = host
            line = Mutex(LineAnchor(hostTime: host.now, time: .seconds(1_790_000_000), rate: 1))
        }

        var now: Duration { line.withLock { [host] in $0.time(at: host.now) } }

        func set(by step: Duration = .zero, rate: Double = 1) {
            line.withLock { [host] in
                $0 = LineAnchor(hostTime: host.now, time: $0.time(at: host.now) + step, rate: rate)
            }
        }
    }

    let contract: ContractWorld
    let clock: ManualClock
    let system: SystemClock
    private(set) var display: KioskDisplay!
    private(set) var events: [KioskEvent] = []
    /// Tiles that had a picture and then showed none.
    private(set) var blanks: [String] = []
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 1920, height: 1080))
    private var containers: [KioskSeatID: SurfaceContainer] = [:]
    private var hadPicture: Set<Int> = []
    private var listening: Task<Void, Never>?
    private var clips = 0
    /// Whether anybody has made views for what the kiosk plays.
    var hasViews = true

    init(seed: UInt64 = 1) {
        precondition(OneQueue.isSet, "the runtime has no such hook any more")
        let start: Int64 = 1_000_000_000_000
        contract = ContractWorld(seed: seed, hostTime: start)
        ContractWorld.current = contract
        clock = ManualClock(now: HostTime(nanoseconds: start))
        system = SystemClock(clock)
        // From here on the kit hears whether the app is active, as where another screen used it before.
        _ = AppActivity.shared
    }

    deinit { listening?.cancel() }

    // MARK: Clips

    func clip(seconds: Double, hasAudio: Bool = false) -> KioskConfiguration.Clip {
        clips += 1
        let url = contract.addFile(
            "kiosk-clip-\(clips).mp4", ContractWorld.Media(duration: seconds, frameRate: 30, hasAudio: hasAudio))
        return KioskConfiguration.Clip(source: MediaSource(url: url))
    }

    func still() -> URL {
        let url = ContractWorld.files.appending(path: "kiosk-still.png")
        try? Data([1]).write(to: url)
        return url
    }

    // MARK: Life

    func start(
        _ tiles: [[KioskConfiguration.Clip]], budget: DecoderBudget? = nil,
        _ change: (inout KioskConfiguration) -> Void = { _ in }
    ) async throws {
        let tiles = tiles.enumerated().map { KioskConfiguration.Tile(name: "tile \($0.offset)", clips: $0.element) }
        var configuration = KioskConfiguration(screens: [KioskConfiguration.Screen(tiles: tiles)])
        change(&configuration)
        display = try KioskDisplay(configuration, clock: clock, budget: budget) { [system] in system.now }
        let stream = display.events
        listening = Task { [weak self] in
            for await event in stream { self?.events.append(event) }
        }
        display.start()
        await settle()
    }

    func stop() async {
        display.stop()
        await settle()
    }

    /// Releases the display without stopping it.
    func drop() { display = nil }

    func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: nil) }

    // MARK: Time

    var now: HostTime { clock.now }

    func advance(by duration: Duration) async {
        let end = contract.now + duration.nanoseconds
        await settle()
        while let next = [contract.nextEvent, clock.nextWake?.nanoseconds].compactMap(\.self).min(), next <= end {
            step(to: max(next, contract.now))
            await settle()
        }
        step(to: end)
        await settle()
    }

    /// Advances until `rest` is left of a playlist's turn of `cycle`, by the system's clock.
    func advance(to rest: Duration, before cycle: Duration) async {
        let (_, phase) = system.now.nanoseconds.flooredDivision(by: cycle.nanoseconds)
        var wait = cycle - .nanoseconds(phase) - rest
        if wait < .zero { wait += cycle }
        await advance(by: wait)
    }

    private func step(to host: Int64) {
        contract.advance(to: host)
        if host > clock.now.nanoseconds || clock.nextWake.map({ $0.nanoseconds <= host }) == true {
            clock.advance(to: HostTime(nanoseconds: host))
        }
    }

    func settle() async {
        for _ in 0..<3 { await turn() }
        // Files are looked at on threads, which take real time that no clock here shows.
        for round in 0..<1_000 where display?.isBusy == true {
            await Task.detached {}.value
            await turn()
            if round >= 20 { try? await Task.sleep(for: .microseconds(100)) }
        }
        draw()
        await turn()
        draw()
    }

    private func turn() async {
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    }

    // MARK: The screen

    private func draw() {
        guard hasViews else { return }
        let tiles = display?.tiles ?? []
        let layers = tiles.flatMap(\.layers)
        for (id, container) in containers where !layers.contains(where: { $0.id == id }) {
            container.slot.empty(container)
            container.removeFromSuperview()
            containers[id] = nil
        }
        for layer in layers {
            let container = containers[layer.id] ?? SurfaceContainer(frame: window.bounds)
            if containers[layer.id] == nil {
                window.addSubview(container)
                World.forgetSpareSurfaces()
            }
            containers[layer.id] = container
            container.slot.fill(
                container,
                with: SurfaceRequest(
                    player: layer.player, fitting: .fit, poster: layer.still?.image,
                    onFirstPicture: { [weak self] in self?.display?.refresh() }))
        }
        for (index, tile) in tiles.enumerated() {
            let isSeen = tile.poster != nil || tile.layers.contains { $0.role == .shown && hasPicture($0) }
            if isSeen {
                hadPicture.insert(index)
            } else if hadPicture.contains(index), display.status.isOn {
                blanks.append("tile \(index) at \(clock.now)")
            }
        }
    }

    private func hasPicture(_ layer: KioskTile.Layer) -> Bool {
        guard let layers = containers[layer.id]?.slot.surface?.layers else { return false }
        return layers.isShowingPicture || layers.hasStill || layer.still != nil
    }

    // MARK: Looking

    /// The player whose pictures are seen in a tile.
    func player(_ tile: Int = 0) -> AVPlayer? {
        display.tiles[tile].layers.last { $0.role != .next && $0.player != nil }?.player
    }

    /// The player that is being prepared and is not seen.
    func nextPlayer(_ tile: Int = 0) -> AVPlayer? { display.tiles[tile].layers.first { $0.role == .next }?.player }

    func url(of player: AVPlayer?) -> URL? {
        player.flatMap { contract.displayedFrame(of: $0)?.url }
    }

    func itemTime(of player: AVPlayer, at host: HostTime) -> Duration? {
        contract.itemTime(of: player, at: host.nanoseconds).flatMap { Duration($0) }
    }

    /// The position in a playlist that begins again after `cycle`, by the system's clock.
    func phase(of cycle: Duration) -> Duration {
        .nanoseconds(system.now.nanoseconds.flooredDivision(by: cycle.nanoseconds).remainder)
    }

    /// The same position, by the kiosk's own line.
    func linePhase(of cycle: Duration) -> Duration {
        .nanoseconds(
            display.sharedTime(at: now).nanoseconds.flooredDivision(by: cycle.nanoseconds).remainder)
    }

    /// Checks that a tile shows a clip, at the position that is due.
    func expect(
        _ clip: KioskConfiguration.Clip, at due: Duration, in tile: Int = 0, turns: Duration? = nil,
        within tolerance: Duration = .milliseconds(2.2), saying more: String = "",
        _ place: SourceLocation = #_sourceLocation
    ) {
        guard let player = player(tile), let time = itemTime(of: player, at: now) else {
            Issue.record("tile \(tile) shows no player \(more)", sourceLocation: place)
            return
        }
        var error = time - due
        if let turns {
            error =
                .nanoseconds((error + turns / 2).nanoseconds.flooredDivision(by: turns.nanoseconds).remainder) - turns
                / 2
        }
        #expect(max(error, .zero - error) <= tolerance, "off by \(error) \(more)", sourceLocation: place)
        #expect(url(of: player) == clip.source.url, "\(more)", sourceLocation: place)
        #expect(player.rate != 0, "\(more)", sourceLocation: place)
    }

    /// Checks what holds in every story.
    func expectSound(_ place: SourceLocation = #_sourceLocation) {
        #expect(blanks.isEmpty, "\(blanks.prefix(3))", sourceLocation: place)
        #expect(contract.violations.isEmpty, "\(contract.violations.prefix(3))", sourceLocation: place)
    }
}
