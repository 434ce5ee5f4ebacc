import Foundation
import MultiPlayerKitTestSupport

/// Two recordings of one scene that differ in everything but the scene.
struct TakePair: Sendable, CustomStringConvertible {
    let number: Int
    var reference: Take
    var other: Take
    var sound: SceneSound.Kind

    var description: String { "\(number), \(sound.rawValue): \(other) to \(reference)" }

    /// A pair of this number; of each ten, four have no sound in common.
    init(number: Int) {
        self.number = number
        var random = SplitMix(seed: UInt64(number) &* 7_919 &+ 11)
        reference = Self.take(&random)
        other = Self.take(&random)
        reference.start = 31
        other.start = reference.start + .random(in: -30...30, using: &random)
        sound = Bool.random(using: &random) ? .speech : .music
        reference.hasSound = ![0, 3].contains(number % 10)
        other.hasSound = ![0, 6, 9].contains(number % 10)
    }

    private static func take(_ random: inout SplitMix) -> Take {
        var take = Take()
        take.length = .random(in: 48...58, using: &random)
        take.speed = Bool.random(using: &random) ? 1 : .random(in: 0.9995...1.0005, using: &random)
        take.rate = [24, 25, 30, 50, 60].randomElement(using: &random)!
        take.codec = Take.Codec.allCases.randomElement(using: &random)!
        let isInMatroska = Bool.random(using: &random)
        take.ending = take.codec == .vp9 ? "webm" : take.codec == .mpeg4 || !isInMatroska ? "mp4" : "mkv"
        take.size = [(320, 180), (256, 144), (320, 240)].randomElement(using: &random)!
        let height = 270 * Double.random(in: 0.7...1, using: &random)
        let width = min(height * Double(take.size.width) / Double(take.size.height), 480)
        take.crop = CGRect(
            x: .random(in: 0...480 - width, using: &random), y: .random(in: 0...270 - height, using: &random),
            width: width, height: height)
        take.exposure = .random(in: 0.75...1.2, using: &random)
        take.grain = .random(in: 0...5, using: &random)
        take.gain = .random(in: 0.2...1.5, using: &random)
        take.hiss = .random(in: 0.002...0.03, using: &random)
        take.groupLength = [nil, 30, 60, 120].randomElement(using: &random)!
        take.seed = random.next()
        return take
    }

    /// The files of both in a folder.
    func urls(in folder: URL) -> (reference: URL, other: URL) {
        (
            folder.appending(path: "\(number)-reference.\(reference.ending)"),
            folder.appending(path: "\(number)-other.\(other.ending)")
        )
    }

    /// Makes the files that are not there yet.
    func make(in folder: URL) throws {
        let urls = urls(in: folder)
        let missing = [(reference, urls.reference), (other, urls.other)].filter {
            !FileManager.default.fileExists(atPath: $0.1.path)
        }
        guard !missing.isEmpty else { return }
        let scene = StagedScene(seed: UInt64(number))
        let sound = SceneSound(sound, seed: UInt64(number))
        for (take, url) in missing { try take.make(of: scene, sound, at: url) }
    }
}
