import AVFoundation
import CoreGraphics
import CoreImage
import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// Where the two pictures of a difference are placed, and when it is refused.
@Suite(.serialized) @MainActor
struct DifferenceTests {
    @Test func `a picture fills its rectangle upright, in coordinates from the bottom left`() {
        let map = PlacedPicture.transform(
            of: CGSize(width: 200, height: 100), turnedBy: .identity,
            into: CGRect(x: 10, y: 20, width: 100, height: 50), on: CGSize(width: 300, height: 200))
        // The buffer's top left corner: y counts from below, so it is the buffer's height.
        expect(CGPoint(x: 0, y: 100).applying(map), at: CGPoint(x: 10, y: 180))
        expect(CGPoint(x: 200, y: 0).applying(map), at: CGPoint(x: 110, y: 130))
    }

    @Test func `a file's rotation is applied in the direction that the file states`() {
        // Phones write this for a quarter turn clockwise: the left edge becomes the top.
        let turn = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 100, ty: 0)
        let map = PlacedPicture.transform(
            of: CGSize(width: 200, height: 100), turnedBy: turn, into: CGRect(x: 0, y: 0, width: 100, height: 200),
            on: CGSize(width: 100, height: 200))
        // Top left goes to the top right, bottom left to the top left.
        expect(CGPoint(x: 0, y: 100).applying(map), at: CGPoint(x: 100, y: 200))
        expect(CGPoint(x: 0, y: 0).applying(map), at: CGPoint(x: 0, y: 200))
    }

    @Test func `both pictures are cropped to the area that both cover`() async {
        let world = ComposedWorld()
        world.add()
        world.add { $0.size = CGSize(width: 720, height: 720) }
        await world.play()
        let visible = world.recorder.pictures.map(\.visible)
        // The surface is 160 by 90 points, with two pixels to a point.
        #expect(visible.allSatisfy { $0 == CGRect(x: 70, y: 0, width: 180, height: 180) }, "\(visible)")
    }

    @Test func `any two members are compared, in the order that was asked for`() async {
        let world = ComposedWorld()
        for size in [720, 1280, 540] { world.add { $0.size = CGSize(width: size, height: 720) } }
        world.surface?.layout = .difference(TileLayout.Difference(.heat, gain: 8, of: 2, and: 0))
        await world.play()
        func widths() -> [Int] { world.recorder.pictures.map { CVPixelBufferGetWidth($0.buffer) } }
        #expect(widths() == [540, 720])
        #expect(world.recorder.difference?.style == .heat && world.recorder.difference?.gain == 8)
        world.surface?.layout = .difference(TileLayout.Difference(of: 1, and: 2))
        await world.advance(by: .seconds(1))
        #expect(widths() == [1280, 540])
        #expect(world.recorder.difference?.style == .absolute)
    }

    @Test func `each kind of difference draws what its description says`() {
        typealias Difference = TileLayout.Difference
        func drawn(_ difference: Difference, _ first: [Double], _ second: [Double]) -> [Double] {
            func image(_ color: [Double]) -> CIImage {
                CIImage(color: CIColor(red: color[0], green: color[1], blue: color[2], alpha: 1))
            }
            let pixel = difference.image(of: image(first), and: image(second)).pixel(.zero)
            #expect(pixel.w == 1)
            // As a screen shows it.
            return [pixel.x, pixel.y, pixel.z].map { min(max($0, 0), 1) }
        }
        func luma(_ color: [Double]) -> Double { 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2] }
        var dice = SplitMix(seed: 7)
        for _ in 0..<200 {
            let first = (0..<3).map { _ in Double.random(in: 0...1, using: &dice) }
            let isNear = Bool.random(using: &dice)
            let second = first.map {
                isNear ? min(max($0 + .random(in: -0.02...0.02, using: &dice), 0), 1) : .random(in: 0...1, using: &dice)
            }
            let distances = zip(first, second).map { abs($0 - $1) }
            for gain in [1, 4.0, 64] {
                func expect(_ style: Difference.Style, _ wanted: [Double], within most: Double = 1e-9) {
                    let seen = drawn(Difference(style, gain: gain), first, second)
                    let isRight = zip(seen, wanted).allSatisfy { abs($0 - min(max($1, 0), 1)) <= most }
                    #expect(isRight, "\(style) by \(gain) of \(first) and \(second): \(seen), not \(wanted)")
                }
                expect(.absolute, distances.map { $0 * gain })
                expect(.luma, Array(repeating: abs(luma(first) - luma(second)) * gain, count: 3))
                expect(.signed, zip(first, second).map { 0.5 + ($1 - $0) / 2 * gain })
                let heat = Difference.heat(of: distances.max()! * gain)
                expect(.heat, [heat.red, heat.green, heat.blue], within: 1e-6)
            }
            let level = (distances.max()! * 255).rounded() / 255
            let whole = [level, 0, 0]
            #expect(drawn(Difference(.threshold(level)), [0, 0, 0], whole) == [0, 0, 0])
            #expect(drawn(Difference(.threshold(level - 1 / 255)), [0, 0, 0], whole) == [1, 1, 1] || level == 0)
        }
    }

    @Test func `a refusal names its reason`() async {
        let world = ComposedWorld()
        let group = world.group!
        #expect(DifferenceRefusal(of: group, in: .difference) == .oneMember)
        world.add()
        #expect(DifferenceRefusal(of: group, in: .difference) == .oneMember)
        let second = world.add { $0.isProtected = true }
        await world.advance(by: .seconds(1))
        #expect(DifferenceRefusal(of: group, in: .difference) == nil)
        let protection = await DifferenceRefusal.protection(of: group, in: .difference)
        #expect(protection == .protectedFile(group.name(of: second)))
        group.remove(second)
        let stream = group.add(url: world.stream())
        await world.advance(by: .seconds(1))
        #expect(DifferenceRefusal(of: group, in: .difference) == .stream(group.name(of: stream)))
        group.remove(stream)
        let broken = world.add { $0.failure = AVError(.fileFormatNotRecognized) }
        await world.advance(by: .seconds(1))
        #expect(DifferenceRefusal(of: group, in: .difference) == .failed(group.name(of: broken)))
    }

    private func expect(_ point: CGPoint, at place: CGPoint, location: SourceLocation = #_sourceLocation) {
        #expect(
            abs(point.x - place.x) < 1e-9 && abs(point.y - place.y) < 1e-9, "\(point) instead of \(place)",
            sourceLocation: location)
    }
}
