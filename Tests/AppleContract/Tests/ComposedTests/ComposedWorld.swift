import AVFoundation
import Foundation
import Metal
import MultiPlayerKitTestSupport
@_spi(Double) import QuartzCore
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// A group in front of a composed surface, in virtual time, with a display of 60 ticks a second.
@MainActor
final class ComposedWorld {
    let contract: ContractWorld
    let clock: ManualClock
    var group: PlaybackGroup?
    let recorder = Recorder()
    var surface: ComposedSurface?
    /// What was wrong, one entry for each wrong tick.
    private(set) var mistakes: [String] = []
    private(set) var ticks = 0
    /// How often the due frames differed from those of the tick before.
    private(set) var changes = 0
    /// Whether every tick must show the frames of its own instant. Otherwise only ticks that draw are checked.
    var isStrict = false

    private static let period: Int64 = 16_666_667
    private let link = CAMetalDisplayLink(metalLayer: CAMetalLayer())
    private var nextTick: Int64
    private var clips: [MemberID: (rate: Int64, frames: Int64, offset: Duration)] = [:]
    private var lastDue: [Int]?
    private var count = 0

    init(seed: UInt64 = 1) {
        let start: Int64 = 1_000_000_000_000
        nextTick = start
        contract = ContractWorld(seed: seed, hostTime: start)
        ContractWorld.current = contract
        clock = ManualClock(now: HostTime(nanoseconds: start))
        group = PlaybackGroup(clock: clock)
        let surface = ComposedSurface(frame: CGRect(x: 0, y: 0, width: 160, height: 90), drawing: recorder)
        UIWindow(frame: surface.frame).addSubview(surface)
        surface.layoutIfNeeded()
        surface.show(group)
        self.surface = surface
    }

    /// Adds a silent file.
    @discardableResult
    func add(
        rate: Int32 = 30, seconds: Int64 = 60, offset: Duration = .zero,
        _ change: (inout ContractWorld.Media) -> Void = { _ in }
    ) -> MemberID {
        count += 1
        var media = ContractWorld.Media(
            duration: CMTime(value: seconds, timescale: 1), frameRate: (rate, 1),
            size: CGSize(width: 1280, height: 720), hasAudio: false)
        change(&media)
        let url = contract.addFile("composed-clip-\(count).mp4", media)
        let id = group!.add(url: url, offset: offset)
        clips[id] = (Int64(rate), Int64(rate) * seconds, offset)
        return id
    }

    func stream() -> URL {
        let url = URL(string: "https://example.org/composed.m3u8")!
        contract.register(
            url, ContractWorld.Media(duration: CMTime(value: 600, timescale: 1), hasAudio: true, kind: .hls))
        return url
    }

    func play() async {
        let group = group!
        let started = Task { try await group.play() }
        for _ in 0..<1000 where group.state != .playing { await advance(by: .milliseconds(10)) }
        await advance(by: .milliseconds(400))
        started.cancel()
    }

    func advance(by duration: Duration) async {
        let end = contract.now + duration.nanoseconds
        await settle()
        while true {
            let events = [contract.nextEvent, clock.nextWake?.nanoseconds].compactMap(\.self)
            let next = max(min(events.min() ?? end, nextTick, end), contract.now)
            contract.advance(to: next)
            if next > clock.now.nanoseconds || clock.nextWake.map({ $0.nanoseconds <= next }) == true {
                clock.advance(to: HostTime(nanoseconds: next))
            }
            await settle()
            if next >= nextTick {
                tick(at: next)
                nextTick += Self.period
            }
            let left = [contract.nextEvent, clock.nextWake?.nanoseconds, nextTick].compactMap(\.self)
            if next >= end, left.allSatisfy({ $0 > end }) { break }
        }
    }

    func settle() async {
        await ComposedTests.settle(group)
    }

    // MARK: Ticks

    private func tick(at now: Int64) {
        guard let surface else { return }
        // The picture is seen one refresh later.
        let host = HostTime(nanoseconds: now + Self.period)
        let before = recorder.draws
        let seconds = Double(host.nanoseconds) / 1e9
        surface.picture.metalDisplayLink(
            link, needsUpdate: .init(targetTimestamp: seconds, targetPresentationTimestamp: seconds))
        ticks += 1
        guard let due = due(at: host) else { return }
        if due != lastDue { changes += 1 }
        lastDue = due
        guard recorder.draws > before || isStrict else { return }
        if recorder.shown != due {
            mistakes.append("\(group!.time(at: host)): \(recorder.shown) instead of \(due)")
        }
    }

    /// The frames that the time maps ask for, calculated by the test itself.
    private func due(at host: HostTime) -> [Int]? {
        guard let group, group.members.count > 1 else { return nil }
        let time = group.time(at: host)
        let shown = group.members.prefix(2).compactMap { clips[$0] }
        guard shown.count == 2 else { return nil }
        return shown.map { clip in
            // Players are anchored this far inside their frames.
            let item = Int128((time + clip.offset + ItemSteering.aim).nanoseconds)
            return Int(min(max(item * Int128(clip.rate) / 1_000_000_000, 0), Int128(clip.frames - 1)))
        }
    }
}

/// Stands in for Core Image and remembers which frames were composed.
@MainActor
final class Recorder: ComposedDrawing {
    private(set) var shown: [Int] = []
    private(set) var draws = 0
    private(set) var pictures: [PlacedPicture] = []
    private(set) var difference: TileLayout.Difference?

    func prepare(_ layer: CAMetalLayer) {}

    func draw(
        _ first: PlacedPicture, _ second: PlacedPicture, as difference: TileLayout.Difference,
        into drawable: any CAMetalDrawable, size: CGSize
    ) {
        pictures = [first, second]
        self.difference = difference
        shown = pictures.compactMap { ContractWorld.frame(of: $0.buffer)?.index }
        draws += 1
    }
}
