import Foundation
import MultiPlayerKit
@testable import MultiPlayerKitScreen
import Testing

@testable import MultiPlayerKitCompare

struct PictureAlignerTests {
    private func align(_ other: [SmallPicture], with reference: [SmallPicture]) throws -> AlignmentEstimate? {
        let aligner = PictureAligner(.all(reference, other)) { side, range throws(PlaybackError) in
            (side == .reference ? reference : other).filter { range.contains($0.time) }
        }
        return try aligner.align()
    }

    @Test(arguments: [(24.0, 60.0, 1.0, 1.0), (30, 25, 1.25, 0.9993), (50, 50, 0.85, 1.0006)])
    func `two cameras' pictures lie as they were made, to half a frame`(
        rate: Double, otherRate: Double, zoom: Double, speed: Double
    ) throws {
        let scene = SyntheticScene(seed: UInt64(rate))
        let reference = scene.pictures(from: 18, lasting: 30, rate: rate)
        let other = scene.pictures(from: 8.013, lasting: 32, rate: otherRate, speed: speed, zoom: zoom)
        let found = try #require(try align(other, with: reference))
        #expect(found.isSure)
        for time in [0, min(30, 8.013 + 32 * speed - 18)] {
            let wanted = (18 + time - 8.013) / speed
            let error = abs(found.offset + found.speed * time - wanted)
            #expect(error < 0.5 / max(rate, otherRate), "\(time) s: \(found), not \(wanted)")
        }
    }

    /// What an encoder would make of some pictures: more moving takes more bytes.
    private func coded(_ pictures: [SmallPicture], group: Int) -> CodedPictures {
        CodedPictures(
            pictures.indices.map { index in
                let before = pictures[max(index - 1, 0)].cells
                let change = zip(before, pictures[index].cells).reduce(0) { $0 + abs($1.0 - $1.1) }
                let isKey = index % group == 0
                return CodedPictures.Picture(
                    time: pictures[index].time, size: isKey ? 20_000 : 200 + Int(change), isKey: isKey)
            })
    }

    @Test(arguments: [(24.0, 50, 1.0, 1.0), (30, 60, 1.3, 0.9995), (50, 250, 0.85, 1.0004)])
    func `where coded pictures' sizes say where to look, few pictures are decoded`(
        rate: Double, group: Int, zoom: Double, speed: Double
    ) throws {
        let scene = SyntheticScene(seed: UInt64(rate) + 3, length: 110)
        let reference = scene.pictures(from: 35, lasting: 60, rate: rate)
        let other = scene.pictures(from: 12.217, lasting: 60, rate: 30, speed: speed, zoom: zoom)
        let (own, theirs) = (coded(reference, group: group), coded(other, group: 60))
        var decoded = 0
        let aligner = PictureAligner(.coded(own, theirs)) { side, range throws(PlaybackError) in
            let pictures = (side == .reference ? reference : other).filter { range.contains($0.time) }
            decoded += pictures.count
            return pictures
        }
        let lag = try #require(PictureAligner.lag(of: theirs, with: own))
        #expect(abs(lag.lag - (35 + lag.at - 12.217) / speed + lag.at) < 0.2)
        let found = try #require(try aligner.align())
        #expect(found.isSure)
        for time in [0, 37.2] {
            let error = abs(found.offset + found.speed * time - (35 + time - 12.217) / speed)
            #expect(error < 0.5 / max(rate, 30), "\(time) s: \(found)")
        }
        #expect(decoded < (reference.count + other.count) / 2, "\(decoded)")
    }

    @Test(arguments: 0..<6 as Range<UInt64>) func `sizes of two events do not say where to look`(seed: UInt64) {
        let one = SyntheticScene(seed: seed).pictures(from: 5, lasting: 50, rate: 25)
        let other = SyntheticScene(seed: seed + 50).pictures(from: 9, lasting: 50, rate: 30)
        #expect(PictureAligner.lag(of: coded(other, group: 60), with: coded(one, group: 50)) == nil)
        #expect(PictureAligner.lag(of: coded([], group: 60), with: coded(one, group: 50)) == nil)
    }

    @Test(arguments: 0..<4 as Range<UInt64>) func `cameras at two events are never sure`(seed: UInt64) throws {
        let one = SyntheticScene(seed: seed).pictures(from: 5, lasting: 25, rate: 25)
        let other = SyntheticScene(seed: seed + 50).pictures(from: 9, lasting: 25, rate: 30)
        #expect(try align(other, with: one)?.isSure != true)
    }

    @Test func `where nothing moves nothing is sure`() throws {
        let scene = SyntheticScene(seed: 2, moves: false)
        let one = scene.pictures(from: 5, lasting: 25, rate: 25)
        #expect(try align(scene.pictures(from: 9, lasting: 25, rate: 30), with: one)?.isSure != true)
        #expect(try align([], with: one) == nil)
        #expect(try align(one, with: []) == nil)
    }

    @Test(arguments: [1.15, 1.25, 1.5]) func `a part of a picture is found in it`(zoom: Double) throws {
        let scene = SyntheticScene(seed: 4)
        let whole = try #require(scene.pictures(from: 5, lasting: 0.1, rate: 25).first)
        let part = try #require(scene.pictures(from: 5, lasting: 0.1, rate: 25, zoom: zoom).first)
        let (found, likeness) = PictureRegistration.best(of: part, on: whole)
        #expect(likeness > 0.9)
        #expect(abs(found.scale - zoom) < 0.005 * zoom)
        // The middle stays the middle.
        #expect(abs(16 * found.scale + found.x - 16) < 0.2)
        #expect(abs(9 * found.scale + found.y - 9) < 0.2)
    }

    @Test func `a picture's cells are the means of its samples`() {
        let (width, height) = (320, 180)
        let bytes = (0..<width * height).map { UInt8($0 % width / 10 + $0 / width / 10) }
        bytes.withUnsafeBytes { bytes in
            let plane = PlaneSamples(
                base: bytes.baseAddress!, rowStride: width, sampleStride: 1, width: width, height: height, depth: 8)
            let picture = SmallPicture(time: 1, plane)
            #expect(picture.rows == 18)
            let wanted = (0..<18 * 32).map { cell -> Float in Float(cell % 32 + cell / 32) }
            #expect(picture.cells == wanted)
            // As seen, pixels twice as wide make a picture half as high.
            #expect(SmallPicture(time: 1, plane, pixelAspect: 2).rows == 9)
        }
    }

    @Test func `decoding a piece costs what lies between its key picture and its end`() {
        let pictures = (0..<100).map {
            CodedPictures.Picture(time: Double($0) / 25, size: 100, isKey: $0 % 50 == 0)
        }
        // In the order of decoding, which is another.
        let coded = CodedPictures(Array(pictures[50...] + pictures[..<50]))
        #expect(abs(coded.interval - 0.04) < 1e-9)
        #expect(coded.cost(of: 0.4...1) == 26)
        #expect(coded.cost(of: 2...2.4) == 11)
        #expect(coded.key(before: 1.99) == 0)
        #expect(coded.key(before: 3) == 2)
    }

    @Test func `what moves takes bytes`() throws {
        // A second in which all pictures are three times as large, whatever the key pictures.
        let pictures = (0..<500).map { number in
            let isKey = number % 50 == 0
            let isBusy = (200..<225).contains(number)
            return CodedPictures.Picture(
                time: Double(number) / 25, size: isKey ? 9_000 : (number % 3 == 0 ? 600 : 200) * (isBusy ? 3 : 1),
                isKey: isKey)
        }
        let curve = CodedPictures(pictures).motion()
        let best = try #require(curve.channels[0].indices.max { curve.channels[0][$0] < curve.channels[0][$1] })
        #expect((8...9).contains(curve.start + Double(best) / curve.rate))
    }
}
