import AVFoundation
import CoreGraphics
import Foundation
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

    @Test func `a refusal names its reason`() async {
        let world = ComposedWorld()
        let group = world.group!
        #expect(DifferenceRefusal(of: group) == .oneMember)
        world.add()
        #expect(DifferenceRefusal(of: group) == .oneMember)
        let second = world.add { $0.isProtected = true }
        await world.advance(by: .seconds(1))
        #expect(DifferenceRefusal(of: group) == nil)
        let protection = await DifferenceRefusal.protection(of: group)
        #expect(protection == .protectedFile(group.name(of: second)))
        group.remove(second)
        let stream = group.add(url: world.stream())
        await world.advance(by: .seconds(1))
        #expect(DifferenceRefusal(of: group) == .stream(group.name(of: stream)))
        group.remove(stream)
        let broken = world.add { $0.failure = AVError(.fileFormatNotRecognized) }
        await world.advance(by: .seconds(1))
        #expect(DifferenceRefusal(of: group) == .failed(group.name(of: broken)))
    }

    private func expect(_ point: CGPoint, at place: CGPoint, location: SourceLocation = #_sourceLocation) {
        #expect(
            abs(point.x - place.x) < 1e-9 && abs(point.y - place.y) < 1e-9, "\(point) instead of \(place)",
            sourceLocation: location)
    }
}
