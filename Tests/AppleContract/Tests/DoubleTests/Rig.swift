import AVFoundation
import Foundation
import Synchronization
import Testing

@Suite(.oneWorld) @MainActor
struct DoubleTests {}

/// There is one current world and one host clock, so a test excludes all others that use them, stories included.
struct OneWorld: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        try await ContractWorld.alone { try await function() }
    }
}

extension Trait where Self == OneWorld {
    static var oneWorld: Self { Self() }
}

/// A world and a clip in it.
@MainActor
struct Rig {
    let world: ContractWorld
    let url: URL
    private static var count = 0

    init(seed: UInt64 = 1, _ media: ContractWorld.Media = .init(duration: 10, frameRate: 30)) {
        world = ContractWorld(seed: seed)
        ContractWorld.current = world
        Self.count += 1
        url = URL(fileURLWithPath: "/contract/double-\(Self.count).mp4")
        world.register(url, media)
    }

    /// A player that does not wait, with its item ready and at rate 0.
    func readyPlayer() async -> AVPlayer {
        let player = AVPlayer()
        player.automaticallyWaitsToMinimizeStalling = false
        player.replaceCurrentItem(with: AVPlayerItem(url: url))
        await world.run(for: .milliseconds(200))
        return player
    }

    var host: CMTime { CMClock.hostTimeClock.time }

    func host(in duration: Duration) -> CMTime {
        let (seconds, attoseconds) = duration.components
        let away = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        return CMTime(value: world.now + away, timescale: 1_000_000_000)
    }
}

/// Answers of completion handlers, in order.
final class Answers: Sendable {
    private let values = Mutex<[Bool]>([])
    var all: [Bool] { values.withLock { $0 } }
    var handler: @Sendable (Bool) -> Void {
        { [self] value in values.withLock { $0.append(value) } }
    }
}

/// Counts notifications while it lives.
final class Heard: Sendable {
    var times: Int { relay.count.withLock { $0 } }

    init(_ name: NSNotification.Name, _ object: AnyObject?) {
        let relay = Relay()
        keep = Held(
            NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { _ in
                relay.count.withLock { $0 += 1 }
            })
        self.relay = relay
    }

    private let keep: Held
    private let relay: Relay

    private struct Held: @unchecked Sendable {
        let token: any NSObjectProtocol
        init(_ token: any NSObjectProtocol) { self.token = token }
    }

    private final class Relay: Sendable {
        let count = Mutex(0)
    }

    deinit {
        NotificationCenter.default.removeObserver(keep.token)
    }
}

func milliseconds(_ time: CMTime?) -> Double {
    (time?.seconds ?? .nan) * 1000
}

extension Double {
    func isClose(to other: Double, within tolerance: Double = 0.001) -> Bool {
        abs(self - other) <= tolerance
    }
}
