import AVFoundation
import Foundation
import MultiPlayerKitCompare
import Testing

@testable import MultiPlayerKit

/// A frame of a video beside others that move.
@Suite(.serialized) @MainActor
struct StillStories {
    private let world = World()

    @Test(arguments: [0, 2.0, 3.9])
    func `a still shows its frame while the others play, seek and loop`(second: Double) async {
        let still = world.group.add(still: world.clip(seconds: 4), at: .seconds(second))
        let moving = world.group.add(url: world.clip(seconds: 6))
        world.group.loops = true
        await world.play()
        var seen: [Duration] = []
        for turn in 0..<30 {
            if turn == 15 { await world.seek(to: .seconds(1)) }
            await world.advance(by: .milliseconds(500))
            if let player = world.group.player(of: still), let time = world.itemTime(of: player) {
                seen.append(time)
            }
        }
        let frame = Duration.seconds(second)..<(.seconds(second) + FrameRate(30).frameDuration)
        #expect(seen.count == 30 && seen.allSatisfy(frame.contains), "\(seen)")
        #expect(world.group.failures.isEmpty && world.group.player(of: moving)?.rate == 1)
        #expect(world.group.length == .seconds(6))
        #expect(world.violations.isEmpty, "\(world.violations)")
    }

    // MARK: Files

    private func files(_ group: PlaybackGroup, at time: Duration) async throws -> [(name: String, text: String)] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "stills-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var stills = GroupStills(of: group)
        stills.time = time
        let files = try await stills.write(to: folder)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(left.sorted() == files.map(\.lastPathComponent), "nothing else is left there")
        return try files.map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
    }

    @Test func `a picture of each member at one instant, in its own size, while the group plays on`() async throws {
        let group = world.group
        let plain = group.add(url: world.clip(), offset: .seconds(2))
        let upright = group.add(
            url: world.clip { $0.transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 720, ty: 0) }, speed: 2)
        group.add(still: world.clip(seconds: 4), at: .seconds(3.2))
        await world.play()
        await world.advance(by: .seconds(1))
        let written = try await files(group, at: .seconds(5))
        #expect(written.map { $0.name.prefix(2) } == ["1-", "2-", "3-"])
        let wanted = [("1280x720", 210), ("720x1280", 300), ("1280x720", 96)]
        for (file, (size, index)) in zip(written, wanted) {
            #expect(file.text.hasPrefix("public.png \(size) ") && file.text.contains("index: \(index))"), "\(file)")
        }
        await world.advance(by: .seconds(1))
        for id in [plain, upright] { expectOnLine(world, id) }
        #expect(world.violations.isEmpty, "\(world.violations)")
    }

    @Test func `stills are of where the group is, unless another time is asked for`() async {
        world.group.add(url: world.clip())
        await world.play()
        await world.advance(by: .seconds(3))
        #expect(GroupStills(of: world.group).time == world.group.time())
        #expect(world.group.time() > .seconds(2))
    }

    @Test func `a member that has ended has its last frame, and a folder that is not there is named`() async throws {
        let group = world.group
        group.add(url: world.clip(seconds: 4))
        await world.play()
        let written = try await files(group, at: .seconds(9))
        #expect(written.first?.text.contains("index: 119)") == true, "\(written)")
        do {
            try await GroupStills(of: group).write(to: URL(filePath: "/nowhere/at/all"))
            Issue.record("written into a folder that is not there")
        } catch let error as PlaybackError {
            #expect(error.code == .outputFailed && !error.cure.isEmpty)
        }
    }

    @Test func `a protected file is refused, and why is told`() async throws {
        world.group.add(url: world.clip(seconds: 4) { $0.isProtected = true })
        await world.play()
        do {
            _ = try await files(world.group, at: .seconds(1))
            Issue.record("a protected file has no pictures")
        } catch let error as PlaybackError {
            #expect(error.code == .outputFailed && error.cure.contains("protected"))
        }
    }
}
