@_spi(Double) import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitCompare

/// Takes of one event on Apple platforms, brought into line by what an asset reader hands out.
@Suite(.serialized) @MainActor
struct AlignmentStories {
    private let world = World(seed: 9)

    /// An event: what is heard of it, and where something stands.
    private struct Event: Sendable {
        /// At 16 kHz.
        var sound: [Float] = []
        /// When something moves, and to which part of the picture's width and height.
        var moves: [(time: Double, x: Double, y: Double)] = []

        init(seed: UInt64) {
            var random = SplitMix(seed: seed)
            sound = .init(repeating: 0, count: 16_000 * 60)
            var time = 0.1
            while time < 59 {
                let loud = Float.random(in: 0.1...0.8, using: &random)
                for index in 0..<Int(Double.random(in: 0.05...0.4, using: &random) * 16_000) {
                    sound[Int(time * 16_000) + index] = loud * .random(in: -1...1, using: &random)
                }
                time += Double.random(in: 0.45...1.2, using: &random)
                moves.append((time, .random(in: 0.2...0.8, using: &random), .random(in: 0.2...0.8, using: &random)))
            }
        }

        func level(at time: Double) -> Float {
            let place = Int(time * 16_000)
            return sound.indices.contains(place) ? sound[place] : 0
        }

        func luma(at time: Double, _ width: Int, _ height: Int) -> [UInt8] {
            let next = moves.firstIndex { $0.time > time } ?? moves.count - 1
            let (from, to) = (moves[max(next - 2, 0)], moves[max(next - 1, 0)])
            let part = min(max((time - to.time) / 0.4, 0), 1)
            let (x, y) = (from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)
            return (0..<width * height).map { index in
                let (column, row) = (Double(index % width) / Double(width), Double(index / width) / Double(height))
                let still = 90 + 40 * sin(column * 17 + sin(row * 9)) + 30 * sin(row * 13 + column * 5)
                let distance = pow((column - x) * 16 / 9, 2) + pow(row - y, 2)
                return UInt8(still + 80 * exp(-distance / 0.01))
            }
        }
    }

    private func take(
        _ name: String, of event: Event, from start: Double, lasting length: Double, rate: Double = 30,
        hasAudio: Bool = true, kind: ContractWorld.Kind = .file
    ) -> URL {
        var media = ContractWorld.Media(
            duration: length, frameRate: rate, size: CGSize(width: 640, height: 360), hasAudio: hasAudio, kind: kind)
        media.heard = { event.level(at: start + $0) }
        media.seen = { event.luma(at: start + $0, $1, $2) }
        return world.contract.addFile(name, media)
    }

    private func alignment(of source: URL, with reference: URL) -> VideoAlignment {
        VideoAlignment(of: MediaSource(url: source), with: MediaSource(url: reference))
    }

    @Test func `takes are brought into line by sound`() async throws {
        let event = Event(seed: 1)
        let first = take("first.mov", of: event, from: 9, lasting: 30)
        let second = take("second.mov", of: event, from: 4.25, lasting: 40)
        let found = try await alignment(of: second, with: first).run()
        #expect(found.evidence == .sound)
        #expect(abs(found.offset.seconds - 4.75) < 0.001)
        #expect(abs(found.speed - 1) < 0.00005)
    }

    @Test func `without sound by what moves`() async throws {
        let event = Event(seed: 2)
        let first = take("first.mov", of: event, from: 9, lasting: 20, rate: 24)
        let second = take("second.mov", of: event, from: 5.01, lasting: 26, rate: 30, hasAudio: false)
        let found = try await alignment(of: second, with: first).run()
        #expect(found.evidence == .pictures)
        #expect(abs(found.offset.seconds - 3.99) < 1.0 / 60)
    }

    @Test func `takes of two events get no answer`() async throws {
        let first = take("first.mov", of: Event(seed: 3), from: 9, lasting: 20)
        let second = take("second.mov", of: Event(seed: 4), from: 9, lasting: 20)
        let error = await #expect(throws: PlaybackError.self) { try await alignment(of: second, with: first).run() }
        #expect(error?.code == .notAlignable)
        #expect(error?.reason.contains("first.mov") == true)
    }

    @Test func `what the system does not let an app read is refused with the reason`() async throws {
        let event = Event(seed: 1)
        let first = take("first.mov", of: event, from: 9, lasting: 20)
        let stream = take("stream.m3u8", of: event, from: 9, lasting: 20, kind: .hls)
        var media = ContractWorld.Media(duration: 20.0, frameRate: 30.0, hasAudio: true)
        media.isProtected = true
        media.heard = { event.level(at: $0) }
        let locked = world.contract.addFile("protected.mov", media)
        for (url, words) in [(stream, "stream"), (locked, "protected")] {
            for alignment in [alignment(of: url, with: first), alignment(of: first, with: url)] {
                let error = await #expect(throws: PlaybackError.self) { try await alignment.run() }
                #expect(error?.code == .notAlignable)
                #expect(error?.reason.contains(words) == true && error?.subject == url.lastPathComponent)
            }
        }
    }
}
