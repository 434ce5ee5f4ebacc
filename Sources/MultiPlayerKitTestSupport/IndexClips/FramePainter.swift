import Foundation

/// Draws the frames of a clip as raw planes: luma, then Cb and Cr at half size.
///
/// All areas are rows copied out of prepared strips, so that drawing is quick without optimisation too.
struct FramePainter {
    private let clip: IndexClip
    private let ground: GrainTexture
    private let grey: GrainTexture
    private let dark: GrainTexture
    private let bright: GrainTexture

    /// How far a strip of grain can be shifted, in pixels.
    private static let play = 1024
    /// Strength of the grain. Measured with x264 at 3 Mb/s, 720p30: the encoder still keeps grain in its frames.
    private static let strength = 5

    init(_ clip: IndexClip) {
        self.clip = clip
        let strength = clip.grain ? Self.strength : 0
        let width = clip.width + (clip.grain ? Self.play : 0)
        let height = clip.height
        ground = GrainTexture(width: width, height: height, strength: strength, seed: 1) { row in
            // One whole wave over the height, so that the strip repeats without a seam.
            UInt8(120 - 50 * cos(2 * Double.pi * Double(row) / Double(height)))
        }
        func strip(_ level: UInt8, seed: UInt64) -> GrainTexture {
            GrainTexture(width: width, height: 251, strength: strength, seed: seed) { _ in level }
        }
        grey = strip(IndexLayout.grey, seed: 2)
        dark = strip(IndexLayout.dark, seed: 3)
        bright = strip(IndexLayout.bright, seed: 4)
    }

    /// Bytes of one frame.
    var frameSize: Int { clip.width * clip.height * 3 / 2 }

    /// Draws one frame.
    ///
    /// - Parameter target: room for `frameSize` bytes.
    func paint(frame: Int, into target: UnsafeMutablePointer<UInt8>) {
        var random = SplitMix(seed: UInt64(frame) &* 0x1000 &+ UInt64(clip.id))
        let shift = shiftOfGrain(frame)
        for y in 0..<clip.height {
            // The gradient sinks by a row a frame.
            let row = y - frame % clip.height + clip.height
            ground.copy(row: row, offset: shift, count: clip.width, to: target + y * clip.width)
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
        paintColour(target)
    }

    /// Where in the strips a frame begins. Neighbouring frames are at least 64 pixels apart.
    private func shiftOfGrain(_ frame: Int) -> Int {
        guard clip.grain else { return 0 }
        var random = SplitMix(seed: UInt64(frame))
        let early = Int(random.next() % UInt64(Self.play / 2 - 64))
        return frame % 2 == 0 ? early : Self.play / 2 + early
    }

    private func fill(
        _ area: PictureRect, with texture: GrainTexture, _ grainRow: Int, _ shift: Int,
        _ target: UnsafeMutablePointer<UInt8>
    ) {
        let (left, top, right, bottom) = stored(area, width: clip.width, height: clip.height)
        for y in top..<bottom {
            let start = target + y * clip.width + left
            texture.copy(row: grainRow + y, offset: shift + left, count: right - left, to: start)
        }
    }

    /// Neutral chroma, and the patch of known colour in all planes.
    private func paintColour(_ target: UnsafeMutablePointer<UInt8>) {
        let colour = PatchColour.patch.stored(as: clip.colour)
        let half = (width: clip.width / 2, height: clip.height / 2)
        let cb = target + clip.width * clip.height
        let cr = cb + half.width * half.height
        cb.update(repeating: 128, count: 2 * half.width * half.height)
        let (left, top, right, bottom) = stored(IndexLayout.patch, width: half.width, height: half.height)
        for y in top..<bottom {
            (cb + y * half.width + left).update(repeating: colour.cb, count: right - left)
            (cr + y * half.width + left).update(repeating: colour.cr, count: right - left)
        }
        for y in 2 * top..<2 * bottom {
            (target + y * clip.width + 2 * left).update(repeating: colour.luma, count: 2 * (right - left))
        }
    }

    /// The pixels of a plane that an area of the displayed picture is stored in.
    private func stored(
        _ area: PictureRect, width: Int, height: Int
    ) -> (left: Int, top: Int, right: Int, bottom: Int) {
        let turned = clip.rotation.storedArea(ofDisplayed: area)
        func pixel(_ fraction: Double, of length: Int) -> Int { Int((fraction * Double(length)).rounded()) }
        return (
            pixel(turned.x, of: width), pixel(turned.y, of: height),
            pixel(turned.x + turned.width, of: width), pixel(turned.y + turned.height, of: height)
        )
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
