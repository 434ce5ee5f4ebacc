import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// Whom a difference reads, and what it says of the pictures that it has.
@Suite(.serialized) @MainActor
struct ComposedStageTests {
    private let world = ComposedWorld()

    @Test func `beside a player whose pixels cannot be read no one has an output`() async {
        let group = world.group!
        let id = world.add()
        let foreign = group.add(
            SimulatedPlayer(clock: world.clock), source: MediaSource(url: URL(filePath: "/simulated.mp4")))
        await world.advance(by: .seconds(2))
        #expect(world.contract.live.outputs == 0)
        #expect(DifferenceRefusal(of: group, in: .difference) == .foreignPlayer(group.name(of: foreign)))
        let reader = LoupeReader()
        for _ in 0..<3 {
            reader.read(Loupe(x: 0.5, y: 0.5), of: group, at: world.clock.now)
            await world.advance(by: .milliseconds(40))
        }
        #expect(reader.sights[foreign] == nil && group.player(of: id)?.currentItem?.outputs.count == 1)
        reader.end()
    }

    @Test func `a frame that has begun before the group did is due from its beginning`() async {
        world.add()
        world.add(rate: 25, offset: .milliseconds(490))
        let pairs = Pairs()
        world.surface!.picture.stage.reader = pairs
        await world.play()
        await world.advance(by: .seconds(1))
        let times = pairs.pairs.map(\.second.groupTime)
        #expect(times.first == .zero && times.last.map { $0 > .seconds(1) } == true)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    }
}

private final class Pairs: ComposedReader {
    private(set) var pairs: [ComposedPair] = []
    func read(_ pair: ComposedPair) { pairs.append(pair) }
}
