import Foundation
import Testing

@testable import MultiPlayerKitCompare

struct SoundAlignerTests {
    @Test(arguments: 0..<6 as Range<UInt64>)
    func `two recordings lie as they were made, to a tenth of a frame`(seed: UInt64) throws {
        let sound = SyntheticSound(seed: seed)
        let start = [31, 4, 22.5, 30.001, 12, 17.3][Int(seed)]
        let (speed, other) = (1 + (Double(seed) - 2.5) * 0.0004, 25.0)
        let reference = sound.track(from: start, lasting: 35, gain: 0.3)
        let found = try #require(
            SoundAligner().align(sound.track(from: other, lasting: 40, speed: speed, noise: 0.05), with: reference))
        #expect(found.isSure)
        // At both ends of what they have in common.
        for time in [max(0, other - start), min(35, other + 40 * speed - start)] {
            let wanted = (start + time - other) / speed
            #expect(abs(found.offset + found.speed * time - wanted) < 0.001, "\(time) s: \(found), not \(wanted)")
        }
    }

    @Test(arguments: 0..<6 as Range<UInt64>)
    func `recordings of two events are never sure`(seed: UInt64) {
        let found = SoundAligner().align(
            SyntheticSound(seed: seed).track(from: 5, lasting: 40),
            with: SyntheticSound(seed: seed + 100).track(from: 9, lasting: 35))
        #expect(found?.isSure != true, "\(String(describing: found))")
    }

    @Test func `bars that repeat exactly are never sure`() {
        let sound = SyntheticSound(seed: 3, isLoop: true)
        let found = SoundAligner().align(sound.track(from: 5.2, lasting: 40), with: sound.track(from: 9, lasting: 35))
        #expect(found?.isSure != true, "\(String(describing: found))")
    }

    @Test func `silence, and what is too short, are never sure`() {
        let sound = SyntheticSound(seed: 1)
        let reference = sound.track(from: 10, lasting: 30)
        for other in [
            SoundTrack(start: 0), SoundTrack(start: 0, samples: .init(repeating: 0, count: 240_000)),
            sound.track(from: 10, lasting: 3), sound.track(from: 37, lasting: 30),
        ] {
            #expect(SoundAligner().align(other, with: reference)?.isSure != true)
            #expect(SoundAligner().align(reference, with: other)?.isSure != true)
        }
    }

    @Test func `a transform there and back changes nothing`() {
        let transform = FourierTransform(length: 64)
        let samples = (0..<64).map { Float(cos(2 * .pi * 5 * Double($0) / 64)) + Float($0 % 7) }
        let spectrum = transform.spectrum(of: samples)
        #expect(spectrum.real.count == 33)
        for (sample, back) in zip(samples, transform.samples(of: spectrum)) { #expect(abs(sample - back) < 1e-4) }
        // A cosine with five turns is all in the fifth bin, and in phase.
        let turns = transform.spectrum(of: (0..<64).map { Float(cos(2 * .pi * 5 * Double($0) / 64)) })
        #expect(abs(turns.real[5] - 32) < 1e-3)
        #expect(turns.real.indices.allSatisfy { $0 == 5 || abs(turns.real[$0]) + abs(turns.imaginary[$0]) < 1e-3 })
    }

    @Test func `a line is fitted to most points, whatever the others say`() throws {
        var points = (0..<10).map { LineFit.Point(time: Double($0) * 5, lag: 2 + 0.0005 * Double($0) * 5) }
        points[3].lag = 7
        points[8].lag = -1
        let line = try #require(LineFit(points, tolerance: 0.002, steepest: 0.001))
        #expect(line.count == 8)
        #expect(abs(line.lag - 2) < 1e-9)
        #expect(abs(line.slope - 0.0005) < 1e-9)
        // As sure as its points, more so in their middle, and of two points not at all.
        #expect(line.error(at: 22, least: 0.001) < line.error(at: 45, least: 0.001))
        #expect(line.error(at: 45, least: 0.001) < 0.0025)
        #expect(LineFit(Array(points.prefix(2)), tolerance: 1, steepest: 1)?.error(at: 0, least: 0) == .infinity)
        #expect(LineFit([], tolerance: 1, steepest: 1) == nil)
    }
}
