import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// Videos that come over a network: slow, interrupted, broken, and gone.
@Suite(.serialized) @MainActor
struct SlowLineStories {
    private let world = World(seed: 17)
    /// NSURLErrorNetworkConnectionLost
    private static let lost = NSError(domain: NSURLErrorDomain, code: -1005)
    /// NSURLErrorNotConnectedToInternet
    private static let offline = NSError(domain: NSURLErrorDomain, code: -1009)

    private var group: PlaybackGroup { world.group }

    private func player(_ id: MemberID) -> AVPlayer { group.player(of: id)! }

    private func near() -> MemberID { group.add(url: world.clip(seconds: 600)) }

    /// The address of a video of ten minutes on a server.
    private func address(_ name: String = "far", _ change: (inout ContractWorld.Media) -> Void = { _ in }) -> URL {
        let url = URL(string: "https://videos.example/\(name).mp4")!
        var media = ContractWorld.Media(
            duration: CMTime(seconds: 600, preferredTimescale: 600), size: CGSize(width: 1280, height: 720),
            hasAudio: true)
        change(&media)
        world.contract.register(url, media)
        return url
    }

    /// Sets the line of a video; `lacking`: from now, when no data come.
    private func setLine(
        of url: URL, lacking gap: Range<Duration>? = nil, want: ContractWorld.Line.Want = .seeksWait,
        failures: [any Error] = [], in world: World? = nil
    ) {
        let contract = (world ?? self.world).contract
        var line = ContractWorld.Line()
        if let gap {
            let now = contract.now
            line.gaps = [now + gap.lowerBound.nanoseconds..<now + gap.upperBound.nanoseconds]
        }
        line.want = want
        line.failures = failures
        contract.setLine(line, for: url)
    }

    private func begin() -> Task<Void, Never> {
        let group = self.group
        return Task { _ = try? await group.play() }
    }

    private var starts: Int { world.events.count { if case .started = $0 { true } else { false } } }

    // MARK: No data

    @Test(arguments: StallPolicy.allCases, [false, true])
    func `a member without data for fifteen seconds is a stall and no failure`(
        policy: StallPolicy, isStream: Bool
    ) async {
        let ready = near()
        let url = isStream ? world.stream { _ in } : address()
        setLine(of: url, lacking: .zero ..< .seconds(15))
        let slow = group.add(url: url)
        group.stallPolicy = policy
        let start = begin()
        await world.advance(by: .seconds(14))
        #expect(world.events.contains(.stalled(slow)), "\(world.told)")
        if policy == .wait {
            #expect(group.time() == .zero && group.state == .preparing, "\(world.told)")
        } else {
            #expect(group.time() > .seconds(3), "\(world.told)")
            expectOnLine(world, ready)
        }
        await world.advance(by: .seconds(3))
        #expect(group.failures.isEmpty, "\(group.failures)")
        expectOnLine(world, ready)
        if policy == .drop {
            #expect(world.events.contains(.dropped(slow)))
            group.retry(slow)
            await world.advance(by: .seconds(3))
        } else {
            #expect(world.events.contains(.resumed(slow)))
        }
        expectOnLine(world, slow)
        #expect(starts == 1)
        #expect(world.violations.isEmpty)
        start.cancel()
    }

    @Test func `a video that takes fifteen seconds to open joins the others`() async {
        let ready = near()
        // Its properties and its tracks are loaded one after the other, in three parts.
        let slow = group.add(url: address { $0.loadDelay = .seconds(5) })
        let start = begin()
        await world.advance(by: .seconds(14))
        #expect(world.events.contains(.stalled(slow)), "\(world.told)")
        expectOnLine(world, ready)
        await world.advance(by: .seconds(4))
        #expect(group.failures.isEmpty, "\(group.failures)")
        for id in [ready, slow] { expectOnLine(world, id) }
        #expect(world.violations.isEmpty)
        start.cancel()
    }

    @Test func `members that are all slow start together`() async {
        let urls = [address("a"), address("b")]
        setLine(of: urls[0], lacking: .zero ..< .seconds(12))
        setLine(of: urls[1], lacking: .zero ..< .seconds(15))
        let ids = urls.map { group.add(url: $0) }
        let start = begin()
        await world.advance(by: .seconds(14))
        #expect(group.time() == .zero && group.state == .preparing, "\(world.told)")
        await world.advance(by: .seconds(4))
        for id in ids { expectOnLine(world, id) }
        #expect(group.failures.isEmpty && starts == 1, "\(world.told)")
        #expect(world.violations.isEmpty)
        start.cancel()
    }

    @Test(arguments: StallPolicy.allCases, ContractWorld.Line.Want.allCases)
    func `a line that is interrupted for fifteen seconds is a stall and no failure`(
        policy: StallPolicy, want: ContractWorld.Line.Want
    ) async {
        let (other, url) = (near(), address())
        let slow = group.add(url: url)
        group.stallPolicy = policy
        await world.play()
        await world.advance(by: .seconds(2))
        setLine(of: url, lacking: .zero ..< .seconds(15), want: want)
        await world.advance(by: .seconds(14))
        #expect(world.events.contains(.stalled(slow)), "\(world.told)")
        if policy == .wait {
            #expect(group.time() < .seconds(4), "\(world.told)")
        } else {
            #expect(group.time() > .seconds(15), "\(world.told)")
            expectOnLine(world, other)
        }
        await world.advance(by: .seconds(4))
        #expect(group.failures.isEmpty, "\(group.failures)")
        expectOnLine(world, other)
        if policy != .drop {
            expectOnLine(world, slow)
            #expect(world.events.contains(.resumed(slow)), "\(world.told)")
        }
        #expect(world.violations.isEmpty)
    }

    @Test func `a seek waits for a member without data once, and the next does not`() async {
        let (other, url) = (near(), address())
        let slow = group.add(url: url)
        await world.play()
        await world.advance(by: .seconds(1))
        setLine(of: url, lacking: .zero ..< .seconds(40))
        await world.seek(to: .seconds(100))
        #expect(group.time() < .seconds(100))
        await world.advance(by: .seconds(10))
        #expect(group.time() > .seconds(101), "\(world.told)")
        expectOnLine(world, other)
        await world.seek(to: .seconds(200))
        #expect(group.time() > .seconds(201), "\(world.told)")
        expectOnLine(world, other)
        await world.advance(by: .seconds(30))
        #expect(group.failures.isEmpty, "\(group.failures)")
        for id in [other, slow] { expectOnLine(world, id) }
        // It is waited for again.
        await world.seek(to: .seconds(300))
        for id in [other, slow] { expectOnLine(world, id) }
        #expect(world.violations.isEmpty)
    }

    @Test func `a slow line is not taken for a lack of decoders`() async {
        let world = World(seed: 3, isGoverned: true)
        let url = address()
        world.contract.register(url, ContractWorld.Media(duration: CMTime(seconds: 600, preferredTimescale: 600)))
        let ids = [world.group.add(url: world.clip(seconds: 600)), world.group.add(url: url)]
        await world.play()
        await world.advance(by: .seconds(2))
        let item = world.group.player(of: ids[1])?.currentItem
        setLine(of: url, lacking: .zero ..< .seconds(8), want: .prerollsFail, in: world)
        await world.advance(by: .seconds(5))
        #expect(item != nil && world.group.player(of: ids[1])?.currentItem === item)
        await world.advance(by: .seconds(6))
        for id in ids { expectOnLine(world, id) }
        #expect(!world.events.contains { if case .tierChanged = $0 { true } else { false } }, "\(world.told)")
        #expect(world.violations.isEmpty)
    }

    // MARK: Errors

    @Test func `an item that the network fails twice is made a third time`() async {
        let (other, url) = (near(), address())
        setLine(of: url, failures: [Self.lost, Self.lost])
        let id = group.add(url: url)
        await world.play()
        await world.advance(by: .seconds(1))
        for id in [other, id] { expectOnLine(world, id) }
        #expect(group.failures.isEmpty && starts == 1, "\(world.told)")
        #expect(world.violations.isEmpty)
    }

    @Test func `a video that the network keeps from opening is opened again`() async {
        let other = near()
        let id = group.add(url: address { $0.failure = Self.lost })
        let start = begin()
        await world.advance(by: .seconds(2))
        _ = address()
        await world.advance(by: .seconds(4))
        for id in [other, id] { expectOnLine(world, id) }
        #expect(group.failures.isEmpty && starts == 1, "\(world.told)")
        #expect(world.violations.isEmpty)
        start.cancel()
    }

    @Test(arguments: [false, true])
    func `a member whose network fails while it plays comes back`(itemFails: Bool) async {
        let (other, url) = (near(), address())
        let id = group.add(url: url)
        await world.play()
        await world.advance(by: .seconds(1))
        if itemFails {
            world.contract.failItem(of: player(id), Self.lost)
        } else {
            world.contract.breakOff(player(id), Self.lost)
        }
        await world.advance(by: .seconds(3))
        for id in [other, id] { expectOnLine(world, id) }
        #expect(world.events.contains(.stalled(id)) && world.events.contains(.resumed(id)), "\(world.told)")
        #expect(group.failures.isEmpty, "\(group.failures)")
        #expect(world.violations.isEmpty)
    }

    @Test func `a network that stays away is a failure with its cause, until a retry`() async throws {
        let (other, url) = (near(), address())
        setLine(of: url, failures: Array(repeating: Self.offline, count: 20))
        let id = group.add(url: url)
        let start = begin()
        await world.advance(by: .seconds(40))
        #expect(group.failures.isEmpty && world.events.contains(.stalled(id)), "\(world.told)")
        await world.advance(by: .seconds(20))
        let error = try #require(group.failures[id])
        #expect(error.code == .sourceUnreachable && error.memberID == id)
        #expect(error.reason.contains("NSURLErrorDomain -1009: "), "\(error)")
        #expect(error.underlying.map { ($0 as NSError).code } == -1009)
        #expect(error.cure.contains("connection") && !error.cure.contains("fewer"), "\(error)")
        expectOnLine(world, other)
        setLine(of: url)
        group.retry(id)
        #expect(group.failures.isEmpty)
        await world.advance(by: .seconds(3))
        for id in [other, id] { expectOnLine(world, id) }
        #expect(group.failures.isEmpty, "\(group.failures)")
        #expect(world.violations.isEmpty)
        start.cancel()
    }

    @Test func `what breaks off with another error fails with its cause, and a retry brings it back`() async throws {
        let ids = [near(), near()]
        await world.play()
        await world.advance(by: .seconds(1))
        world.contract.breakOff(player(ids[0]), AVError(.decodeFailed))
        await world.advance(by: .seconds(1))
        let error = try #require(group.failures[ids[0]])
        #expect(error.code == .decodingFailed && error.reason.contains("-11821"), "\(error)")
        #expect(error.underlying.map { ($0 as NSError).code } == -11821)
        expectOnLine(world, ids[1])
        group.retry(ids[0])
        await world.advance(by: .seconds(3))
        for id in ids { expectOnLine(world, id) }
        #expect(group.failures.isEmpty, "\(group.failures)")
        #expect(world.violations.isEmpty)
    }

    // MARK: What stays as it is

    @Test(arguments: [false, true])
    func `a player that never answers fails, whether its file is local or its data are there`(isRemote: Bool) async {
        let other = near()
        let url = isRemote ? address() : world.clip()
        var faults = ContractWorld.Faults()
        faults.completions = .never
        world.contract.setFaults(faults, for: url)
        let id = group.add(url: url)
        let start = begin()
        await world.advance(by: .seconds(12))
        #expect(group.failures[id]?.code == .decodingFailed, "\(world.told)")
        expectOnLine(world, other)
        #expect(!world.events.contains(.stalled(id)))
        start.cancel()
    }

    @Test func `a local file that does not open in ten seconds fails`() async {
        let (other, url) = (near(), world.clip())
        var faults = ContractWorld.Faults()
        faults.openDelay = .seconds(12) ... .seconds(12)
        world.contract.setFaults(faults, for: url)
        let id = group.add(url: url)
        let start = begin()
        await world.advance(by: .seconds(11))
        #expect(group.failures[id] != nil)
        expectOnLine(world, other)
        start.cancel()
    }

    @Test func `a retry leaves a member alone that plays`() async {
        let ids = [near(), near()]
        await world.play()
        let (touches, calls) = (Touches(player(ids[0])), world.contract.calls)
        group.retry(ids[0])
        await world.advance(by: .seconds(2))
        #expect(touches.count == 0 && world.contract.calls == calls)
        for id in ids { expectOnLine(world, id) }
    }

    @Test func `a player that the app lent and has back is not taken again`() async throws {
        let lent = AVPlayer(url: world.clip(seconds: 600))
        let id = try group.add(player: lent)
        let other = near()
        await world.play()
        world.contract.breakOff(lent, AVError(.decodeFailed))
        await world.advance(by: .seconds(1))
        #expect(group.failures[id] != nil && lent.automaticallyWaitsToMinimizeStalling)
        group.retry(id)
        await world.advance(by: .seconds(2))
        #expect(group.failures[id]?.code == .playerRefused, "\(group.failures)")
        #expect(lent.automaticallyWaitsToMinimizeStalling && lent.rate == 0)
        expectOnLine(world, other)
    }
}
