@_spi(Double) import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitCompare
@testable import MultiPlayerKitScreen

/// How an export goes: how long it is, in which order its pictures and its sound are written, and where it ends up.
@Suite(.serialized) @MainActor
struct ExportCourseStories {
    private let scene = ExportScene()

    // MARK: Length

    @Test func `a member that starts again has no say in how long the file is`() async throws {
        scene.group.add(url: scene.clip(seconds: 1))
        scene.group.add(url: scene.clip(seconds: 4), end: .loop)
        let outcome = try await scene.write(scene.export()).0
        #expect(outcome.frames == 10)
    }

    @Test func `a group that is over before it begins has nothing to write`() async {
        scene.group.add(url: scene.clip(seconds: 4), offset: .seconds(10))
        let failure = await scene.failure(scene.export())
        #expect(failure?.code == .outputFailed && failure?.reason.contains("there is nothing") == true)
        #expect(scene.left.isEmpty)
    }

    @Test func `240 frames a second are not too many`() async throws {
        scene.group.add(url: scene.clip())
        var export = scene.export()
        (export.rate, export.range) = (FrameRate(240), .zero..<(.milliseconds(25)))
        #expect(try await scene.write(export).0.frames == 6)
    }

    /// AVPlayers play no group backwards; an app's own players may.
    @Test func `a group that plays backwards is refused`() async {
        let clock = scene.world.clock
        let group = PlaybackGroup(clock: clock) { SimulatedPlayer(clock: clock) }
        group.add(source: MediaSource(url: scene.clip()))
        group.rate = -1
        let failure = await scene.failure(GroupExport(of: group, as: .sideBySide))
        #expect(failure?.code == .onlyForwards && failure?.cure.contains("positive") == true)
        #expect(scene.left.isEmpty && scene.world.contract.writers.movies.isEmpty)
    }

    // MARK: Order

    @Test func `pictures and sound are written side by side, even if the writer takes both at any time`() async throws {
        scene.group.audibleMember = scene.group.add(url: scene.clip())
        scene.world.contract.writers.interleaving = .infinity
        var distances: [Double] = []
        try await scene.export().write(to: scene.target) { part in
            let samples = scene.world.contract.writers.movies.last?.samples.count ?? 0
            distances.append(Double(samples) / 96_000 - 4 * part)
        }
        #expect(distances.count > 2 && distances.allSatisfy { abs($0) < 0.25 }, "\(distances)")
    }

    @Test func `sound ends with the last picture, to the sample`() async throws {
        scene.group.audibleMember = scene.group.add(url: scene.clip())
        var export = scene.export()
        (export.rate, export.range) = (FrameRate(30), .zero..<(.milliseconds(150)))
        let (outcome, movie) = try await scene.write(export)
        #expect(outcome.frames == 5 && movie.samples.count == 2 * 8_000)
    }

    @Test func `a writer that has room for nothing is given nothing`() async throws {
        scene.group.audibleMember = scene.group.add(url: scene.clip(seconds: 1))
        scene.world.contract.writers.busy = (after: 3, looks: 5)
        let (outcome, movie) = try await scene.write(scene.export())
        #expect(outcome.frames == 10 && movie.samples.count == 2 * 48_000)
        #expect(scene.world.violations.isEmpty, "\(scene.world.violations)")
    }

    /// Sound ends while the writer is busy with pictures, or is left when they have ended.
    @Test(.timeLimit(.minutes(1)), arguments: [(20, 20, 6), (15, 13, 7)] as [(Int, Int, Int)])
    func `what has ended is given nothing more, even if the writer says that it is ready`(
        rate: Int, frames: Int, after: Int
    ) async throws {
        scene.group.audibleMember = scene.group.add(url: scene.clip())
        (scene.world.contract.writers.busy, scene.world.contract.writers.endedAreReady) = ((after, 20), true)
        var export = scene.export()
        export.rate = FrameRate(Int64(rate))
        export.range = .zero..<(.seconds((Double(frames) - 0.1) / Double(rate)))
        let (outcome, movie) = try await scene.write(export)
        #expect(outcome.frames == frames && movie.samples.count == 2 * 48_000 * frames / rate)
        #expect(scene.world.violations.isEmpty, "\(scene.world.violations)")
    }

    // MARK: Places

    @Test func `a folder with the name of the file stays`() async throws {
        scene.group.add(url: scene.clip(seconds: 1))
        try FileManager.default.createDirectory(at: scene.target, withIntermediateDirectories: false)
        let failure = await scene.failure(scene.export())
        #expect(failure?.reason.contains("a folder has this name") == true && failure?.cure.isEmpty == false)
        #expect(try scene.target.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true)
        #expect(scene.left == ["film.mp4"] && scene.world.contract.writers.movies.isEmpty)
    }

    @Test func `a file is no folder to write into`() async throws {
        scene.group.add(url: scene.clip(seconds: 1))
        try Data("old".utf8).write(to: scene.target)
        let failure = await scene.failure(scene.export(), to: scene.target.appending(path: "film.mp4"))
        #expect(failure?.reason.contains("there is no folder") == true)
        #expect(scene.left == ["film.mp4"] && scene.world.contract.writers.movies.isEmpty)
    }
}
