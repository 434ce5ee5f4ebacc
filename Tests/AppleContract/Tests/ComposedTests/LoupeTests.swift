import AVFoundation
@_spi(Double) import CoreGraphics
@_spi(Double) import CoreVideo
import Foundation
import SwiftUI
import Testing
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// The pixels under a loupe, read from players.
@Suite(.serialized) @MainActor
struct LoupeTests {
    // MARK: One picture

    private static let (width, height) = (8, 6)

    /// Every sample is unlike the others of its plane.
    private func buffer(_ format: OSType = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange) -> CVPixelBuffer {
        let luma = (0..<Self.width * Self.height).map { UInt8(40 + 3 * $0) }
        let chroma = (0..<Self.width * Self.height / 2).map { UInt8(100 + 2 * $0) }
        return CVPixelBuffer(
            width: Self.width, height: Self.height, format: format,
            content: PixelPlanes([
                (width: 8, height: 6, stride: 8, bytes: luma), (width: 4, height: 3, stride: 8, bytes: chroma),
            ]))
    }

    private func stored(_ pixels: BufferPixels, _ column: Int, _ row: Int) -> PixelValues.Stored {
        pixels.values(column: column, row: row).stored
    }

    /// As it is stored at a place.
    private func sample(_ x: Int, _ y: Int) -> PixelValues.Stored {
        let chroma = 100 + 2 * (y / 2 * 8 + x / 2 * 2)
        return .yuv(40 + 3 * (y * 8 + x), chroma, chroma + 2)
    }

    @Test func `a picture is read as it is seen, turned as its file says`() throws {
        let upright = try #require(BufferPixels(buffer(), turnedBy: .identity))
        #expect((upright.width, upright.height) == (8, 6))
        #expect(stored(upright, 0, 0) == sample(0, 0) && stored(upright, 7, 5) == sample(7, 5))
        // A quarter clockwise: the left column, from its lower end, is the upper row.
        let quarter = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 6, ty: 0)
        let turned = try #require(BufferPixels(buffer(), turnedBy: quarter))
        #expect((turned.width, turned.height) == (6, 8))
        #expect(stored(turned, 0, 0) == sample(0, 5) && stored(turned, 5, 0) == sample(0, 0))
        #expect(stored(turned, 5, 7) == sample(7, 0))
        let half = CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 8, ty: 6)
        #expect(stored(try #require(BufferPixels(buffer(), turnedBy: half)), 0, 0) == sample(7, 5))
    }

    @Test(arguments: [
        ("ITU_R_601_4", (0.299, 0.114)), ("ITU_R_709_2", (0.2126, 0.0722)), ("ITU_R_2020", (0.2627, 0.0593)),
        (nil, (0.2126, 0.0722)),
    ])
    func `colours are made by the matrix and the range that the buffer states`(
        matrix: String?, shares: (red: Double, blue: Double)
    ) throws {
        for format in [
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        ] {
            let buffer = buffer(format)
            if let matrix { buffer.attachments[kCVImageBufferYCbCrMatrixKey] = matrix }
            let found = try #require(BufferPixels(buffer, turnedBy: .identity)).values(column: 3, row: 2)
            let isFull = format == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
            guard case .yuv(let luma, let u, let v) = sample(3, 2) else { return }
            let wanted = PixelValues(luma: luma, chroma: (u, v), depth: 8, isFullRange: isFull, weights: shares)
            #expect(found == wanted)
        }
    }

    @Test(arguments: [
        CGAffineTransform(a: 0, b: 0, c: 0, d: 1, tx: 0, ty: 0),
        CGAffineTransform(a: 1e9, b: 0, c: 0, d: 1, tx: 0, ty: 0),
        CGAffineTransform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0),
    ])
    func `a file that turns its pictures into nothing has no pixels`(turn: CGAffineTransform) {
        #expect(BufferPixels(buffer(), turnedBy: turn) == nil)
    }

    @Test func `the glass holds the pixels around the spot`() throws {
        let pixels = try #require(BufferPixels(buffer(), turnedBy: .identity))
        let view = try #require(Loupe(x: 0.95, y: 0.5, pixels: 3).view(width: 8, height: 6))
        let image = try #require(pixels.image(of: view))
        #expect((image.width, image.height) == (3, 3))
        let bytes = try #require(image.content as? [UInt8])
        let wanted = (2...4).flatMap { row in
            (5...7).flatMap { column -> [UInt8] in
                let values = pixels.values(column: column, row: row)
                return [UInt8(values.red), UInt8(values.green), UInt8(values.blue), 255]
            }
        }
        #expect(bytes == wanted)
    }

    // MARK: Players

    /// The frame's number is its luma, from 20 on.
    private func add(to world: ComposedWorld, rate: Int32, offset: Duration = .zero) -> MemberID {
        world.add(rate: rate, seconds: 5, offset: offset) { media in
            media.size = CGSize(width: 32, height: 16)
            media.seen = { time, width, height in
                [UInt8](
                    repeating: UInt8(20 + Int((time * Double(rate)).rounded()) % 200), count: width * height)
            }
        }
    }

    private func luma(_ reader: LoupeReader, _ id: MemberID) -> Int? {
        (reader.sights[id]?.lines[1]).flatMap { Int($0.split(separator: " ")[1]) }
    }

    @Test func `each glass shows the frame that is due, while the group plays, and where it is sought`() async throws {
        let world = ComposedWorld()
        let group = try #require(world.group)
        let ids = [add(to: world, rate: 30), add(to: world, rate: 25, offset: .milliseconds(400))]
        let (reader, loupe) = (LoupeReader(), Loupe(x: 0.5, y: 0.5))
        #expect(reader.sights.isEmpty)
        reader.read(loupe, of: group, at: world.clock.now)
        func check() {
            reader.read(loupe, of: group, at: world.clock.now)
            let time = group.time(at: world.clock.now) + ItemSteering.aim
            #expect(luma(reader, ids[0]) == 20 + Int(time.seconds * 30))
            #expect(luma(reader, ids[1]) == 20 + Int((time.seconds + 0.4) * 25))
        }
        await world.play()
        for _ in 0..<60 {
            await world.advance(by: .milliseconds(23))
            check()
        }
        group.pause()
        await world.advance(by: .milliseconds(100))
        check()
        let before = reader.sights[ids[0]]
        reader.read(loupe, of: group, at: world.clock.now)
        #expect(reader.sights[ids[0]] == before, "the same picture is not read again")
        let arrived = Task { try await group.seek(to: .seconds(3)) }
        await world.advance(by: .milliseconds(500))
        try await arrived.value
        check()
        reader.read(Loupe(x: 0.1, y: 0.9), of: group, at: world.clock.now)
        #expect(reader.sights[ids[0]]?.lines[0] == "3, 14" && luma(reader, ids[0]) == 110)
        // Those of the surface stay.
        #expect(world.contract.live.outputs == 4)
        reader.end()
        #expect(reader.sights.isEmpty && world.contract.live.outputs == 2)
        #expect(world.contract.violations == [] && world.mistakes == [])
    }

    @Test func `a member that goes takes its glass along, and a stream has none`() async throws {
        let world = ComposedWorld()
        let group = try #require(world.group)
        let (first, second) = (add(to: world, rate: 30), add(to: world, rate: 30))
        let stream = group.add(url: world.stream())
        let reader = LoupeReader()
        await world.play()
        for _ in 0..<5 {
            reader.read(Loupe(x: 0, y: 0), of: group, at: world.clock.now)
            await world.advance(by: .milliseconds(40))
        }
        #expect(Set(reader.sights.keys) == [first, second] && reader.sights[stream] == nil)
        group.remove(first)
        await world.advance(by: .milliseconds(40))
        reader.read(Loupe(x: 0, y: 0), of: group, at: world.clock.now)
        #expect(Set(reader.sights.keys) == [second])
    }

    @Test func `a view with a loupe asks its players, and gives the outputs back`() async throws {
        let world = ComposedWorld()
        let group = try #require(world.group)
        world.surface?.show(nil)
        _ = add(to: world, rate: 30)
        await world.play()
        let surface = ComparisonSurface(group: group)
        surface.frame = CGRect(x: 0, y: 0, width: 320, height: 180)
        let window = UIWindow(frame: surface.frame)
        window.addSubview(surface)
        surface.layoutIfNeeded()
        await world.advance(by: .milliseconds(40))
        #expect(world.contract.live.outputs == 0 && surface.loupe == nil)
        surface.loupe = Loupe(x: 0.5, y: 0.5)
        surface.layoutIfNeeded()
        await world.advance(by: .milliseconds(40))
        #expect(world.contract.live.outputs == 1)
        surface.loupe = nil
        surface.layoutIfNeeded()
        await world.advance(by: .milliseconds(40))
        #expect(world.contract.live.outputs == 0)
    }
}
