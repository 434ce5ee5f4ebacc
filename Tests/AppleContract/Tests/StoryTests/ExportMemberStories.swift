@_spi(Double) import AVFoundation
@_spi(Double) import CoreVideo
import Foundation
import Synchronization
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitCompare

/// What an export reads of one member, sound and pictures: what it plays, and nothing for nobody.
@Suite(.serialized) @MainActor
struct ExportMemberStories {
    /// The earliest and the latest time that was read of a clip, in seconds.
    private final class Reading: Sendable {
        private let ends = Mutex<(first: Double, last: Double)?>(nil)
        private let between = Mutex(0)

        var first: Double { ends.withLock { $0?.first ?? .nan } }
        var last: Double { ends.withLock { $0?.last ?? .nan } }
        /// How many samples were asked for that lie between those of the file.
        var samplesBetween: Int { between.withLock { $0 } }

        func note(_ time: Double) {
            ends.withLock { $0 = $0.map { (min($0.first, time), max($0.last, time)) } ?? (time, time) }
            let sample = time * 48_000
            if abs(sample - sample.rounded()) > 1e-3 { between.withLock { $0 += 1 } }
        }
    }

    private func member(_ url: URL, _ map: TimeMap) async throws -> ExportMember {
        try await ExportMember.open(GroupCopy.Member(id: MemberID(1), source: MediaSource(url: url), map: map))
    }

    private let line = GroupLine(anchor: LineAnchor(hostTime: HostTime(nanoseconds: 0), time: .zero, rate: 1))

    private func host(_ seconds: Double) -> HostTime { line.anchor.hostTime.advanced(by: .seconds(seconds)) }

    // MARK: Sound

    /// What is heard of a member in its group's first second, of one channel.
    private func heard(_ url: URL, _ map: TimeMap) async throws -> [Float] {
        let sound = try #require(try await member(url, map).sound(on: line, from: line.anchor.hostTime))
        var mix = [Float](repeating: 0, count: ExportSound.rate * ExportSound.channels)
        try sound.add(to: &mix)
        return stride(from: 0, to: mix.count, by: ExportSound.channels).map { mix[$0] }
    }

    /// Whether half a second is heard, and then nothing; a sample more or less is heard by nobody.
    private func isHeardForHalf(_ samples: [Float]) -> Bool {
        samples[..<23_990].allSatisfy { $0 == 0.5 } && samples[24_010...].allSatisfy { $0 == 0 }
    }

    @Test(arguments: [(20, 1, true), (19, 1, false), (40, 2, true), (39, 2, false)] as [(Int, Double, Bool)])
    func `turns of a loop that would be clicks are silent`(length: Int, speed: Double, isHeard: Bool) async throws {
        let scene = ExportScene()
        let map = TimeMap(speed: speed, range: .zero..<(.milliseconds(length)), end: .loop)
        let samples = try await heard(scene.clip(), map)
        #expect(samples.contains { $0 != 0 } == isHeard)
    }

    @Test(arguments: [1, 2] as [Double])
    func `nothing is read but the part that is heard`(speed: Double) async throws {
        let (scene, reading) = (ExportScene(), Reading())
        let url = scene.clip { media in
            media.heard = { time in
                reading.note(time)
                return 0.5
            }
        }
        let map = TimeMap(speed: speed, range: .seconds(1)..<(.seconds(1 + speed / 2)))
        let samples = try await heard(url, map)
        #expect(isHeardForHalf(samples))
        #expect(reading.first >= 1 - 1e-4 && reading.last < 1 + speed / 2, "\(reading.first) s, \(reading.last) s")
    }

    @Test(arguments: [1, 2] as [Double], [1, 2] as [Double])
    func `a part that begins where there is no more sound is silent`(speed: Double, start: Double) async throws {
        let scene = ExportScene()
        let url = scene.clip { media in
            media.heard = { _ in 0.5 }
            media.audioDuration = CMTime(value: 1, timescale: 1)
        }
        let map = TimeMap(speed: speed, range: .seconds(start)..<(.seconds(4)))
        #expect(Set(try await heard(url, map)) == [0])
    }

    @Test(arguments: [1, 2] as [Double])
    func `sound that ends before the pictures do is heard to its end`(speed: Double) async throws {
        let scene = ExportScene()
        let url = scene.clip { media in
            media.heard = { _ in 0.5 }
            media.audioDuration = CMTime(seconds: speed / 2, preferredTimescale: 600)
        }
        #expect(isHeardForHalf(try await heard(url, TimeMap(speed: speed))))
    }

    @Test(arguments: [1, 2] as [Double])
    func `sound that begins after the pictures do is heard from there on`(speed: Double) async throws {
        let scene = ExportScene()
        let url = scene.clip { media in
            media.heard = { _ in 0.5 }
            media.audioStart = CMTime(seconds: speed / 2, preferredTimescale: 600)
        }
        let samples = try await heard(url, TimeMap(speed: speed))
        #expect(samples[..<23_990].allSatisfy { $0 == 0 } && samples[24_010...].allSatisfy { $0 == 0.5 })
    }

    @Test func `sound that is not stretched is taken sample for sample`() async throws {
        let (scene, reading) = (ExportScene(), Reading())
        let url = scene.clip { media in
            media.heard = { time in
                reading.note(time)
                return 0.5
            }
        }
        // The part begins between two samples.
        _ = try await heard(url, TimeMap(range: .microseconds(500_010)..<(.seconds(4))))
        #expect(reading.samplesBetween == 0)
    }

    // MARK: Readers

    @Test func `sound is stretched as players do it, and nothing is copied`() async throws {
        let scene = ExportScene()
        _ = try await heard(scene.clip(), TimeMap(speed: 2))
        let pictures = MemberPictures(of: try await member(scene.clip(), TimeMap()), on: line)
        #expect(try shown(pictures, 0) == "0")
        let readings = scene.world.contract.readings
        #expect(readings.map(\.type) == [.audio, .video] && readings.map(\.timePitch) == [.timeDomain, .spectral])
        #expect(readings.allSatisfy { !$0.copies })
    }

    @Test func `a video that has been read to its end holds no decoder, and shows its last picture`() async throws {
        let scene = ExportScene()
        let pictures = MemberPictures(of: try await member(scene.clip(seconds: 1), TimeMap()), on: line)
        #expect(try shown(pictures, 0.5) == "15")
        #expect(scene.world.contract.readings.map(\.isOpen) == [true])
        #expect(try shown(pictures, 2) == "29")
        #expect(scene.world.contract.readings.map(\.isOpen) == [false])
    }

    @Test func `what is left off in the middle holds no decoder`() async throws {
        let scene = ExportScene()
        let url = scene.clip()
        _ = try await heard(url, TimeMap())
        #expect(try shown(MemberPictures(of: try await member(url, TimeMap()), on: line), 0) == "0")
        #expect(scene.world.contract.readings.map(\.isOpen) == [false, false])
    }

    @Test func `a damaged file is no video that has ended`() async throws {
        let scene = ExportScene()
        let url = scene.clip { $0.damage = CMTime(value: 1, timescale: 2) }
        let pictures = MemberPictures(of: try await member(url, TimeMap()), on: line)
        #expect(try shown(pictures, 0.4) == "12")
        for read in [{ _ = try await heard(url, TimeMap()) }, { _ = try shown(pictures, 0.6) }] {
            let error = await #expect(throws: PlaybackError.self) { try await read() }
            #expect(error?.code == .decodingFailed && error?.subject == url.lastPathComponent)
        }
    }

    // MARK: Pictures

    /// The number of the picture that is shown at a time, and whether it is the one that is due.
    private func shown(_ pictures: MemberPictures, _ seconds: Double) throws -> String {
        let shown = try #require(try pictures.picture(at: host(seconds)))
        let number = try #require(ContractWorld.frame(of: shown.buffer)?.index)
        return shown.isDue ? "\(number)" : "\(number), late"
    }

    private func times(_ seconds: [Double]) -> (inout ContractWorld.Media) -> Void {
        { media in
            media.frameTimes = seconds.map { CMTime(seconds: $0, preferredTimescale: 600) }
            media.frameCount = seconds.count
        }
    }

    @Test(arguments: [1, 2] as [UInt64])
    func `a picture that has stayed for long is found`(seed: UInt64) async throws {
        let scene = ExportScene(seed: seed)
        let url = scene.clip(times([0, 3, 3.5]))
        let pictures = MemberPictures(of: try await member(url, TimeMap(range: .seconds(2)..<(.seconds(4)))), on: line)
        #expect(try shown(pictures, 0) == "0, late")
        #expect(try shown(pictures, 1) == "1")
    }

    @Test(arguments: [1, 2] as [UInt64])
    func `a late part is not decoded from the beginning of the video`(seed: UInt64) async throws {
        let (scene, reading) = (ExportScene(seed: seed), Reading())
        let url = scene.clip(seconds: 10) { media in
            media.seen = { time, width, height in
                reading.note(time)
                return .init(repeating: 16, count: width * height)
            }
        }
        let pictures = MemberPictures(of: try await member(url, TimeMap(range: .seconds(8)..<(.seconds(9)))), on: line)
        #expect(try shown(pictures, 0) == "240")
        #expect(reading.first > 6.9, "\(reading.first) s")
        #expect(scene.world.contract.readings.count == 1)
    }

    @Test(arguments: [1, 2] as [UInt64])
    func `a video whose first picture comes late shows it until then`(seed: UInt64) async throws {
        let scene = ExportScene(seed: seed)
        let pictures = MemberPictures(
            of: try await member(scene.clip(times([0.5, 0.6, 0.7])), TimeMap()), on: line)
        for time in [0, 0.2, 0.4] { #expect(try shown(pictures, time) == "0, late") }
        #expect(try shown(pictures, 0.5) == "0")
        #expect(scene.world.contract.readings.count == 1)
    }

    @Test(arguments: [1, 2] as [UInt64])
    func `the picture that begins at the end of a part is not in it`(seed: UInt64) async throws {
        let scene = ExportScene(seed: seed)
        let map = TimeMap(range: .zero..<(.seconds(1)))
        let pictures = MemberPictures(of: try await member(scene.clip(), map), on: line)
        for time in [0.99, 1, 2] { #expect(try shown(pictures, time) == "29") }
    }

    @Test func `what starts again keeps its last picture until the first one comes`() async throws {
        let scene = ExportScene()
        let map = TimeMap(range: .zero..<(.seconds(1)), end: .loop)
        let pictures = MemberPictures(of: try await member(scene.clip(times([0.5, 0.6, 0.9])), map), on: line)
        #expect(try shown(pictures, 0) == "0, late")
        #expect(try shown(pictures, 0.9) == "2")
        #expect(try shown(pictures, 1.2) == "2, late")
        #expect(try shown(pictures, 1.5) == "0")
    }

    @Test func `a video whose frames have no rate lacks none of them, however long each stays`() async throws {
        let scene = ExportScene()
        let url = scene.clip { $0.frameRate = (243, 10) }
        let pictures = MemberPictures(of: try await member(url, TimeMap(speed: 0.25)), on: line)
        for tenth in 0..<10 {
            let time = Double(tenth) / 10
            #expect(try shown(pictures, time) == "\(Int(time / 4 * 24.3))")
        }
    }
}
