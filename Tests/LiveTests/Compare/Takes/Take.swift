import Foundation
import MultiPlayerKitTestSupport

/// One camera's recording of a scene.
struct Take: Sendable, CustomStringConvertible {
    enum Codec: String, CaseIterable, Sendable {
        case h264, hevc, vp9, mpeg4

        var arguments: [String] {
            switch self {
            case .h264: ["-c:v", "libx264", "-preset", "veryfast", "-crf", "25"]
            case .hevc: ["-c:v", "libx265", "-preset", "ultrafast", "-crf", "28", "-x265-params", "log-level=none"]
            case .vp9:
                ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-crf", "36", "-b:v", "0"]
            case .mpeg4: ["-c:v", "mpeg4", "-qscale:v", "5", "-bf", "2"]
            }
        }
    }

    /// The scene's time of the first frame, and scene seconds per second of the file.
    var start = 0.0
    var speed = 1.0
    var length = 60.0
    /// Frames a second.
    var rate = 30
    var size = (width: 320, height: 180)
    /// The part of the scene that is seen.
    var crop = CGRect(x: 0, y: 0, width: 480, height: 270)
    /// Darker or brighter, and how many levels of noise.
    var exposure = 1.0
    var grain = 2
    var codec = Codec.h264
    /// Its ending, which is also its container: mp4, mkv or webm.
    var ending = "mp4"
    /// Frames from one key frame to the next; `nil`: as the encoder likes.
    var groupLength: Int?
    var hasSound = true
    /// Of the microphone: its loudness, and that of its noise.
    var gain = 1.0
    var hiss = 0.01
    var seed: UInt64 = 1

    var description: String {
        "\(codec.rawValue).\(ending) \(size.width)x\(size.height)@\(rate) from \(start) s at \(speed)"
            + (hasSound ? ", sound" : ", silent")
    }

    /// What brings this take in step with another: its time at the other's beginning, and its seconds per second of the
    /// other.
    func map(onto other: Take) -> (offset: Double, speed: Double) {
        ((other.start - start) / speed, other.speed / speed)
    }

    /// The other's time in which both were recording.
    func overlap(with other: Take) -> ClosedRange<Double> {
        let map = map(onto: other)
        let (first, last) = (-map.offset / map.speed, (length - map.offset) / map.speed)
        return max(0, first)...max(max(0, first), min(other.length, last))
    }

    /// Draws and encodes.
    func make(of scene: StagedScene, _ sound: SceneSound, at url: URL) throws {
        let wave = url.appendingPathExtension("wav")
        defer { try? FileManager.default.removeItem(at: wave) }
        var arguments = [
            "-nostdin", "-v", "error", "-y", "-f", "rawvideo", "-pixel_format", "gray", "-video_size",
            "\(size.width)x\(size.height)", "-framerate", "\(rate)", "-i", "pipe:0",
        ]
        if hasSound {
            try waveFile(of: sound).write(to: wave)
            arguments += ["-i", wave.path, "-ar", "48000", "-ac", "2"]
            arguments += ending == "webm" ? ["-c:a", "libopus", "-b:a", "64k"] : ["-c:a", "aac", "-b:a", "96k"]
        }
        if let groupLength { arguments += ["-g", "\(groupLength)"] }
        arguments += codec.arguments + ["-pix_fmt", "yuv420p", "-threads", "1", url.path]
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["ffmpeg"] + arguments
        process.standardInput = pipe
        try process.run()
        var camera = Camera(take: self)
        for frame in 0..<Int(length * Double(rate)) {
            let picture = camera.picture(of: scene, at: start + speed * Double(frame) / Double(rate))
            try pipe.fileHandleForWriting.write(contentsOf: picture)
        }
        try pipe.fileHandleForWriting.close()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    /// What the microphone hears, as 16-bit samples at 48 kHz.
    private func waveFile(of sound: SceneSound) -> Data {
        var random = SplitMix(seed: seed &* 5 &+ 1)
        let count = Int(length * 48_000)
        var data = Data(capacity: count * 2 + 44)
        func append(_ value: UInt32, bytes: Int) {
            for byte in 0..<bytes { data.append(UInt8(truncatingIfNeeded: value >> UInt32(8 * byte))) }
        }
        data.append(contentsOf: "RIFF".utf8)
        append(UInt32(36 + count * 2), bytes: 4)
        data.append(contentsOf: "WAVEfmt ".utf8)
        for (value, bytes) in [(16, 4), (1, 2), (1, 2), (48_000, 4), (96_000, 4), (2, 2), (16, 2)] {
            append(UInt32(value), bytes: bytes)
        }
        data.append(contentsOf: "data".utf8)
        append(UInt32(count * 2), bytes: 4)
        // A room's first echo and a dull microphone, both its own.
        let echo = Int(Double.random(in: 0.008...0.03, using: &random) * 48_000)
        let dullness = Float.random(in: 0...0.6, using: &random)
        var heard = [Float](repeating: 0, count: count)
        var smooth: Float = 0
        var noise = UInt32(truncatingIfNeeded: random.next())
        for index in 0..<count {
            let place = (start + speed * Double(index) / 48_000) * SceneSound.rate
            let whole = Int(place)
            var value: Float = 0
            if whole >= 0, whole + 1 < sound.samples.count {
                let part = Float(place - Double(whole))
                value = sound.samples[whole] * (1 - part) + sound.samples[whole + 1] * part
            }
            if index >= echo { value += 0.3 * heard[index - echo] }
            smooth = smooth * dullness + value * (1 - dullness)
            noise = noise &* 1_664_525 &+ 1_013_904_223
            heard[index] = smooth + Float(hiss) * (Float(noise >> 8) / 8_388_608 - 1)
        }
        for value in heard {
            let level = Int16(min(max(value * Float(gain) * 16_000, -32_000), 32_000))
            append(UInt32(UInt16(bitPattern: level)), bytes: 2)
        }
        return data
    }
}

/// Turns the scene into one take's pictures.
private struct Camera {
    private let take: Take
    private let columns: [(Int, Int32)]
    private let rows: [(Int, Int32)]
    private var noise: UInt32

    init(take: Take) {
        self.take = take
        noise = UInt32(truncatingIfNeeded: take.seed &* 2_654_435_761 | 1)
        func places(_ count: Int, _ from: Double, _ length: Double, limit: Int) -> [(Int, Int32)] {
            (0..<count).map { index in
                let place = min(
                    max(from + (Double(index) + 0.5) * length / Double(count) - 0.5, 0), Double(limit) - 1.001)
                return (Int(place), Int32((place - place.rounded(.down)) * 256))
            }
        }
        columns = places(take.size.width, take.crop.minX, take.crop.width, limit: StagedScene.width)
        rows = places(take.size.height, take.crop.minY, take.crop.height, limit: StagedScene.height)
    }

    mutating func picture(of scene: StagedScene, at time: Double) -> Data {
        let whole = scene.picture(at: time)
        var pixels = [UInt8](repeating: 0, count: take.size.width * take.size.height)
        let exposure = Int32(take.exposure * 256)
        let grain = UInt32(take.grain * 2 + 1)
        var noise = noise
        pixels.withUnsafeMutableBufferPointer { bytes in
            whole.withUnsafeBufferPointer { scene in
                var at = 0
                for (row, down) in rows {
                    let line = row * StagedScene.width
                    for (column, right) in columns {
                        let place = line + column
                        let top = Int32(scene[place]) * (256 - right) + Int32(scene[place + 1]) * right
                        let under = place + StagedScene.width
                        let bottom = Int32(scene[under]) * (256 - right) + Int32(scene[under + 1]) * right
                        let seen = (top * (256 - down) + bottom * down) >> 16
                        var level = (seen * exposure) >> 8
                        noise = noise &* 1_664_525 &+ 1_013_904_223
                        level += Int32((noise >> 16) % grain) - Int32(take.grain)
                        bytes[at] = UInt8(min(max(level, 0), 255))
                        at += 1
                    }
                }
            }
        }
        self.noise = noise
        return Data(pixels)
    }
}
