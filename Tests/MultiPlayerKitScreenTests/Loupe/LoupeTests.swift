import Foundation
import MultiPlayerKit
import Testing

@testable import MultiPlayerKitScreen

/// What a loupe looks at, and where its glass lies.
struct LoupeTests {
    @Test(arguments: [
        (0.5, 0.5, 320, 180), (0, 0, 0, 0), (1, 1, 639, 359), (.nan, -3, 320, 0), (.infinity, 2, 639, 359),
    ])
    func `the pixel under the spot is shown, at the edges too`(x: Double, y: Double, column: Int, row: Int) throws {
        for pixels in [3, 10, 11, 65, 1_000, -5] {
            let view = try #require(Loupe(x: x, y: y, pixels: pixels).view(width: 640, height: 360))
            #expect((view.column, view.row) == (column, row))
            let whole = CGRect(x: 0, y: 0, width: 1, height: 1)
            #expect(whole.insetBy(dx: -1e-9, dy: -1e-9).contains(view.crop))
            // The pixel in the glass is the one in the picture.
            let middle = (
                (view.crop.minX + view.middle.midX * view.crop.width) * 640,
                (view.crop.minY + view.middle.midY * view.crop.height) * 360
            )
            #expect(abs(middle.0 - Double(column) - 0.5) < 1e-6 && abs(middle.1 - Double(row) - 0.5) < 1e-6)
            #expect(Int((view.crop.width * 640).rounded()) == min(max(pixels, 3), 65) | 1)
        }
    }

    @Test func `a picture smaller than the glass is shown whole`() throws {
        let view = try #require(Loupe(x: 0.9, y: 0.2, pixels: 33).view(width: 8, height: 6))
        #expect(view.crop == CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect((view.column, view.row) == (7, 1))
        #expect(Loupe(x: 0, y: 0).view(width: 0, height: 6) == nil)
    }

    @Test(arguments: [CGRect(x: 0, y: 0, width: 640, height: 720), CGRect(x: 641, y: 31, width: 333, height: 217)])
    func `a glass lies in its tile with its lines, on the side away from the spot`(area: CGRect) throws {
        for x in [0.1, 0.49, 0.51, 0.9] {
            for size in [0.01, 0.25, 0.5, 3, .nan] {
                let loupe = Loupe(x: x, y: 0.5, size: size)
                guard let glass = loupe.place(in: area, index: nil, on: 720) else {
                    #expect(size < 0.05, "only one too small to be read has no place")
                    continue
                }
                let lines = glass.height * Double(Loupe.lines) * Loupe.line
                #expect(glass.minX >= area.minX - 2 && glass.maxX <= area.maxX)
                #expect(glass.minY >= area.minY - 2 && glass.maxY + lines <= area.maxY + 2)
                #expect(glass.width == glass.height && glass.width >= Loupe.leastSide)
                let isLeft = glass.midX < area.midX
                #expect(isLeft == (x > 0.5))
                for side in [glass.minX, glass.minY, glass.width] { #expect(side.remainder(dividingBy: 2) == 0) }
            }
        }
        #expect(Loupe(x: 0, y: 0).place(in: CGRect(x: 0, y: 0, width: 80, height: 60), index: nil, on: 720) == nil)
    }

    @Test func `pictures in one place have their glasses beside and below each other`() {
        let area = CGRect(x: 0, y: 0, width: 1280, height: 720)
        let loupe = Loupe(x: 0.5, y: 0.5, size: 0.2)
        let places = (0..<4).map { loupe.place(in: area, index: $0, on: 720) }
        for (index, place) in places.enumerated() {
            for other in places[..<index] {
                guard let place, let other else { continue }
                #expect(!place.intersects(other))
            }
        }
        #expect(places[0] != nil && places[1] != nil)
    }

    @Test func `a point of the stage is a spot of the picture that is seen there`() {
        let place = TilePlacement(
            tile: CGRect(x: 100, y: 0, width: 200, height: 200), picture: CGRect(x: 0, y: 50, width: 400, height: 100),
            visible: CGRect(x: 100, y: 50, width: 200, height: 100))
        #expect(place.spot(at: CGPoint(x: 200, y: 75)) == CGPoint(x: 0.5, y: 0.25))
        #expect(place.spot(at: CGPoint(x: 200, y: 20)) == nil)
        #expect(place.spot(at: CGPoint(x: 99, y: 75)) == nil)
        #expect(TilePlacement(tile: .zero, picture: .zero, visible: .zero).spot(at: .zero) == nil)
    }

    // MARK: Values

    /// Full red, green and blue as ITU-R BT.601, BT.709 and BT.2020 code them.
    @Test(
        arguments: [
            ((63, 102, 240), 8, false, (0.2126, 0.0722), (255, 0, 0)),
            ((173, 42, 26), 8, false, (0.2126, 0.0722), (0, 255, 0)),
            ((32, 240, 118), 8, false, (0.2126, 0.0722), (0, 0, 255)),
            ((81, 90, 240), 8, false, (0.299, 0.114), (255, 0, 0)),
            ((145, 54, 34), 8, false, (0.299, 0.114), (0, 255, 0)),
            ((76, 85, 255), 8, true, (0.299, 0.114), (255, 0, 0)),
            ((150, 44, 21), 8, true, (0.299, 0.114), (0, 255, 0)),
            ((940, 512, 512), 10, false, (0.2627, 0.0593), (1023, 1023, 1023)),
            ((64, 512, 512), 10, false, (0.2627, 0.0593), (0, 0, 0)),
            ((294, 387, 960), 10, false, (0.2627, 0.0593), (1023, 0, 0)),
            ((16, 128, 128), 8, false, (0.2126, 0.0722), (0, 0, 0)),
            ((235, 128, 128), 8, false, (0.2126, 0.0722), (255, 255, 255)),
        ])
    func `stored values are the colour that the standard means`(
        yuv: (Int, Int, Int), depth: Int, isFull: Bool, weights: (Double, Double), rgb: (Int, Int, Int)
    ) {
        let values = PixelValues(
            luma: yuv.0, chroma: (yuv.1, yuv.2), depth: depth, isFullRange: isFull,
            weights: (red: weights.0, blue: weights.1))
        // Codes are rounded to whole levels, which are 2 of the colour's at most.
        let slack = 3 << (depth - 8)
        for (seen, wanted) in zip([values.red, values.green, values.blue], [rgb.0, rgb.1, rgb.2]) {
            #expect(abs(seen - wanted) <= slack, "\(values)")
        }
    }

    @Test func `the lines name what is stored`() {
        let yuv = PixelValues(luma: 480, chroma: (500, 512), depth: 10, isFullRange: false, weights: nil)
        #expect(yuv.lines(column: 3, row: 4)[...1] == ["3, 4  10 bit", "YUV 480 500 512"])
        #expect(yuv.lines(column: 3, row: 4)[2].hasPrefix("RGB "))
        let grey = PixelValues(luma: 255, chroma: nil, depth: 8, isFullRange: true, weights: nil)
        #expect(grey.lines(column: 0, row: 0) == ["0, 0", "Y 255", "RGB 255 255 255"])
        let rgb = PixelValues(red: 1, green: 2, blue: 3, depth: 8)
        #expect(rgb.lines(column: 0, row: 0) == ["0, 0", "RGB 1 2 3", ""])
    }
}
