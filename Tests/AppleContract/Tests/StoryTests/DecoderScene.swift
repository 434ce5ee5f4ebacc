import AVFoundation
@_spi(Double) import CoreGraphics
import Foundation
import MultiPlayerKitTestSupport
import Testing
import UIKit

@testable import MultiPlayerKit

/// A grid of videos on a screen, on a device with a limited number of decoders.
@MainActor
final class DecoderScene {
    let world: World
    let decoders: Int
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 1920, height: 1080))
    private var slots: [MemberID: (slot: SurfaceSlot, container: UIView)] = [:]
    private(set) var moves: [BudgetMove] = []
    private var listening: Task<Void, Never>?

    init(seed: UInt64, decoders: Int, _ refusal: ContractWorld.DecoderRefusal, movesTogether: Bool = false) {
        self.decoders = decoders
        world = World(seed: seed, isGoverned: true)
        world.contract.limitDecoders(to: decoders, refusal)
        world.group.movesTogether = movesTogether
        let events = world.budget!.events
        listening = Task { [weak self] in
            for await event in events {
                if case .moved(let move) = event { self?.moves.append(move) }
            }
        }
    }

    deinit { listening?.cancel() }

    var group: PlaybackGroup { world.group }

    // MARK: Members

    @discardableResult
    func add(seconds: Double = 3600, _ change: (inout ContractWorld.Media) -> Void = { _ in }) -> MemberID {
        let id = group.add(url: world.clip(seconds: seconds, hasAudio: true, change))
        show(id)
        return id
    }

    /// Puts a member on the screen, with a poster.
    func show(_ id: MemberID) {
        let container = UIView(frame: CGRect(x: 0, y: 0, width: 480, height: 270))
        window.addSubview(container)
        slots[id] = (SurfaceSlot(), container)
        refresh()
    }

    func remove(_ id: MemberID) {
        group.remove(id)
        // Its surface is not given back: it keeps this world's time, so no other world may get it.
        slots.removeValue(forKey: id)?.container.removeFromSuperview()
    }

    /// Does what a kit view does when a member has got another player.
    func refresh() {
        for (id, (slot, container)) in slots {
            guard let player = group.player(of: id) else { continue }
            if slot.surface?.player !== player { World.forgetSpareSurfaces() }
            slot.fill(
                container,
                with: SurfaceRequest(
                    player: player, fitting: .fit, poster: CGImage(width: 16, height: 9, content: id),
                    onFirstPicture: nil))
            slot.surface?.frame = container.bounds
        }
    }

    /// Puts every member on the screen and takes those off that are gone.
    func showAll() {
        let ids = group.members + [group.backgroundMember].compactMap(\.self)
        for (id, slot) in slots where !ids.contains(id) {
            slots[id] = nil
            slot.container.removeFromSuperview()
        }
        for id in ids where slots[id] == nil { show(id) }
        refresh()
    }

    /// Takes a member's view off the screen, together with its surface.
    func hide(_ id: MemberID) { slots[id]?.container.removeFromSuperview() }

    func shrink(_ id: MemberID) { slots[id]?.slot.surface?.frame = .zero }

    // MARK: Looking

    func tier(of id: MemberID) -> DecodeTier? { group.runner.leases.tiers(of: id)?.tier }

    var decoding: Int { slots.keys.filter { tier(of: $0) == .full && isLive($0) }.count }

    /// Whether a picture of the player itself is on the screen.
    func isLive(_ id: MemberID) -> Bool { slots[id]?.slot.surface?.isShowingPicture ?? false }

    func reason(of id: MemberID) -> String {
        let name = group.runner.lineup.entries.first { $0.id == id }?.name
        return world.budget?.snapshot.leases.first { $0.name == name }?.reason ?? ""
    }

    var told: String {
        let tiers = slots.keys.sorted().map { "\($0) \(tier(of: $0)?.rawValue ?? "-") \(isLive($0) ? "live" : "")" }
        let last = moves.suffix(24).map {
            "\($0.at.nanoseconds / 1_000_000 - 1_000_000) \($0.name.dropFirst(14).dropLast(4)) \($0.to.tier) \($0.reason)\n"
        }
        return
            "\(tiers), \(last), capacity \(String(describing: world.budget?.snapshot.capacity.sessions)), \(world.told)"
    }

    /// Whether exactly `count` members are seen to play and no other member is granted a decoder.
    func isSettled(at count: Int) -> Bool {
        decoding == count && slots.keys.allSatisfy { tier(of: $0).map { $0 <= .still } ?? true || isLive($0) }
    }

    /// Advances until the group has settled and stays so for a second. Returns the seconds from `begin` until it
    /// settled; `nil`: it has not within `limit`.
    func secondsUntilSettled(
        at count: Int, since begin: HostTime? = nil, atMost limit: Duration = .seconds(20)
    ) async -> Double? {
        let begin = begin ?? world.now
        while begin.duration(to: world.now) < limit {
            guard await world.advance(atMost: limit, until: { isSettled(at: count) }) else { return nil }
            let since = world.now
            var isSteady = true
            for _ in 0..<10 where isSteady {
                await world.advance(by: .milliseconds(100))
                isSteady = isSettled(at: count)
            }
            if isSteady { return begin.duration(to: since).seconds }
        }
        return nil
    }

    /// A member that shows nothing: no picture, no still, no poster.
    var transparent: MemberID? {
        slots.keys.sorted().first { id in
            let layers = slots[id]?.slot.surface?.layer.sublayers ?? []
            let video = layers.compactMap { $0 as? AVPlayerLayer }.last
            let hasPicture = video.map { $0.isReadyForDisplay && !$0.isHidden } ?? false
            return !hasPicture && layers.first?.contents == nil
        }
    }

    /// A member that shows or holds a picture of a video other than its own.
    func foreign(_ urls: [MemberID: URL]) -> MemberID? {
        slots.keys.sorted().first { id in
            guard let surface = slots[id]?.slot.surface else { return false }
            var shown: [URL?] = []
            if surface.isShowingPicture, let player = surface.player {
                shown.append(world.contract.displayedFrame(of: player)?.url)
            }
            if let held = surface.layer.sublayers?.first?.contents {
                let image = held as! CGImage
                shown.append(image.content as? MemberID == id ? urls[id] : ContractWorld.frame(of: image)?.url)
            }
            return shown.contains { $0 != urls[id] }
        }
    }

    func expectNothingTransparent(location: SourceLocation = #_sourceLocation) {
        #expect(transparent == nil, "\(told)", sourceLocation: location)
    }

    /// Checks that every member that moves is where the line wants it.
    func expectInStep(location: SourceLocation = #_sourceLocation) {
        for id in group.members where tier(of: id) == .full && (group.player(of: id)?.rate ?? 0) != 0 {
            expectOnLine(world, id, location: location)
        }
    }
}
