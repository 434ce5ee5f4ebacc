/// What the codecs can carry, within the limits of the encoders of ffmpeg 5.1 and later.
extension IndexClip.Codec {
    /// The pixel formats that the clips can have.
    public var pixelFormats: Set<IndexClip.PixelFormat> {
        let planar: Set<IndexClip.PixelFormat> = [.yuv420p, .yuv422p, .yuv444p]
        let deep: Set<IndexClip.PixelFormat> = [.yuv420p10, .yuv422p10, .yuv444p10]
        return switch self {
        case .h264: planar.union(deep).union([.gray, .bgr24])
        case .h265: planar.union(deep).union([.gray, .gbrp])
        case .vp8: [.yuv420p, .yuva420p]
        case .vp9: planar.union(deep).union([.yuva420p, .gbrp])
        case .av1: planar.union(deep).union([.gbrp])
        case .mpeg1, .mpeg4, .wmv2, .h263, .flv1: [.yuv420p]
        case .mpeg2: [.yuv420p, .yuv422p]
        case .mjpeg, .theora: planar
        case .prores: [.yuv422p10, .yuv444p10, .yuva444p10]
        case .dnxhr: [.yuv422p, .yuv422p10, .yuv444p10]
        case .ffv1: planar.union(deep).union([.gray, .yuv411p, .yuva420p, .yuva444p10])
        case .huffyuv: [.yuv422p, .rgb24]
        case .utvideo: planar.union([.gbrp])
        case .raw: [.yuv420p, .uyvy422, .bgr24]
        case .png: [.rgb24, .rgba]
        case .qtrle: [.rgb24, .argb]
        case .dv: [.yuv420p, .yuv411p]
        }
    }

    /// The file formats that carry the codec.
    public var containers: Set<IndexClip.Container> {
        switch self {
        case .h264: [.mp4, .fragmentedMP4, .mov, .mkv, .ts, .avi]
        case .h265: [.mp4, .fragmentedMP4, .mov, .mkv, .ts]
        case .vp8: [.webm, .mkv]
        case .vp9, .av1: [.webm, .mkv, .mp4, .fragmentedMP4]
        case .mpeg1: [.mpegPS, .ts, .mkv]
        case .mpeg2: [.mpegPS, .ts, .mkv, .mp4, .mov]
        case .mpeg4: [.mp4, .fragmentedMP4, .mov, .mkv, .ts, .avi]
        case .mjpeg: [.mov, .mkv, .avi]
        case .prores: [.mov, .mkv]
        case .dnxhr, .qtrle, .h263: [.mov]
        case .ffv1, .huffyuv, .utvideo: [.mkv, .avi]
        case .raw: [.avi, .mkv]
        case .png: [.mov, .mkv, .avi]
        case .theora: [.mkv]
        case .dv: [.avi, .mov]
        case .wmv2, .flv1: [.avi, .mkv]
        }
    }

    /// The default pixel format of the codec's clips.
    public var usualPixels: IndexClip.PixelFormat {
        switch self {
        case .prores: .yuv422p10
        case .dnxhr, .huffyuv: .yuv422p
        case .png, .qtrle: .rgb24
        default: .yuv420p
        }
    }

    /// Whether the codec can carry a colour: it leaves the colour open, or implies this one.
    public func carries(_ colour: IndexClip.Colour) -> Bool {
        switch self {
        // Limited range would be stated in a comment that few readers honour.
        case .mjpeg: colour.fullRange && colour.matrix == .bt601PAL
        // Decoders report BT.601, whatever the container says.
        case .vp8: !colour.fullRange && (colour.matrix == .bt601 || colour.matrix == .bt601PAL)
        // The four-letter code states the matrix: BT.601 of 625 lines, or BT.709.
        case .utvideo: colour.matrix == .rgb || !colour.fullRange && [.bt601PAL, .bt709].contains(colour.matrix)
        // The header of each frame says BT.709, whatever the container says.
        case .dnxhr: !colour.fullRange && colour.matrix == .bt709
        // Newer versions of ffmpeg convert full range before they pass it to these encoders.
        case .mpeg1, .mpeg2, .mpeg4, .prores, .ffv1, .huffyuv, .theora, .dv, .wmv2, .h263, .flv1:
            !colour.fullRange || colour.matrix == .rgb
        default: true
        }
    }

    /// Whether the stream states a range even if none is given: the limited one.
    var alwaysTellsRange: Bool { [.h265, .vp9, .av1].contains(self) }

    /// The default colour of the codec's clips.
    public var usualColour: IndexClip.Colour {
        switch self {
        case .mjpeg: .bt601PALFull
        case .vp8: .bt601
        case .dv, .mpeg1, .mpeg4, .h263, .wmv2, .flv1, .raw, .huffyuv: .bt601.untagged
        case .png, .qtrle: .rgb
        default: .bt709
        }
    }

    /// Whether every frame is a key frame.
    public var isIntraOnly: Bool {
        switch self {
        case .mjpeg, .prores, .dnxhr, .ffv1, .huffyuv, .utvideo, .raw, .png, .dv: true
        default: false
        }
    }

    /// Whether `bFrames` has an effect.
    public var hasBFrames: Bool { [.h264, .h265, .mpeg1, .mpeg2, .mpeg4].contains(self) }

    /// Whether it can be coded as interlaced.
    var hasFields: Bool { [.h264, .mpeg2, .mpeg4, .prores, .dv, .raw].contains(self) }

    /// Whether the values in the file are exactly those drawn.
    public var isLossless: Bool { [.ffv1, .huffyuv, .utvideo, .raw, .png, .qtrle].contains(self) }

    /// Whether the picture must consist of whole chroma samples.
    var needsWholeChroma: Bool {
        switch self {
        case .h264, .h265, .prores, .dnxhr, .huffyuv, .utvideo, .raw, .dv, .wmv2, .h263: true
        default: false
        }
    }

    /// The smallest picture that the encoder accepts.
    var leastSize: (width: Int, height: Int) {
        switch self {
        case .h265: (32, 32)
        case .dnxhr: (256, 120)
        default: (16, 16)
        }
    }

    /// The sizes that the codec supports; `nil` if it supports all.
    public var sizes: [(width: Int, height: Int)]? {
        switch self {
        case .dv: [(720, 480), (720, 576)]
        case .h263: [(128, 96), (176, 144), (352, 288), (704, 576)]
        default: nil
        }
    }

    /// The frame rates that the codec supports; `nil` if it supports all.
    public var frameRates: [IndexClip.FrameRate]? {
        switch self {
        case .mpeg1, .mpeg2: [.film23976, .fps24, .fps25, .ntsc2997, .fps30, .fps50, .ntsc5994, .fps60]
        case .dv: [.fps25, .ntsc2997]
        case .h263: [.ntsc2997]
        default: nil
        }
    }
}
