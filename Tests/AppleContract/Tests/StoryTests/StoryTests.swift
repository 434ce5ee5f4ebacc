import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// The group's life on players without faults, in virtual time.
@Suite(.serialized) @MainActor
struct StoryTests {
    /// The same stories are told on real players, on a Mac.
    @Test(arguments: FaultFreeStory.allCases, 1...8 as ClosedRange<UInt64>)
    func story(_ story: FaultFreeStory, seed: UInt64) async throws {
        try await story.tell(in: World(seed: seed))
    }

    // MARK: Only in virtual time

    @Test func `a background loops for an hour without a seek`() async {
        let world = World()
        let id = world.group.add(url: world.clip(seconds: 7200))
        world.group.background = LoopingBackground(url: world.clip(seconds: 10, hasAudio: true))
        let background = world.group.backgroundMember!
        await world.play()
        for _ in 0..<120 {
            // Just behind a seam: a player that went back to the beginning would still be on its way.
            await world.advance(to: .seconds(30), behindMultipleOf: .seconds(10))
            expectOnLine(world, id)
            expectOnLine(world, background)
            #expect(world.group.player(of: background)!.rate == 1)
        }
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `removed members and a dropped group hold nothing`() async {
        var world: World? = World()
        let contract = world!.contract
        let first = world!.group.add(url: world!.clip())
        world!.group.add(url: world!.clip())
        world!.group.background = LoopingBackground(url: world!.clip(seconds: 4))
        await world!.play()
        let player = world!.group.player(of: first)!
        world!.group.remove(first)
        // The item is gone before `remove` returns.
        #expect(player.currentItem == nil)
        await world!.advance(by: .seconds(1))
        world = nil
        for _ in 0..<10 { await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } } }
        #expect(contract.live.items == 0)
        #expect(contract.live.observations == 0)
        #expect(contract.live.timeObservers == 0)
    }

    // MARK: The measurement

    @Test func `the measurement sees no error where there is none`() async throws {
        let report = try await measureSkew(in: World(), for: .seconds(30))
        expectClose(report)
        #expect(report.ticks > 1_790 && report.absent == 0 && report.unread == 0)
        #expect(report.lineErrors.count == 4 * report.ticks && report.frameErrors.count == 4 * report.ticks)
        #expect(report.frameErrors.allSatisfy { $0 == 0 } && report.frameSkews.allSatisfy { $0 == 0 })
    }

    @Test func `the measurement sees a member that is a frame and a half behind`() async throws {
        let world = World()
        var faults = ContractWorld.Faults()
        faults.startError = .milliseconds(50) ... .milliseconds(50)
        let (on, off) = (try world.clip(.loud), try world.clip(.loud))
        world.contract.setFaults(faults, for: off)
        let members = [on, off].map { MeasuredMember(id: world.group.add(url: $0), clip: .loud) }
        let group = world.group
        let started = Task { try await group.play() }
        #expect(await world.advance(atMost: .seconds(5)) { group.state == .playing })
        started.cancel()
        let report = await SkewMeasurement(world, members).run(for: .milliseconds(200))
        // Measured before the correction, which comes within the second.
        #expect(report.lineSkews.contains { abs($0 - 50) < 0.1 }, "\(report.lineSkews)")
        #expect(report.frameSkews.contains { $0 == 1 || $0 == 2 }, "\(report.frameSkews)")
    }
}
