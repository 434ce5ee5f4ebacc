import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// Pictures that take long to make.
@Suite(.serialized) @MainActor
struct ThumbnailPatienceStories {
    @MainActor
    private final class Answer {
        var isThere = false
        var picture: Thumbnail?
    }

    private let world = World(seed: 92, isGoverned: true)
    private let size = CGSize(width: 160, height: 160)

    private var leases: Int { world.budget!.snapshot.leases.count }

    @Test func `a picture that is called off while it is made gives its decoder back at once`() async {
        let id = world.group.add(url: world.clip { $0.pictureDelay = .seconds(60) })
        await world.play()
        let (before, answer, group) = (leases, Answer(), world.group)
        let task = Task { [size] in
            answer.picture = await group.thumbnail(of: id, at: .seconds(3), fitting: size)
            answer.isThere = true
        }
        for _ in 0..<20 { await world.settle() }
        #expect(!answer.isThere && leases == before + 1)
        task.cancel()
        for _ in 0..<200 where !answer.isThere { await world.settle() }
        #expect(answer.isThere && answer.picture == nil && leases == before)
        await world.advance(by: .seconds(60))
    }

    @Test func `a picture that does not come in time is given up`() async throws {
        let open = try await OpenAsset.open(MediaSource(url: world.clip { $0.pictureDelay = .seconds(60) }))
        let (before, answer, loans) = (leases, Answer(), world.group.runner.leases.loans)
        Task { [size] in
            answer.picture = await loans.thumbnail(
                of: open, name: "clip", at: .seconds(3), fitting: size, tolerance: .zero, patience: .milliseconds(20))
            answer.isThere = true
        }
        for _ in 0..<200 where !answer.isThere {
            try await Task.sleep(for: .milliseconds(5))
            await world.settle()
        }
        #expect(answer.isThere && answer.picture == nil && leases == before)
        await world.advance(by: .seconds(60))
    }
}
