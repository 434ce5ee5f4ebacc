import AVFoundation
import CoreGraphics
import CoreImage
import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// What a loupe keeps from one look to the next: the picture that it has read, and the outputs that it reads from.
@Suite(.serialized) @MainActor
struct LoupeKeepingTests {
    private let world = ComposedWorld()
    private let reader = LoupeReader()

    init() { world.surface?.show(nil) }

    /// The frame's number is its luma, from 20 on.
    private func add(seconds: Int64 = 5, hasAudio: Bool = false) -> MemberID {
        world.add(rate: 30, seconds: seconds) { media in
            media.size = CGSize(width: 32, height: 16)
            media.hasAudio = hasAudio
            media.seen = { time, width, height in
                [UInt8](repeating: UInt8(20 + Int((time * 30).rounded()) % 150), count: width * height)
            }
        }
    }

    private func look(at x: Double = 0.5) { reader.read(Loupe(x: x, y: 0.5), of: world.group!, at: world.clock.now) }

    private func luma(_ id: MemberID) -> Int? {
        (reader.sights[id]?.lines[1]).flatMap { Int($0.split(separator: " ")[1]) }
    }

    private func output(of id: MemberID) -> AVPlayerItemOutput? {
        world.group!.player(of: id)?.currentItem?.outputs.first
    }

    @Test func `what lies under the glass is read again only for another picture or another place`() async throws {
        let id = add()
        await world.play()
        let group = world.group!
        group.pause()
        await world.advance(by: .seconds(1))
        look()
        let first = try #require(reader.sights[id])
        look()
        #expect(reader.sights[id]?.pixels === first.pixels && reader.sights[id] == first)
        look(at: 0.1)
        #expect(reader.sights[id]?.pixels !== first.pixels && reader.sights[id] != first)
        group.step(by: 1)
        await world.advance(by: .seconds(1))
        look()
        #expect(reader.sights[id]?.pixels !== first.pixels && reader.sights[id] != first)
    }

    @Test func `where a loop goes on in another player, the glass follows it`() async throws {
        let id = add(hasAudio: true)
        let group = world.group!
        group.loops = true
        await world.play()
        look()
        let before = group.player(of: id)
        for isHeard in [true, false] {
            group.audibleMember = isHeard ? id : nil
            for _ in 0..<50 {
                await world.advance(by: .milliseconds(100))
                look()
            }
        }
        #expect(group.player(of: id) !== before)
        let time = group.time(at: world.clock.now) + ItemSteering.aim
        #expect(luma(id) == 20 + Int(time.seconds * 30) % 150)
        #expect(world.contract.live.outputs == 1 && world.contract.violations.isEmpty)
    }

    @Test func `an output that brings nothing to ten looks, one a second, is replaced then`() async {
        let id = add(seconds: 60)
        await world.play()
        look()
        await world.advance(by: .milliseconds(100))
        let output = output(of: id)
        world.contract.wedgeOutputs(of: world.group!.player(of: id)!)
        for number in 0...10 {
            look()
            #expect((self.output(of: id) === output) == (number < 10), "\(number)")
            await world.advance(by: .seconds(1))
        }
    }

    /// Looks often, for as long as an output has pictures or not.
    private func look(at id: MemberID, seeing isSeen: Bool, for duration: Duration) async {
        for track in world.group!.player(of: id)?.currentItem?.tracks ?? [] { track.isEnabled = isSeen }
        for _ in 0..<Int(duration / .milliseconds(20)) {
            await world.advance(by: .milliseconds(20))
            look()
        }
    }

    @Test(arguments: [false, true])
    func `an output that brings nothing twice for less than a second is not replaced`(stalls: Bool) async {
        let id = add(seconds: 60)
        await world.play()
        look()
        let output = output(of: id)
        await look(at: id, seeing: false, for: .milliseconds(700))
        if stalls {
            world.contract.stall(world.group!.player(of: id)!, lasting: .milliseconds(300))
            await look(at: id, seeing: false, for: .seconds(1))
        } else {
            await look(at: id, seeing: true, for: .milliseconds(100))
            await look(at: id, seeing: false, for: .milliseconds(700))
        }
        #expect(output != nil && self.output(of: id) === output)
        await look(at: id, seeing: false, for: .seconds(1))
        #expect(self.output(of: id) !== output)
    }

    @Test func `a threshold below none shows no difference where there is none`() {
        let grey = CIImage(color: CIColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 1))
        for part in [-1.0, 0, .nan] {
            let pixel = TileLayout.Difference(.threshold(part)).image(of: grey, and: grey).pixel(.zero)
            #expect([pixel.x, pixel.y, pixel.z] == [0, 0, 0], "\(part)")
        }
    }
}
