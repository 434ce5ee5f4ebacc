import Foundation

/// Draws the frames of a clip as raw planes of the clip's own pixel format.
///
/// The values drawn are those to be stored in the file: nothing is left to a conversion. All areas are rows copied out
/// of prepared strips, so that drawing is fast even without optimisation.
struct FramePainter {
    private let clip: IndexClip
    private let planes: [Plane]
    private let levels: LumaLevels
    private let ground: GrainTexture
    private let grey: GrainTexture
    private let dark: GrainTexture
    private let bright: GrainTexture
    /// The bytes of a whole frame with its chroma and alpha, which are the same in all frames.
    private let template: [UInt8]

    /// How far a strip of grain can be shifted, in pixels.
    private static let play = 1024
    /// Strength of the grain. Measured with x264 at 3 Mb/s, 720p30: the encoder still keeps grain in its frames.
    private static let strength = 5

    init(_ clip: IndexClip) {
        self.clip = clip
        let planes = clip.pixels.planes(width: clip.width, height: clip.height)
        let levels = LumaLevels(clip.colour.transfer)
        let strength = clip.grain ? Self.strength : 0
        let width = clip.width + (clip.grain ? Self.play : 0)
        let height = clip.height
        let depth = clip.pixels.depth
        self.planes = planes
        self.levels = levels
        ground = GrainTexture(width: width, height: height, depth: depth, strength: strength, seed: 1) { row in
            // One whole wave over the height, so that the strip repeats without a seam.
            UInt8(levels.ground.middle - levels.ground.swing * cos(2 * Double.pi * Double(row) / Double(height)))
        }
        func strip(_ level: UInt8, seed: UInt64) -> GrainTexture {
            GrainTexture(width: width, height: 251, depth: depth, strength: strength, seed: seed) { _ in level }
        }
        grey = strip(levels.grey, seed: 2)
        dark = strip(levels.dark, seed: 3)
        bright = strip(levels.bright, seed: 4)
        template = [UInt8](unsafeUninitializedCapacity: planes.last!.offset + planes.last!.byteCount) { buffer, count in
            let base = buffer.baseAddress!
            for plane in planes {
                let value = plane.part == .alpha ? 1 << depth - 1 : plane.part == .luma ? 0 : 1 << (depth - 1)
                let samples = plane.width * plane.height
                fillSamples(base + plane.offset, with: value, count: samples, bytesPerSample: plane.bytesPerSample)
            }
            count = planes.last!.offset + planes.last!.byteCount
        }
    }

    /// Bytes of one frame.
    var frameSize: Int { template.count }

    /// Draws one frame.
    ///
    /// - Parameter target: room for `frameSize` bytes.
    func paint(frame: Int, into target: UnsafeMutablePointer<UInt8>) {
        copyTemplate(into: target)
        if clip.hasCells {
            paintLuma(frame, target)
        } else {
            let level = Int(IndexLayout.level(ofFrame: frame)) << (clip.pixels.depth - 8)
            let samples = clip.width * clip.height
            fillSamples(target, with: level, count: samples, bytesPerSample: planes[0].bytesPerSample)
        }
        if clip.pixels.isRGB {
            // A grey picture has the same values in green, blue and red.
            for plane in planes[1...2] { memcpy(target + plane.offset, target, plane.byteCount) }
        }
        guard clip.hasCells else { return }
        paintPatch(target)
        if let alpha = planes.first(where: { $0.part == .alpha }) {
            fill(IndexLayout.window, of: alpha, with: IndexLayout.windowAlpha << (clip.pixels.depth - 8), target)
        }
    }

    private func copyTemplate(into target: UnsafeMutablePointer<UInt8>) {
        template.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            memcpy(target, base, template.count)
        }
    }

    /// Draws the first plane: gradient, cells and bar.
    private func paintLuma(_ frame: Int, _ target: UnsafeMutablePointer<UInt8>) {
        var random = SplitMix(seed: UInt64(frame) &* 0x1000 &+ UInt64(clip.id))
        let shift = shiftOfGrain(frame)
        for y in 0..<clip.height {
            // The gradient moves down by a row a frame.
            let row = y - frame % clip.height + clip.height
            ground.copy(row: row, offset: shift, count: clip.width, to: target + y * planes[0].rowBytes)
        }
        for half in PictureHalf.allCases {
            let grainRow = Int(random.next() % 251)
            fill(IndexLayout.quietArea(half), with: grey, grainRow, shift, target)
            let cells = IndexCode(index: frame, clip: clip.id).cells
            for cell in 0..<32 {
                let part = PictureRect(
                    x: Double(cell % IndexCode.columns) / Double(IndexCode.columns),
                    y: Double(cell / IndexCode.columns) / Double(IndexCode.rows),
                    width: 1 / Double(IndexCode.columns), height: 1 / Double(IndexCode.rows))
                let texture = cells >> UInt32(cell) & 1 == 1 ? bright : dark
                fill(IndexLayout.block(half).part(part), with: texture, grainRow, shift, target)
            }
        }
        if clip.fieldsMove {
            for field in 0..<2 {
                let isTop = (field == 0) == (clip.scan == .topFieldFirst)
                let bar = IndexLayout.bar(atField: 2 * frame + field)
                fill(bar, with: bright, 0, shift, target, rows: isTop ? 0 : 1, step: 2)
            }
        }
    }

    /// The offset in the strips at which a frame begins. Neighbouring frames are at least 64 pixels apart.
    private func shiftOfGrain(_ frame: Int) -> Int {
        guard clip.grain else { return 0 }
        var random = SplitMix(seed: UInt64(frame))
        let early = Int(random.next() % UInt64(Self.play / 2 - 64))
        return frame % 2 == 0 ? early : Self.play / 2 + early
    }

    /// Fills an area of the first plane.
    ///
    /// - Parameters:
    ///   - rows: parity of the rows to fill when `step` is 2.
    private func fill(
        _ area: PictureRect, with texture: GrainTexture, _ grainRow: Int, _ shift: Int,
        _ target: UnsafeMutablePointer<UInt8>, rows: Int = 0, step: Int = 1
    ) {
        let (left, top, right, bottom) = stored(area, width: clip.width, height: clip.height)
        for y in top..<bottom where step == 1 || y % step == rows {
            let start = target + (y * clip.width + left) * planes[0].bytesPerSample
            texture.copy(row: grainRow + y, offset: shift + left, count: right - left, to: start)
        }
    }

    /// Fills an area of any plane with one value.
    private func fill(_ area: PictureRect, of plane: Plane, with value: Int, _ target: UnsafeMutablePointer<UInt8>) {
        let (left, top, right, bottom) = stored(area, in: plane)
        for y in top..<bottom {
            let start = target + plane.offset + (y * plane.width + left) * plane.bytesPerSample
            fillSamples(start, with: value, count: right - left, bytesPerSample: plane.bytesPerSample)
        }
    }

    private func paintPatch(_ target: UnsafeMutablePointer<UInt8>) {
        let (first, second, third) = clip.patch.stored(as: clip.colour, depth: clip.pixels.depth)
        for (plane, value) in zip(planes, [first, second, third]) where plane.part != .alpha {
            fill(IndexLayout.patch, of: plane, with: value, target)
        }
    }

    /// The samples of a plane that store an area of the displayed picture, in whole chroma samples for every plane.
    private func stored(_ area: PictureRect, in plane: Plane) -> (left: Int, top: Int, right: Int, bottom: Int) {
        let (across, down) = clip.pixels.subsampling
        let width = (clip.width + across - 1) / across
        let height = (clip.height + down - 1) / down
        let coarse = stored(area, width: width, height: height)
        let (x, y) = (across / plane.across, down / plane.down)
        return (
            coarse.left * x, coarse.top * y, min(coarse.right * x, plane.width), min(coarse.bottom * y, plane.height)
        )
    }

    /// The pixels of a plane that store an area of the displayed picture.
    private func stored(
        _ area: PictureRect, width: Int, height: Int
    ) -> (left: Int, top: Int, right: Int, bottom: Int) {
        let turned = clip.storedArea(ofDisplayed: area)
        func pixel(_ fraction: Double, of length: Int) -> Int { Int((fraction * Double(length)).rounded()) }
        return (
            pixel(turned.x, of: width), pixel(turned.y, of: height),
            pixel(turned.x + turned.width, of: width), pixel(turned.y + turned.height, of: height)
        )
    }
}

extension IndexClip {
    /// Where in the stored picture an area of the displayed picture comes from; both in fractions.
    public func storedArea(ofDisplayed area: PictureRect) -> PictureRect {
        var area = area
        if isMirrored { area.x = 1 - area.x - area.width }
        return rotation.storedArea(ofDisplayed: area)
    }
}

extension IndexClip.Rotation {
    /// Where in the stored picture an area of the displayed picture comes from; both in fractions.
    public func storedArea(ofDisplayed area: PictureRect) -> PictureRect {
        switch self {
        case .none:
            return area
        case .clockwise90:
            return PictureRect(x: area.y, y: 1 - area.x - area.width, width: area.height, height: area.width)
        case .clockwise180:
            return PictureRect(
                x: 1 - area.x - area.width, y: 1 - area.y - area.height, width: area.width, height: area.height)
        case .clockwise270:
            return PictureRect(x: 1 - area.y - area.height, y: area.x, width: area.height, height: area.width)
        }
    }
}
