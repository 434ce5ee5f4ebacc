import Foundation
import MultiPlayerKitTestSupport

@testable import MultiPlayerKit
@testable import MultiPlayerKitKiosk

extension KioskStatus {
    /// Two screens; one has a tile that failed, the other has no display.
    static var sample: KioskStatus {
        KioskStatus(
            startedAt: 1_760_000_000, at: 1_760_090_061.5,
            screens: [
                Screen(
                    name: "left", size: [1920, 1080], output: .window,
                    ticks: Ticks(presented: 5_403_690, late: 12, missed: 3),
                    tiles: [
                        Tile(
                            name: "a", clip: "road.mp4", state: .playing, position: 3.25, turn: 881, lateTicks: 4,
                            rebuilds: 1, isAudible: true),
                        Tile(
                            name: "b", clip: "snow.mp4", state: .previous, position: 0, turn: 880,
                            failure: "snow.mp4: source: there is no such file; check the path"),
                    ]),
                Screen(name: "right", size: [1280, 720], output: .failed("no display"), tiles: []),
            ],
            clock: Clock(
                source: "10.0.0.2:8554", isSynchronized: true, errorSeconds: 0.000_4, correctionPPM: -12.5,
                sharedTime: 1_760_090_061.5),
            process: Process(memoryBytes: 312_000_000, descriptors: 48, threads: 31, processorSeconds: 7_380.25))
    }

    /// A status with many tiles: more bytes than a local socket holds.
    static var vast: KioskStatus {
        var status = sample
        status.screens[0].tiles = (0..<3_000).map { Tile(name: "tile \($0)", clip: "clip.mp4", state: .playing) }
        return status
    }

    /// A random status, with any values that its types allow.
    static func random(_ numbers: inout SplitMix) -> KioskStatus {
        func word() -> String {
            let parts = Array("aé\"\\\n\r/{}=,#日🎬 \u{0}\t").map(String.init) + ["\r\n", "\\n"]
            let count = Int.random(in: 0...6, using: &numbers)
            return (0..<count).map { _ in parts.randomElement(using: &numbers)! }.joined()
        }
        func count() -> Int { Int.random(in: 0...(1 << 40), using: &numbers) }
        func real() -> Double { Double.random(in: -1e10...1e10, using: &numbers) }
        func tile() -> Tile {
            Tile(
                name: word(), clip: word(), state: Tile.State.allCases.randomElement(using: &numbers)!,
                position: real(), turn: count() - 1_000, lateTicks: count(), rebuilds: count(),
                failure: Bool.random(using: &numbers) ? word() : nil, isAudible: Bool.random(using: &numbers))
        }
        func screen() -> Screen {
            let outputs: [Output] = [.window, .connector, .none, .failed(word() + "!")]
            return Screen(
                name: word(), size: [count(), count()], output: outputs.randomElement(using: &numbers)!,
                ticks: Ticks(presented: count(), late: count(), missed: count()),
                tiles: (0..<Int.random(in: 0...4, using: &numbers)).map { _ in tile() })
        }
        return KioskStatus(
            startedAt: real(), at: real(), isOn: Bool.random(using: &numbers),
            screens: (0..<Int.random(in: 0...3, using: &numbers)).map { _ in screen() },
            clock: Clock(
                source: word(), isSynchronized: Bool.random(using: &numbers),
                errorSeconds: Bool.random(using: &numbers) ? real() : nil, correctionPPM: real(), sharedTime: real()),
            process: Process(
                memoryBytes: count(), descriptors: count(), threads: count(), processorSeconds: real()))
    }
}
