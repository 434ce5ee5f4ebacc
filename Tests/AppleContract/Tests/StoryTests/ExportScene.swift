@_spi(Double) import AVFoundation
@_spi(Double) import CoreImage
import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitCompare
@testable import MultiPlayerKitScreen

/// A group whose export is written to a folder of its own. Each picture of a clip is as bright as its number says, and each
/// clip has a tone of its own.
@MainActor
final class ExportScene {
    let world: World
    let folder: URL
    var group: PlaybackGroup { world.group }
    private(set) var parts: [Double] = []

    init(seed: UInt64 = 1) {
        world = World(seed: seed)
        folder = FileManager.default.temporaryDirectory.appending(path: "export-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The brightness of a picture, different from that of those before and after it and from those of other clips.
    nonisolated static func luma(_ clip: Int, _ frame: Int) -> UInt8 { UInt8(20 + (clip * 67 + frame * 5) % 200) }

    /// What is heard of a clip at one of its times.
    nonisolated static func sound(_ clip: Int, _ seconds: Double) -> Float {
        Float(clip + 1) / 8 * Float(sin(seconds * Double(300 + 150 * clip)))
    }

    private var clips = 0

    /// A small video of 64x36 pixels.
    func clip(
        seconds: Double = 4, rate: Double = 30, hasAudio: Bool = true,
        _ change: (inout ContractWorld.Media) -> Void = { _ in }
    ) -> URL {
        let number = clips
        clips += 1
        return world.clip(seconds: seconds, rate: rate, hasAudio: hasAudio) { media in
            media.size = CGSize(width: 64, height: 36)
            media.heard = { Self.sound(number, $0) }
            change(&media)
            let finished = media
            media.seen =
                finished.seen ?? { time, width, height in
                    // Where the picture begins, and not a moment before.
                    let frame = finished.frameIndex(at: CMTime(seconds: time + 1e-7, preferredTimescale: 1_000_000_000))
                    return .init(repeating: Self.luma(number, frame), count: width * height)
                }
        }
    }

    /// An export of 10 frames a second, of what the group has.
    func export(as layout: TileLayout = .sideBySide) -> GroupExport {
        var export = GroupExport(of: group, as: layout)
        export.size = CGSize(width: 128, height: 72)
        export.rate = FrameRate(10)
        return export
    }

    var target: URL { folder.appending(path: "film.mp4") }

    @discardableResult
    func write(_ export: GroupExport, to url: URL? = nil) async throws -> (GroupExport.Outcome, MovieDouble) {
        let outcome = try await export.write(to: url ?? target) { parts.append($0) }
        return (outcome, try #require(world.contract.writers.movies.last))
    }

    /// What is in the folder.
    var left: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted() }

    /// Whether nothing is left of what was written before it was complete.
    var isClean: Bool {
        world.contract.writers.movies.allSatisfy {
            !FileManager.default.fileExists(atPath: $0.url.deletingLastPathComponent().path)
        }
    }

    /// Failing writes nothing but an error.
    func failure(_ export: GroupExport, to url: URL? = nil) async -> PlaybackError? {
        do {
            try await write(export, to: url)
            Issue.record("it was written")
        } catch let error as PlaybackError {
            return error
        } catch {
            Issue.record("\(error)")
        }
        return nil
    }
}

extension MovieDouble {
    /// The colour of a point of a frame, y down: red, green, blue and alpha.
    func color(_ frame: Int, at x: Double, _ y: Double) -> SIMD4<Double> {
        guard pictures.indices.contains(frame), let image = pictures[frame].buffer.content as? CIImage else {
            return SIMD4(repeating: .nan)
        }
        return image.pixel(CGPoint(x: x, y: Double(CVPixelBufferGetHeight(pictures[frame].buffer)) - y))
    }

    /// The luma of a point of each frame.
    func luma(at x: Double, _ y: Double) -> [Int] {
        pictures.indices.map { Int((color($0, at: x, y).x * 219 + 16).rounded()) }
    }

    /// What is written over a frame, and where, y down.
    func stills(_ frame: Int) -> [(text: String, place: CGRect)] {
        guard let image = pictures[frame].buffer.content as? CIImage else { return [] }
        let height = CGFloat(CVPixelBufferGetHeight(pictures[frame].buffer))
        return image.stills.map { still in
            let place = still.place
            return (
                still.image.content as? String ?? "",
                CGRect(x: place.minX, y: height - place.maxY, width: place.width, height: place.height)
            )
        }
    }
}
