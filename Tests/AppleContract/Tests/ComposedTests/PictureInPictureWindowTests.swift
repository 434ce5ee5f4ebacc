@_spi(Double) import AVFoundation
@_spi(Double) import AVKit
import CoreVideo
import Foundation
import Testing
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// What the system's floating window costs, and what is in it where there is nothing to show.
@Suite(.serialized) @MainActor
struct PictureInPictureWindowTests {
    private let world = FloatingWorld()

    /// Shows a window whose pictures are all turned, so that those are known that were queued.
    private func showTurned() -> QueuedPictures {
        let queued = QueuedPictures()
        let floating = PictureInPicture(world.group, member: nil, turning: queued)
        floating.view.frame = world.window.bounds
        world.window.addSubview(floating.view)
        world.floating = floating
        return queued
    }

    private static func turn(_ media: inout ContractWorld.Media) {
        media.transform = CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 1280, ty: 720)
    }

    private func reason() -> String {
        do { try world.floating?.start() } catch { return error.reason }
        return "none"
    }

    private var outputs: [AVPlayerItemOutput] { world.contract.players.flatMap { $0.currentItem?.outputs ?? [] } }

    // MARK: What it costs

    @Test(arguments: [(10, 60), (30, 60), (60, 120), (120, 120)] as [(Int32, Int)])
    func `a window looks for pictures twice as often as they come, within what a screen shows`(
        rate: Int32, looks: Int
    ) async throws {
        world.show()
        world.add(rate: rate)
        await world.play()
        try await world.open()
        world.clock.lateness = .milliseconds(2)
        let before = world.wakeUps
        await world.advance(by: .seconds(2))
        #expect((looks * 2 - 8...looks * 2 + 12).contains(world.wakeUps - before), "\(world.wakeUps - before)")
    }

    @Test(arguments: [false, true])
    func `while nothing moves, or nobody sees it move, a look a second is enough`(isOpen: Bool) async throws {
        world.show()
        world.add()
        await world.play()
        if isOpen {
            try await world.open()
            world.group.pause()
        }
        await world.advance(by: .seconds(2))
        let before = world.wakeUps
        await world.advance(by: .seconds(10))
        #expect((11...40).contains(world.wakeUps - before), "\(world.wakeUps - before)")
    }

    @Test func `however long it plays, it waits for one look and listens once`() async throws {
        world.show()
        world.add()
        await world.play()
        try await world.open()
        for rate in [2.0, 1, 2, 1] {
            world.group.rate = rate
            await world.settle()
            #expect(world.clock.pendingWakes < 20)
            await world.advance(by: .seconds(1))
        }
    }

    @Test func `a player keeps the output that it has`() async throws {
        world.show()
        world.add()
        await world.play()
        try await world.open()
        let output = try #require(outputs.first)
        await world.advance(by: .seconds(1))
        #expect(outputs.count == 1 && outputs.first === output)
    }

    @Test func `a closed window whose view has gone keeps no output and no picture`() async throws {
        world.show()
        world.add()
        await world.play()
        try await world.open()
        await world.advance(by: .seconds(1))
        weak var picture = world.floating?.display.displayed
        #expect(picture != nil)
        world.system.close()
        world.floating?.view.removeFromSuperview()
        await world.advance(by: .seconds(2))
        #expect(world.contract.live.outputs == 0 && world.displayed == nil && picture == nil)
        let before = world.wakeUps
        await world.advance(by: .seconds(2))
        #expect(world.wakeUps - before < 10)
    }

    @Test func `the member that was shown before has no output any more`() async throws {
        world.show()
        world.add()
        let second = world.add()
        await world.play()
        try await world.open()
        world.floating?.member = second
        await world.advance(by: .seconds(1))
        #expect(outputs.count == 1 && world.group.player(of: second)?.currentItem?.outputs.count == 1)
        #expect(world.displayed?.url.lastPathComponent == "floating-clip-1.mp4")
    }

    // MARK: When it opens and closes

    @Test func `why it does not open is said, and whether it can is known`() async throws {
        FloatingWindow.isSupported = false
        world.show()
        #expect(reason() == "this device has no floating window")
        FloatingWindow.isSupported = true
        world.show()
        world.add()
        await world.advance(by: .milliseconds(20))
        #expect(reason() == "the system does not allow it now" && world.floating?.isPossible == false)
        await world.play()
        #expect(world.floating?.isPossible == true && reason() == "none")
        world.floating?.display.removeFromSuperlayer()
        await world.advance(by: .milliseconds(100))
        #expect(world.floating?.isPossible == false)
    }

    @Test func `a member that takes no part is not shown, nor taken for a player that cannot be read`() async throws {
        world.show()
        world.add()
        let second = world.add()
        await world.play()
        world.floating?.member = second
        world.group.remove(second)
        #expect(reason() == "there is no video to show")
        let road = world.contract.addFile(
            "floating-road.mp4", ContractWorld.Media(duration: 60, frameRate: 30, hasAudio: false))
        world.group.background = LoopingBackground(url: road)
        await world.advance(by: .seconds(1))
        world.floating?.member = world.group.backgroundMember
        await world.advance(by: .seconds(2))
        #expect(reason() == "there is no video to show" && world.contract.live.outputs == 0)
    }

    @Test func `an open window goes on without the view from which it came`() async throws {
        world.show()
        world.add()
        await world.play()
        try await world.open()
        world.floating?.view.removeFromSuperview()
        world.isStrict = true
        await world.advance(by: .seconds(2))
        #expect(world.mistakes.isEmpty, "\(world.mistakes.count): \(world.mistakes.prefix(3))")
    }

    @Test func `a window whose last member goes is told that there is nothing`() async throws {
        world.show()
        let id = world.add()
        await world.play()
        try await world.open()
        #expect(world.system.range.isValid)
        world.group.remove(id)
        await world.advance(by: .milliseconds(200))
        #expect(!world.system.range.isValid)
    }

    @Test func `a skip is answered once`() async throws {
        world.show()
        world.add()
        await world.play()
        try await world.open()
        world.system.tapSkip(by: 15)
        await world.advance(by: .seconds(5))
        #expect(world.system.skipsUnderWay == 0)
    }

    // MARK: What is in it

    /// Shows a member of four seconds that ends before the group does, and leaves nothing.
    private func showShort() async throws {
        world.show()
        let url = world.contract.addFile(
            "floating-short.mp4", ContractWorld.Media(duration: 4, frameRate: 30, hasAudio: false))
        world.group.add(url: url, end: .blank)
        world.add()
        await world.play()
        try await world.open()
    }

    private func seek(to time: Duration) async throws {
        let sought = Task { try await world.group.seek(to: time) }
        await world.advance(by: .seconds(1))
        try await sought.value
    }

    @Test func `after the end of a member that leaves nothing the window is empty`() async throws {
        try await showShort()
        #expect(world.displayed != nil)
        await world.advance(by: .seconds(5))
        #expect(world.displayed == nil && world.group.state == .playing)
        try await seek(to: .seconds(1))
        #expect(world.displayed.map { (30...90).contains($0.index) } == true)
        #expect(world.contract.violations.isEmpty, "\(world.contract.violations)")
    }

    @Test func `who seeks to where a member leaves nothing sees nothing of it, and its picture when they are back`()
        async throws
    {
        try await showShort()
        world.group.pause()
        await world.advance(by: .seconds(1))
        try await seek(to: .seconds(10))
        #expect(world.displayed == nil)
        let flushes = world.floating?.display.sampleBufferRenderer.flushes
        await world.advance(by: .seconds(5))
        // What is empty is not emptied again.
        #expect(world.floating?.display.sampleBufferRenderer.flushes == flushes)
        try await seek(to: .seconds(2))
        #expect(world.displayed?.index == 60)
    }

    @Test func `when a person plays again or goes back, the window moves as soon as the group does`() async throws {
        world.show()
        world.add()
        await world.play()
        try await world.open()
        await world.advance(by: .seconds(4))
        world.system.tapPlay(false)
        await world.advance(by: .seconds(2))
        world.isStrict = true
        world.system.tapPlay(true)
        await world.advance(by: .seconds(1))
        #expect(world.mistakes.isEmpty, "\(world.mistakes.count): \(world.mistakes.prefix(3))")
        #expect(world.seen.count > 20)
        world.isStrict = false
        world.system.tapSkip(by: -4)
        // Until then the pictures are those from which the person goes.
        while world.system.skipsUnderWay > 0 { await world.advance(by: .milliseconds(20)) }
        world.isStrict = true
        await world.advance(by: .seconds(1))
        #expect(world.mistakes.isEmpty, "\(world.mistakes.count): \(world.mistakes.prefix(3))")
        #expect(world.seen.count > 20 && zip(world.seen, world.seen.dropFirst()).allSatisfy { $1 - $0 == 1 })
    }

    @Test func `a picture that is there is not queued again while the group stands`() async throws {
        let queued = showTurned()
        world.add(Self.turn)
        await world.play()
        try await world.open()
        world.group.pause()
        await world.advance(by: .seconds(2))
        let count = queued.frames.count
        await world.advance(by: .seconds(5))
        #expect(queued.frames.count == count && world.displayed?.index == world.due)
    }

    @Test(arguments: [false, true])
    func `what the layer has lost is queued again, although the group stands`(hasFailed: Bool) async throws {
        let queued = showTurned()
        world.add(Self.turn)
        await world.play()
        try await world.open()
        world.group.pause()
        await world.advance(by: .seconds(2))
        let count = queued.frames.count
        let renderer = try #require(world.floating?.display.sampleBufferRenderer)
        if hasFailed { renderer.fail() } else { renderer.interrupt() }
        await world.advance(by: .seconds(2))
        #expect(queued.frames.count == count + 1 && queued.frames.last == world.due)
        #expect(renderer.status == .rendering && !renderer.requiresFlushToResumeDecoding)
    }

    @Test func `outputs that look ahead only now and then bring no picture twice`() async throws {
        let queued = showTurned()
        world.add(rate: 60, Self.turn)
        await world.play()
        try await world.open()
        for step in 0..<60 {
            world.contract.outputsLookAhead = step % 2 == 0 ? .zero : nil
            await world.advance(by: .milliseconds(41))
        }
        #expect(zip(queued.frames, queued.frames.dropFirst()).allSatisfy { $0 < $1 }, "\(queued.frames)")
        #expect(world.contract.violations.isEmpty, "\(world.contract.violations)")
    }
}

/// Stands in for VideoToolbox and remembers the frames that it was given: each that is queued, if all are turned.
@MainActor
private final class QueuedPictures: PictureTurning {
    private(set) var frames: [Int] = []

    func turn(_ buffer: CVPixelBuffer, by turn: PictureTurn) -> CVPixelBuffer? {
        frames += [ContractWorld.frame(of: buffer)?.index].compactMap(\.self)
        return buffer
    }
}
