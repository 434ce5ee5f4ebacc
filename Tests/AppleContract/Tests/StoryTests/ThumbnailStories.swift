import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// Small pictures of members, made while the group plays.
@Suite(.serialized) @MainActor
struct ThumbnailStories {
    private let world: World

    init() { world = World(seed: 91, isGoverned: true) }

    private func thumbnail(_ id: MemberID, at seconds: Double) async -> Thumbnail? {
        await world.group.thumbnail(of: id, at: .seconds(seconds), fitting: CGSize(width: 160, height: 160))
    }

    private func frame(_ thumbnail: Thumbnail?) -> ContractWorld.Frame? {
        thumbnail.flatMap { ContractWorld.frame(of: $0.image) }
    }

    private var tiers: [MemberID: DecodeTier] {
        world.group.snapshot.members.reduce(into: [:]) { $0[$1.id] = $1.tier }
    }

    @Test func `each member has the picture of its own time, upright and small, and the group plays on`() async {
        let plain = world.group.add(url: world.clip(), offset: .seconds(2))
        let upright = world.group.add(
            url: world.clip { $0.transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 720, ty: 0) }, speed: 2)
        let loop = world.group.add(url: world.clip(seconds: 3), end: .loop)
        await world.play()
        await world.advance(by: .seconds(1))
        let (leases, before) = (world.budget!.snapshot.leases.count, tiers)
        // A key frame that is near enough: there is one every two seconds.
        for (id, time) in [(plain, 6.0), (upright, 10), (loop, 2)] {
            let picture = await thumbnail(id, at: 5)
            #expect(frame(picture)?.url == world.url(of: id))
            #expect(frame(picture)?.index == Int(time * 30))
            #expect(picture?.itemTime == .seconds(time))
            let shape = id == upright ? [90, 160] : [160, 90]
            #expect(picture.map { [$0.image.width, $0.image.height] } == shape)
        }
        let exact = await world.group.thumbnail(
            of: plain, at: .seconds(5), fitting: CGSize(width: 160, height: 160), tolerance: .zero)
        #expect(frame(exact)?.index == 210 && exact?.itemTime == .seconds(7))
        #expect(world.budget!.snapshot.leases.count == leases)
        #expect(tiers == before)
        await world.advance(by: .seconds(1))
        for id in [plain, upright, loop] { expectOnLine(world, id) }
        #expect(world.contract.violations.isEmpty, "\(world.contract.violations)")
    }

    @Test func `a picture takes no decoder from anybody, not even from the background`() async {
        world.group.background = LoopingBackground(url: world.clip(seconds: 6))
        let id = world.group.add(url: world.clip())
        world.budget!.limit.sessions = 2
        await world.play()
        await world.advance(by: .seconds(2))
        let before = tiers
        #expect(before.values.allSatisfy { $0 == .full })
        #expect(await thumbnail(id, at: 5) == nil)
        await world.advance(by: .seconds(10))
        #expect(tiers == before)
        world.group.background = nil
        await world.advance(by: .seconds(2))
        #expect(await thumbnail(id, at: 5) != nil)
    }

    @Test func `a strip of pictures takes one decoder, and each has its own time`() async {
        let id = world.group.add(url: world.clip())
        world.budget!.limit.sessions = 2
        await world.play()
        await world.advance(by: .seconds(1))
        let pictures = (0..<40).map { second in Task { await thumbnail(id, at: Double(second)) } }
        for (second, picture) in pictures.enumerated() {
            #expect(frame(await picture.value)?.index == second / 2 * 60)
        }
        #expect(tiers[id] == .full)
    }

    @Test func `where there is no picture there is none, and nothing waits for it`() async {
        let late = world.group.add(url: world.clip(), offset: .seconds(-5))
        let over = world.group.add(url: world.clip(seconds: 3), end: .blank)
        let stream = world.group.add(url: world.stream { _ in })
        let locked = world.group.add(url: world.clip { $0.isProtected = true })
        let gone = world.group.add(url: world.clip())
        await world.play()
        await world.advance(by: .seconds(1))
        world.group.remove(gone)
        for id in [over, stream, locked, gone] { #expect(await thumbnail(id, at: 4) == nil) }
        // Before its start a member shows its first frame.
        #expect(frame(await thumbnail(late, at: 4))?.index == 0)
        #expect(frame(await thumbnail(late, at: 7))?.index == 60)
    }

    @Test func `a picture that is not wanted any more is not made`() async {
        let id = world.group.add(url: world.clip())
        await world.play()
        let task = Task { await thumbnail(id, at: 3) }
        task.cancel()
        #expect(await task.value == nil)
        #expect(await thumbnail(id, at: 3) != nil)
    }

    @Test func `a scrubber that is held shows the member that is heard, or the first, at the time under the finger`()
        async
    {
        let first = world.group.add(url: world.clip())
        let second = world.group.add(url: world.clip(), offset: .seconds(2))
        await world.play()
        func shown() async -> ContractWorld.Frame? {
            await ScrubThumbnail.picture(of: world.group, at: .seconds(5), side: 192)
                .flatMap { ContractWorld.frame(of: $0) }
        }
        #expect(await shown()?.url == world.url(of: first))
        world.group.audibleMember = second
        await world.advance(by: .seconds(1))
        let heard = await shown()
        #expect(heard?.url == world.url(of: second))
        #expect(heard?.index == 6 * 30, "the key frame before")
        world.group.remove(second)
        world.group.remove(first)
        #expect(await shown() == nil)
    }

    @Test func `its picture stays inside the ends of the slider`() {
        #expect(ScrubThumbnail.middle(of: 0, in: 400) == 48)
        #expect(ScrubThumbnail.middle(of: 0.5, in: 400) == 200)
        #expect(ScrubThumbnail.middle(of: 1, in: 400) == 352)
        #expect(ScrubThumbnail.middle(of: 1, in: 60) == 48)
    }
}
