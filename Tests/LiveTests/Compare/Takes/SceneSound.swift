import Foundation
import MultiPlayerKitTestSupport

/// What is heard of a scene, at 24 kHz.
struct SceneSound: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        /// Syllables of several voices with irregular pauses.
        case speech
        /// A beat like a clock's, with a melody above it.
        case music
        /// The beat alone, bar after bar the same: nothing tells one bar from another.
        case loop
    }

    static let rate = 24_000.0
    let samples: [Float]

    init(_ kind: Kind, seed: UInt64, length: Double = 130) {
        var random = SplitMix(seed: seed &* 17 &+ 3)
        var samples = [Float](repeating: 0, count: Int(length * Self.rate))
        switch kind {
        case .speech: Self.speak(into: &samples, &random)
        case .music:
            Self.beat(into: &samples)
            Self.melody(into: &samples, &random)
        case .loop: Self.beat(into: &samples)
        }
        self.samples = samples
    }

    private static func speak(into samples: inout [Float], _ random: inout SplitMix) {
        let end = Double(samples.count) / rate
        for _ in 0..<2 {
            var time = 0.0
            var pitch = Double.random(in: 95...230, using: &random)
            while time < end {
                time += Double.random(in: 0.2...2.5, using: &random)
                for _ in 0..<Int.random(in: 2...9, using: &random) {
                    pitch = min(max(pitch * .random(in: 0.9...1.11, using: &random), 80), 280)
                    let length = Double.random(in: 0.08...0.26, using: &random)
                    let loud = Float.random(in: 0.15...1, using: &random)
                    if Bool.random(using: &random) {
                        hiss(at: time, lasting: 0.06, loud * 0.3, into: &samples, &random)
                    }
                    voice(at: time, lasting: length, pitch, loud * 0.25, into: &samples, &random)
                    time += length + Double.random(in: 0.01...0.09, using: &random)
                }
            }
        }
    }

    private static func voice(
        at time: Double, lasting length: Double, _ pitch: Double, _ loud: Float, into samples: inout [Float],
        _ random: inout SplitMix
    ) {
        let formants = [Double.random(in: 300...800, using: &random), .random(in: 900...2_400, using: &random)]
        let harmonics = (1...14).map { number -> (Double, Float) in
            let frequency = pitch * Double(number)
            let gain = formants.reduce(0) { $0 + exp(-pow((frequency - $1) / 220, 2)) } + 0.05
            return (frequency, Float(gain))
        }
        let start = Int(time * rate)
        let count = Int(length * rate)
        for index in 0..<count where start + index < samples.count {
            let envelope = Float(sin(.pi * Double(index) / Double(count)))
            var value: Float = 0
            let angle = 2 * .pi * Double(index) / rate
            for (frequency, gain) in harmonics { value += gain * Float(sin(angle * frequency)) }
            samples[start + index] += value * envelope * loud * 0.3
        }
    }

    private static func hiss(
        at time: Double, lasting length: Double, _ loud: Float, into samples: inout [Float], _ random: inout SplitMix
    ) {
        let start = Int(time * rate)
        let count = Int(length * rate)
        for index in 0..<count where start + index < samples.count {
            let envelope = Float(sin(.pi * Double(index) / Double(count)))
            samples[start + index] += Float.random(in: -1...1, using: &random) * envelope * loud
        }
    }

    /// Drum and hi-hat, 120 beats a minute; each beat sounds exactly like the last.
    private static func beat(into samples: inout [Float]) {
        let step = Int(rate / 4)
        for (number, start) in stride(from: 0, to: samples.count, by: step).enumerated() {
            var hat = SplitMix(seed: 99)
            for index in 0..<step where start + index < samples.count {
                let time = Double(index) / rate
                if number % 2 == 0 {
                    samples[start + index] +=
                        Float(exp(-time * 18) * sin(2 * .pi * (60 * time - 25 * exp(-time * 30)))) * 0.5
                }
                if index < 1_200 {
                    samples[start + index] += Float.random(in: -1...1, using: &hat) * Float(exp(-time * 90)) * 0.2
                }
            }
        }
    }

    private static func melody(into samples: inout [Float], _ random: inout SplitMix) {
        let scale = [220.0, 246.9, 277.2, 329.6, 370.0, 440.0, 493.9, 554.4]
        let step = Int(rate / 4)
        for start in stride(from: 0, to: samples.count, by: step) where Int.random(in: 0..<3, using: &random) > 0 {
            let note = scale.randomElement(using: &random)!
            for index in 0..<step * 2 where start + index < samples.count {
                let time = Double(index) / rate
                let tone =
                    sin(2 * .pi * note * time) + 0.5 * sin(4 * .pi * note * time) + 0.25 * sin(6 * .pi * note * time)
                samples[start + index] += Float(tone * exp(-time * 5)) * 0.2
            }
        }
    }
}
