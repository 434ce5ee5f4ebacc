import AVFoundation
import Foundation
import MultiPlayerKitCompare
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// The two pictures of a composed surface, measured while it shows them.
@Suite(.serialized) @MainActor
struct LiveMeasureTests {
    /// Two clips of which the second is darker by twice its frame's number.
    private func world() -> (world: ComposedWorld, members: [MemberID]) {
        let world = ComposedWorld()
        let members = [0, 2].map { step in
            world.add(rate: step == 0 ? 30 : 25) { media in
                media.size = CGSize(width: 64, height: 32)
                media.seen = { time, width, height in
                    [UInt8](repeating: UInt8(200 - step * (Int((time * 25).rounded()) % 40)), count: width * height)
                }
            }
        }
        return (world, members)
    }

    /// Lets what was begun on the queue end.
    private func settle(_ measures: LiveMeasures, _ count: Int) async throws {
        for _ in 0..<200 where measures.comparison.pairs.count < count { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test func `every pair is of one instant, whichever is the reference`() async throws {
        for isSwapped in [false, true] {
            let (world, members) = world()
            let surface = try #require(world.surface)
            let pair = isSwapped ? [members[0], members[1]] : [members[1], members[0]]
            let measures = LiveMeasures(of: pair[0], against: pair[1])
            #expect(measures.latest == nil)
            measures.read(surface)
            await world.play()
            for _ in 0..<40 {
                await world.advance(by: .milliseconds(17))
                try await settle(measures, min(measures.comparison.pairs.count + 1, 1))
                try await Task.sleep(for: .milliseconds(2))
            }
            let found = measures.comparison
            #expect(measures.error == nil && found.pairs.count >= 10, "\(found.pairs.count)")
            for one in found.pairs {
                let (first, second) =
                    isSwapped ? (one.otherTime, one.referenceTime) : (one.referenceTime, one.otherTime)
                let (frame, other) = (Int((first.seconds * 30).rounded()), Int((second.seconds * 25).rounded()))
                #expect(abs(Double(frame) / 30 - Double(other) / 25) < 0.04, "due together")
                // Frame numbers of the second clip are its distance.
                #expect(one.measures.components[0].meanSquaredError == Double(4 * (other % 40) * (other % 40)))
                #expect(one.time >= .zero && abs((one.time - one.referenceTime).seconds) < 0.04)
            }
            #expect(world.mistakes == [])
        }
    }

    @Test func `others than these two are not measured, and unlike pictures are refused`() async throws {
        let (world, members) = world()
        let surface = try #require(world.surface)
        world.add { $0.size = CGSize(width: 32, height: 32) }
        let measures = LiveMeasures(of: members[1], against: members[0])
        measures.read(surface)
        surface.layout = .difference(TileLayout.Difference(of: 0, and: 2))
        await world.play()
        #expect(measures.latest == nil && measures.error == nil)
        let third = try #require(world.group?.members.last)
        let unlike = LiveMeasures(of: third, against: members[0])
        unlike.read(surface)
        await world.advance(by: .milliseconds(100))
        for _ in 0..<200 where unlike.error == nil { try await Task.sleep(for: .milliseconds(5)) }
        #expect(unlike.error?.code == .notComparable)
        #expect(measures.latest == nil, "the next reader took over")
    }
}
