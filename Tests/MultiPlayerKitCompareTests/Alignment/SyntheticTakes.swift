import Foundation
import MultiPlayerKitTestSupport

@testable import MultiPlayerKitCompare

/// Sound as a function of time: bursts of noise at irregular times, or bars that repeat exactly.
struct SyntheticSound {
    private let samples: [Float]
    private static let rate = 16_000.0

    /// - Parameter isLoop: every half second sounds like the last.
    init(seed: UInt64, isLoop: Bool = false, length: Double = 70) {
        var random = SplitMix(seed: seed)
        var samples = [Float](repeating: 0, count: Int(length * Self.rate))
        var time = 0.1
        var smooth: Float = 0
        while time < length {
            if isLoop { random = SplitMix(seed: seed) }
            let count = Int((isLoop ? 0.2 : Double.random(in: 0.05...0.4, using: &random)) * Self.rate)
            let loud = isLoop ? 0.5 : Float.random(in: 0.1...0.8, using: &random)
            let dullness = isLoop ? 0.5 : Float.random(in: 0.2...0.9, using: &random)
            for index in 0..<count where Int(time * Self.rate) + index < samples.count {
                smooth = smooth * dullness + Float.random(in: -1...1, using: &random) * (1 - dullness)
                let shape = Float(sin(.pi * Double(index) / Double(count)))
                samples[Int(time * Self.rate) + index] = smooth * shape * loud
            }
            time += isLoop ? 0.5 : Double.random(in: 0.1...0.9, using: &random)
        }
        self.samples = samples
    }

    /// What a microphone records of it.
    ///
    /// - Parameters:
    ///   - start: the sound's time at the first sample.
    ///   - speed: sound seconds per recorded second.
    func track(from start: Double, lasting length: Double, speed: Double = 1, gain: Float = 1, noise: Float = 0.01)
        -> SoundTrack
    {
        var random = SplitMix(seed: UInt64(start * 1_000) &+ 5)
        let recorded = (0..<Int(length * Double(SoundTrack.rate))).map { index -> Float in
            let place = (start + speed * Double(index) / Double(SoundTrack.rate)) * Self.rate
            let whole = Int(place)
            guard samples.indices.contains(whole), samples.indices.contains(whole + 1) else { return 0 }
            let part = Float(place - Double(whole))
            let heard = samples[whole] * (1 - part) + samples[whole + 1] * part
            return gain * (heard + noise * Float.random(in: -1...1, using: &random))
        }
        var track = SoundTrack(start: 0)
        track.append(recorded, at: 0)
        return track
    }
}

/// Pictures as a function of time: soft spots that move now and then before a still pattern.
struct SyntheticScene {
    private struct Spot {
        /// When each move begins; where it leads.
        var moves: [(start: Double, x: Double, y: Double)] = []
        var level = 0.0

        func place(at time: Double) -> (x: Double, y: Double) {
            guard let index = moves.lastIndex(where: { $0.start <= time }), index > 0 else {
                return (moves[0].x, moves[0].y)
            }
            let part = min((time - moves[index].start) / 0.5, 1)
            let eased = part * part * (3 - 2 * part)
            let (from, to) = (moves[index - 1], moves[index])
            return (from.x + (to.x - from.x) * eased, from.y + (to.y - from.y) * eased)
        }
    }

    private var spots: [Spot] = []
    private let pattern: [Double]

    init(seed: UInt64, length: Double = 70, moves: Bool = true) {
        var random = SplitMix(seed: seed)
        pattern = (0..<1_200).map { _ in .random(in: 60...180, using: &random) }
        for _ in 0..<3 {
            var spot = Spot(level: .random(in: 60...120, using: &random))
            var time = 0.0
            while time < length {
                spot.moves.append(
                    (time, .random(in: 0.2...0.8, using: &random), .random(in: 0.2...0.8, using: &random)))
                time += moves ? .random(in: 0.6...3, using: &random) : length
            }
            spots.append(spot)
        }
    }

    /// The pictures of a camera.
    ///
    /// - Parameters:
    ///   - rate: pictures a second.
    ///   - zoom: 1 shows the whole scene, larger values its middle.
    func pictures(from start: Double, lasting length: Double, rate: Double, speed: Double = 1, zoom: Double = 1)
        -> [SmallPicture]
    {
        let rows = 18
        return (0..<Int(length * rate)).map { number in
            let time = Double(number) / rate
            let places = spots.map { ($0.place(at: start + speed * time), $0.level) }
            var cells = [Float](repeating: 0, count: rows * SmallPicture.columns)
            for row in 0..<rows {
                for column in 0..<SmallPicture.columns {
                    let x = 0.5 + ((Double(column) + 0.5) / Double(SmallPicture.columns) - 0.5) / zoom
                    let y = 0.5 + ((Double(row) + 0.5) / Double(rows) - 0.5) / zoom
                    var level = still(x, y)
                    for (place, height) in places {
                        let distance = pow((x - place.x) * 16 / 9, 2) + pow(y - place.y, 2)
                        level += height * exp(-distance / 0.012)
                    }
                    cells[row * SmallPicture.columns + column] = Float(level)
                }
            }
            return SmallPicture(time: time, rows: rows, cells: cells)
        }
    }

    private func still(_ x: Double, _ y: Double) -> Double {
        // Zoomed out, a camera sees beyond the scene.
        let (u, v) = (x * 16 + 8, y * 9 + 8)
        let (column, row) = (Int(u), Int(v))
        let (fx, fy) = (u - u.rounded(.down), v - v.rounded(.down))
        func at(_ column: Int, _ row: Int) -> Double { pattern[(row * 40 + column) % pattern.count] }
        let top = at(column, row) * (1 - fx) + at(column + 1, row) * fx
        let bottom = at(column, row + 1) * (1 - fx) + at(column + 1, row + 1) * fx
        return top * (1 - fy) + bottom * fy
    }
}
