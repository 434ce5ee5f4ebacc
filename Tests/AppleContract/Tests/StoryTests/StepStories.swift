import AVFoundation
import Foundation
import Testing

@testable import MultiPlayerKit

/// Steps through files in which the frame rate varies, as phones record them.
@Suite(.serialized) @MainActor
struct StepStories {
    private let world = World()

    /// Six frames in four seconds.
    private func clip(_ change: (inout ContractWorld.Media) -> Void = { _ in }) -> URL {
        world.clip(seconds: 4) { media in
            // An average that is no customary rate.
            media.frameRate = (244, 10)
            let times: [Int64] = [0, 100, 115, 400, 410, 1_000]
            media.frameTimes = times.map { CMTime(value: $0, timescale: 1_000) }
            media.frameCount = media.frameTimes.count
            change(&media)
        }
    }

    private func step(_ counts: [Int], from time: Duration, in url: URL) async -> [Duration] {
        let id = world.group.add(url: url)
        await world.seek(to: time)
        var times: [Duration] = []
        for count in counts {
            world.group.step(by: count)
            await world.advance(by: .seconds(1))
            times.append(world.group.time())
            world.expectStill(id, at: world.group.time())
        }
        #expect(world.violations.isEmpty)
        return times
    }

    /// - Parameter cut: what an edit list cuts off, in milliseconds: the index counts from the beginning of the media.
    @Test(arguments: [Int64(0), 200])
    func `a step in a local file is one frame of the file`(cut: Int64) async {
        let url = clip { $0.cutOff = CMTime(value: cut, timescale: 1_000) }
        let times = await step([1, 1, 1, -1, -3], from: .milliseconds(50), in: url)
        #expect(times == [100, 115, 400, 115, 0].map { .milliseconds($0) })
    }

    @Test func `a step is a thirtieth of a second where the index cannot be read`() async {
        let times = await step([1, -1], from: .milliseconds(50), in: clip { $0.hasSampleCursors = false })
        #expect(times == [2, 1].map { FrameRate(30).time(ofFrame: $0) })
    }
}
