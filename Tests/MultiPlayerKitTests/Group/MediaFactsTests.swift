import Testing

@testable import MultiPlayerKit

/// Colours where a file states none, and orientations: decided without a file.
struct MediaFactsTests {
    @Test(arguments: [
        (1920, 1080, UInt8(1)), (3840, 2160, 1), (1280, 720, 1), (1280, 544, 1), (720, 577, 1), (1279, 576, 5),
        (720, 576, 5), (720, 487, 5), (720, 486, 6), (720, 480, 6), (640, 360, 6), (608, 1080, 1), (16, 16, 6),
    ])
    func `the colours of an untagged picture follow from its size`(width: Int, height: Int, code: UInt8) {
        let rule = ColourRule(width: width, height: height, kind: .yuv)
        let nothing = ColourRule.Codes(matrix: code, transfer: 1, primaries: code, isFullRange: false)
        #expect(rule.completing(matrix: nil, transfer: nil, primaries: nil, isFullRange: nil) == nothing)
        #expect(rule.completing(matrix: 2, transfer: 2, primaries: 2, isFullRange: nil) == nothing)
    }

    /// Each of the three stated alone, with every code.
    @Test(arguments: [(1920, 1080), (720, 576), (640, 480)])
    func `a code that is stated stays, and the others are completed`(width: Int, height: Int) {
        let rule = ColourRule(width: width, height: height, kind: .yuv)
        let none = rule.completing(matrix: nil, transfer: nil, primaries: nil, isFullRange: nil)
        for code in UInt8(0)...255 {
            let isKnown = ![0, 2, 3].contains(code) && code <= 22
            let matrix = rule.completing(matrix: code, transfer: nil, primaries: nil, isFullRange: nil)
            #expect(matrix.matrix == (isKnown ? code : none.matrix))
            #expect(matrix.primaries == none.primaries && matrix.transfer == 1 && !matrix.isFullRange)
            let transfer = rule.completing(matrix: nil, transfer: code, primaries: nil, isFullRange: true)
            #expect(transfer.transfer == (isKnown ? code : 1))
            #expect(transfer.matrix == none.matrix && transfer.primaries == none.primaries && transfer.isFullRange)
            let primaries = rule.completing(matrix: nil, transfer: nil, primaries: code, isFullRange: false)
            #expect(primaries.primaries == (isKnown ? code : none.primaries))
            #expect(primaries.matrix == none.matrix && primaries.transfer == 1 && !primaries.isFullRange)
        }
    }

    @Test func `RGB pictures need no matrix and use the full range`() {
        let rule = ColourRule(width: 640, height: 480, kind: .rgb)
        let plain = ColourRule.Codes(matrix: 0, transfer: 1, primaries: 1, isFullRange: true)
        #expect(rule.completing(matrix: nil, transfer: nil, primaries: nil, isFullRange: nil) == plain)
        #expect(rule.completing(matrix: 1, transfer: nil, primaries: nil, isFullRange: nil) == plain)
        let limited = rule.completing(matrix: 0, transfer: 13, primaries: 12, isFullRange: false)
        #expect(limited == ColourRule.Codes(matrix: 0, transfer: 13, primaries: 12, isFullRange: false))
    }

    @Test(arguments: [(1920, 1080), (640, 480)])
    func `a JPEG of any size is BT.601 in full range`(width: Int, height: Int) {
        let rule = ColourRule(width: width, height: height, kind: .jpeg)
        let plain = ColourRule.Codes(matrix: 5, transfer: 1, primaries: 1, isFullRange: true)
        #expect(rule.completing(matrix: nil, transfer: nil, primaries: nil, isFullRange: nil) == plain)
        #expect(rule.completing(matrix: 1, transfer: nil, primaries: nil, isFullRange: false).matrix == 1)
    }

    @Test func `media info completes the colours that are not stated, and keeps the stated ones apart`() {
        let colour = MediaColour(stated: .init(matrix: .bt2020), width: 640, height: 480)
        #expect(colour.stated == .init(matrix: .bt2020))
        #expect(colour.matrix == .bt2020 && colour.primaries == .smpte170m && colour.transfer == .bt709)
        #expect(colour.range == .limited && !colour.isHDR)
        #expect(MediaColour(stated: .init(transfer: .pq)).isHDR)
        let info = MediaInfo(
            displaySize: .init(width: 720, height: 576), frameRate: nil,
            bounds: ItemBounds(start: .zero, end: .seconds(1)))
        #expect(info.colour.matrix == .bt470bg && info.orientation == .rotate0 && info.pixelFormat == nil)
    }

    /// The corners of a picture of two by two, as `image-orientation` defines the eight.
    @Test(arguments: PictureOrientation.allCases)
    func `an orientation follows from its matrix`(orientation: PictureOrientation) {
        let (mirrored, degrees) = (orientation.isMirrored, orientation.degrees)
        #expect(PictureOrientation(isMirrored: mirrored, degrees: degrees) == orientation)
        #expect(orientation.rawValue == "\(mirrored ? "flip-" : "")rotate-\(degrees)")
        func shown(_ x: Double, _ y: Double) -> (Double, Double) {
            var (x, y) = (mirrored ? -x : x, y)
            for _ in 0..<degrees / 90 { (x, y) = (-y, x) }
            return (x, y)
        }
        let (a, b) = shown(1, 0)
        let (c, d) = shown(0, 1)
        for scale in [1, 0.001, 65_536, 7.5] {
            #expect(PictureOrientation(a: a * scale, b: b * scale, c: c * scale, d: d * scale) == orientation)
        }
        // A slight turn or shear changes nothing.
        #expect(PictureOrientation(a: a + 0.2, b: b - 0.2, c: c + 0.2, d: d + 0.1) == orientation)
    }

    @Test(arguments: [
        (0.0, 0.0, 0.0, 0.0), (1, 1, 1, 1), (.nan, 0, 0, 1), (.infinity, 0, 0, 1), (2, 0, 0, 1), (1, 0, 0.5, 1),
        (0.7071, 0.7071, -0.7071, 0.7071),
    ])
    func `a matrix that is none of the eight leaves the picture as stored`(a: Double, b: Double, c: Double, d: Double) {
        #expect(PictureOrientation(a: a, b: b, c: c, d: d) == .rotate0)
    }

    @Test(arguments: [(0, 1), (1, 0), (-4, 3), (4, -3), (Int.min, Int.min)])
    func `a pixel aspect without positive sides is square`(width: Int, height: Int) {
        #expect(PixelAspect(width, height) == .square)
        #expect(PixelAspect(64, 48).description == "4:3")
    }
}
