extension Wardrobe {
    /// One kind of footage.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        /// What it is, in the terms of the field.
        public let name: String
        /// A small and short clip of it.
        public let clip: IndexClip

        public var description: String { name }
    }

    /// Every kind of ordinary footage, each represented by a small clip.
    ///
    /// All are made in about a minute on two cores. Neighbours in the list have different ids.
    public static let kinds: [Kind] = {
        var kinds: [Kind] = []
        func add(_ cuts: [Cut]) {
            for (name, change) in cuts {
                let clip = IndexClip(id: kinds.count % 16).with {
                    ($0.width, $0.height, $0.frameRate, $0.frameCount, $0.gop) = (320, 180, .fps25, 40, 20)
                    change(&$0)
                }
                kinds.append(Kind(name: name, clip: clip))
            }
        }
        for cuts in [coded, contained, coloured, shaped, timed] { add(cuts) }
        add(carried(beside: kinds.map(\.clip)))
        return kinds
    }()

    private typealias Cut = (name: String, change: (inout IndexClip) -> Void)

    /// Codecs, bit depths and pixel layouts.
    private static var coded: [Cut] {
        [
            ("H.264 8-bit 4:2:0 BT.709 in MP4", { $0.bFrames = 2 }),
            ("H.264 8-bit 4:2:2", { $0.pixels = .yuv422p }),
            ("H.264 8-bit 4:4:4", { $0.pixels = .yuv444p }),
            ("H.264 10-bit 4:2:0", { $0.pixels = .yuv420p10 }),
            ("H.264 10-bit 4:2:2", { $0.pixels = .yuv422p10 }),
            ("H.264 10-bit 4:4:4", { $0.pixels = .yuv444p10 }),
            ("H.264 RGB", { ($0.pixels, $0.colour) = (.bgr24, .rgb) }),
            ("H.264 grey", { $0.pixels = .gray }),
            ("HEVC 8-bit 4:2:0", { ($0.codec, $0.bFrames) = (.h265, 2) }),
            ("HEVC 10-bit 4:2:0", { ($0.codec, $0.pixels) = (.h265, .yuv420p10) }),
            ("HEVC 8-bit 4:2:2", { ($0.codec, $0.pixels) = (.h265, .yuv422p) }),
            ("HEVC 10-bit 4:2:2", { ($0.codec, $0.pixels) = (.h265, .yuv422p10) }),
            ("HEVC 8-bit 4:4:4", { ($0.codec, $0.pixels) = (.h265, .yuv444p) }),
            ("HEVC 10-bit 4:4:4", { ($0.codec, $0.pixels) = (.h265, .yuv444p10) }),
            ("HEVC RGB", { ($0.codec, $0.pixels, $0.colour) = (.h265, .gbrp, .rgb) }),
            ("VP8 in WebM", { ($0.codec, $0.container, $0.colour) = (.vp8, .webm, .bt601) }),
            ("VP9 in WebM", { ($0.codec, $0.container) = (.vp9, .webm) }),
            ("VP9 10-bit 4:2:0 in WebM", { ($0.codec, $0.container, $0.pixels) = (.vp9, .webm, .yuv420p10) }),
            ("VP9 4:4:4 in WebM", { ($0.codec, $0.container, $0.pixels) = (.vp9, .webm, .yuv444p) }),
            ("VP9 RGB in WebM", { ($0.codec, $0.container, $0.pixels, $0.colour) = (.vp9, .webm, .gbrp, .rgb) }),
            (
                "VP8 with alpha in WebM",
                { ($0.codec, $0.container, $0.pixels, $0.colour) = (.vp8, .webm, .yuva420p, .bt601) }
            ),
            ("VP9 with alpha in WebM", { ($0.codec, $0.container, $0.pixels) = (.vp9, .webm, .yuva420p) }),
            ("AV1 in MP4", { $0.codec = .av1 }),
            ("AV1 10-bit 4:2:0 in WebM", { ($0.codec, $0.container, $0.pixels) = (.av1, .webm, .yuv420p10) }),
            ("AV1 4:4:4 in Matroska", { ($0.codec, $0.container, $0.pixels) = (.av1, .mkv, .yuv444p) }),
            (
                "MPEG-1 in a program stream",
                { ($0.codec, $0.container, $0.colour) = (.mpeg1, .mpegPS, .bt601.untagged) }
            ),
            (
                "MPEG-2 in a program stream",
                { ($0.codec, $0.container, $0.colour, $0.bFrames) = (.mpeg2, .mpegPS, .bt601PAL, 2) }
            ),
            ("MPEG-2 4:2:2 in TS", { ($0.codec, $0.container, $0.pixels) = (.mpeg2, .ts, .yuv422p) }),
            ("MPEG-4 part 2 in MP4", { ($0.codec, $0.colour, $0.bFrames) = (.mpeg4, .bt601.untagged, 2) }),
            ("MPEG-4 part 2 in AVI", { ($0.codec, $0.container, $0.colour) = (.mpeg4, .avi, .bt601.untagged) }),
            ("MJPEG in MOV", { ($0.codec, $0.container, $0.colour) = (.mjpeg, .mov, .bt601PALFull) }),
            (
                "MJPEG 4:2:2 in AVI",
                { ($0.codec, $0.container, $0.pixels, $0.colour) = (.mjpeg, .avi, .yuv422p, .bt601PALFull) }
            ),
            (
                "MJPEG 4:4:4 in Matroska",
                { ($0.codec, $0.container, $0.pixels, $0.colour) = (.mjpeg, .mkv, .yuv444p, .bt601PALFull) }
            ),
            ("ProRes 422 in MOV", { ($0.codec, $0.container, $0.pixels) = (.prores, .mov, .yuv422p10) }),
            ("ProRes 4444 in MOV", { ($0.codec, $0.container, $0.pixels) = (.prores, .mov, .yuv444p10) }),
            ("ProRes 4444 with alpha in MOV", { ($0.codec, $0.container, $0.pixels) = (.prores, .mov, .yuva444p10) }),
            ("DNxHR SQ in MOV", { ($0.codec, $0.container, $0.pixels) = (.dnxhr, .mov, .yuv422p) }),
            ("DNxHR HQX 10-bit in MOV", { ($0.codec, $0.container, $0.pixels) = (.dnxhr, .mov, .yuv422p10) }),
            ("raw 4:2:0 in AVI", { ($0.codec, $0.container, $0.colour) = (.raw, .avi, .bt601.untagged) }),
            (
                "raw UYVY in AVI",
                { ($0.codec, $0.container, $0.pixels, $0.colour) = (.raw, .avi, .uyvy422, .bt601.untagged) }
            ),
            (
                "raw RGB in AVI",
                { ($0.codec, $0.container, $0.pixels, $0.colour) = (.raw, .avi, .bgr24, .rgb.untagged) }
            ),
            ("FFV1 in Matroska", { ($0.codec, $0.container) = (.ffv1, .mkv) }),
            (
                "HuffYUV in AVI",
                { ($0.codec, $0.container, $0.pixels, $0.colour) = (.huffyuv, .avi, .yuv422p, .bt601.untagged) }
            ),
            ("Ut Video in AVI", { ($0.codec, $0.container) = (.utvideo, .avi) }),
            ("PNG with alpha in MOV", { ($0.codec, $0.container, $0.pixels, $0.colour) = (.png, .mov, .rgba, .rgb) }),
            (
                "QuickTime Animation with alpha",
                { ($0.codec, $0.container, $0.pixels, $0.colour) = (.qtrle, .mov, .argb, .rgb) }
            ),
            ("Theora in Matroska", { ($0.codec, $0.container, $0.colour) = (.theora, .mkv, .bt601) }),
            (
                "DV 625 in AVI",
                {
                    ($0.codec, $0.container, $0.colour, $0.scan) = (.dv, .avi, .bt601PAL.untagged, .bottomFieldFirst)
                    ($0.width, $0.height, $0.pixelAspect) = (720, 576, .init(16, 15))
                }
            ),
            (
                "DV 525 in MOV",
                {
                    ($0.codec, $0.container, $0.pixels, $0.scan) = (.dv, .mov, .yuv411p, .bottomFieldFirst)
                    ($0.width, $0.height, $0.pixelAspect, $0.frameRate) = (720, 480, .init(8, 9), .ntsc2997)
                    $0.colour = .bt601.untagged
                }
            ),
            ("WMV 8 in AVI", { ($0.codec, $0.container, $0.colour) = (.wmv2, .avi, .bt601.untagged) }),
            (
                "H.263 in MOV",
                {
                    ($0.codec, $0.container, $0.colour, $0.frameRate) = (.h263, .mov, .bt601.untagged, .ntsc2997)
                    ($0.width, $0.height, $0.pixelAspect) = (352, 288, .init(12, 11))
                }
            ),
            ("Sorenson H.263 in Matroska", { ($0.codec, $0.container, $0.colour) = (.flv1, .mkv, .bt601.untagged) }),
        ]
    }

    /// File formats that the clips above do not cover.
    private static var contained: [Cut] {
        [
            ("H.264 in MOV", { $0.container = .mov }),
            ("H.264 in fragmented MP4", { $0.container = .fragmentedMP4 }),
            ("H.264 in Matroska", { $0.container = .mkv }),
            ("H.264 in TS", { ($0.container, $0.bFrames) = (.ts, 2) }),
            ("HEVC in TS", { ($0.codec, $0.container) = (.h265, .ts) }),
            ("H.264 in AVI", { $0.container = .avi }),
            ("VP9 in MP4", { $0.codec = .vp9 }),
            ("H.264 with sound in MP4", { $0.audio = .init() }),
        ]
    }

    /// Every codec in every file format that carries it, except combinations that other clips already cover.
    private static func carried(beside clips: [IndexClip]) -> [Cut] {
        IndexClip.Codec.allCases.flatMap { codec in
            IndexClip.Container.allCases
                .filter { container in
                    codec.containers.contains(container)
                        && !clips.contains { $0.codec == codec && $0.container == container }
                }
                .map { container in
                    (
                        "\(codec.fieldName) in \(container.fieldName)",
                        {
                            ($0.codec, $0.container, $0.pixels) = (codec, container, codec.usualPixels)
                            let clip = $0
                            let colours: [IndexClip.Colour] = [
                                .bt601.untagged, .bt709, .bt601PALFull, .rgb, .rgb.untagged,
                            ]
                            $0.colour =
                                colours.first { colour in
                                    (try? clip.with { $0.colour = colour }.validate()) != nil
                                } ?? .bt709
                        }
                    )
                }
        }
    }

    /// Matrices, ranges, curves, and files that do not state them.
    private static var coloured: [Cut] {
        ([.bt601, .bt601PAL, .bt709, .bt2020, .bt601Full, .bt709Full] as [IndexClip.Colour]).flatMap { colour in
            [colour, colour.untagged].filter { $0 != .bt709 }.map { colour in
                let range = colour.fullRange ? "full range" : "limited range"
                let name = "H.264 \(colour.matrix.fieldName), \(range)" + (colour.isTagged ? "" : ", untagged")
                return (name, { $0.colour = colour })
            }
        } + [
            ("H.264 HD untagged", { ($0.colour, $0.width, $0.height) = (.bt709.untagged, 1280, 720) }),
            (
                "H.264 SD 625 untagged",
                {
                    ($0.colour, $0.width, $0.height, $0.pixelAspect) = (.bt601PAL.untagged, 720, 576, .init(64, 45))
                }
            ),
            (
                "H.264 SD 525 untagged",
                {
                    ($0.colour, $0.width, $0.height, $0.pixelAspect) = (.bt601.untagged, 720, 480, .init(8, 9))
                    $0.frameRate = .ntsc2997
                }
            ),
            ("VP9 BT.601 full range", { ($0.codec, $0.container, $0.colour) = (.vp9, .webm, .bt601Full) }),
            ("H.264 untagged in Matroska", { ($0.container, $0.colour) = (.mkv, .bt709.untagged) }),
            ("H.264 full range, untagged in Matroska", { ($0.container, $0.colour) = (.mkv, .bt709Full.untagged) }),
            ("HEVC untagged", { ($0.codec, $0.colour) = (.h265, .bt709.untagged) }),
            ("VP9 untagged", { ($0.codec, $0.container, $0.colour) = (.vp9, .webm, .bt709.untagged) }),
            ("HEVC BT.2020 10-bit", { ($0.codec, $0.pixels, $0.colour) = (.h265, .yuv420p10, .bt2020) }),
            ("HEVC HLG", { ($0.codec, $0.pixels, $0.colour) = (.h265, .yuv420p10, .hlg) }),
            ("HEVC PQ", { ($0.codec, $0.pixels, $0.colour) = (.h265, .yuv420p10, .pq) }),
            ("VP9 HLG", { ($0.codec, $0.container, $0.pixels, $0.colour) = (.vp9, .webm, .yuv420p10, .hlg) }),
            ("AV1 PQ", { ($0.codec, $0.pixels, $0.colour) = (.av1, .yuv420p10, .pq) }),
            ("ProRes HLG", { ($0.codec, $0.container, $0.pixels, $0.colour) = (.prores, .mov, .yuv422p10, .hlg) }),
            ("H.264 10-bit full range", { ($0.pixels, $0.colour) = (.yuv420p10, .bt709Full) }),
        ]
    }

    /// Fields, pixel aspect ratios, orientations and sizes.
    private static var shaped: [Cut] {
        [
            (
                "H.264 interlaced, top field first",
                {
                    ($0.scan, $0.fieldsMove, $0.width, $0.height) = (.topFieldFirst, true, 640, 360)
                }
            ),
            (
                "H.264 interlaced, bottom field first",
                {
                    ($0.scan, $0.fieldsMove, $0.width, $0.height) = (.bottomFieldFirst, true, 640, 360)
                }
            ),
            (
                "MPEG-2 interlaced in TS, top field first",
                {
                    ($0.codec, $0.container, $0.scan, $0.fieldsMove) = (.mpeg2, .ts, .topFieldFirst, true)
                    ($0.width, $0.height, $0.pixelAspect, $0.colour) = (720, 576, .init(64, 45), .bt601PAL)
                }
            ),
            (
                "MPEG-2 interlaced in a program stream, bottom field first",
                {
                    ($0.codec, $0.container, $0.scan, $0.fieldsMove) = (.mpeg2, .mpegPS, .bottomFieldFirst, true)
                    ($0.width, $0.height, $0.pixelAspect, $0.colour) = (720, 480, .init(8, 9), .bt601)
                    $0.frameRate = .ntsc2997
                }
            ),
            (
                "ProRes interlaced, top field first",
                {
                    ($0.codec, $0.container, $0.pixels) = (.prores, .mov, .yuv422p10)
                    ($0.scan, $0.fieldsMove) = (.topFieldFirst, true)
                }
            ),
            (
                "raw UYVY interlaced in Matroska, bottom field first",
                {
                    ($0.codec, $0.container, $0.pixels, $0.colour) = (.raw, .mkv, .uyvy422, .bt601PAL)
                    ($0.scan, $0.fieldsMove, $0.width, $0.height) = (.bottomFieldFirst, true, 640, 360)
                }
            ),
            ("wide pixels", { ($0.width, $0.height, $0.pixelAspect) = (360, 288, .init(64, 45)) }),
            ("narrow pixels", { ($0.width, $0.height, $0.pixelAspect) = (360, 240, .init(8, 9)) }),
            ("wide pixels in Matroska", { ($0.container, $0.pixelAspect) = (.mkv, .init(4, 3)) }),
        ]
            + IndexClip.Rotation.allCases.flatMap { rotation in
                [false, true].filter { $0 || rotation != .none }.map { isMirrored in
                    let turn = rotation == .none ? "" : "turned by \(rotation.rawValue) degrees"
                    let name = [turn, isMirrored ? "mirrored" : ""].filter { !$0.isEmpty }.joined(separator: " and ")
                    return (name, { ($0.rotation, $0.isMirrored) = (rotation, isMirrored) })
                }
            } + [
                ("turned in MOV, HEVC", { ($0.codec, $0.container, $0.rotation) = (.h265, .mov, .clockwise90) }),
                ("odd size, VP9", { ($0.codec, $0.container, $0.width, $0.height) = (.vp9, .webm, 641, 361) }),
                ("odd size, AV1", { ($0.codec, $0.width, $0.height) = (.av1, 321, 181) }),
                (
                    "odd size, MPEG-4 part 2",
                    {
                        ($0.codec, $0.container, $0.colour) = (.mpeg4, .avi, .bt601.untagged)
                        ($0.width, $0.height) = (321, 181)
                    }
                ),
                (
                    "odd size, MJPEG",
                    {
                        ($0.codec, $0.container, $0.colour) = (.mjpeg, .mov, .bt601PALFull)
                        ($0.width, $0.height) = (321, 181)
                    }
                ),
                ("odd size, H.264 4:4:4", { ($0.pixels, $0.width, $0.height) = (.yuv444p, 641, 361) }),
                ("16x16", { ($0.width, $0.height) = (16, 16) }),
                ("16x16 VP9", { ($0.codec, $0.container, $0.width, $0.height) = (.vp9, .webm, 16, 16) }),
                ("48x270, narrow", { ($0.width, $0.height) = (48, 270) }),
                ("1920x80, flat", { ($0.width, $0.height) = (1920, 80) }),
                ("1920x1080", { ($0.width, $0.height, $0.frameCount) = (1920, 1080, 25) }),
                ("3840x2160", { ($0.codec, $0.width, $0.height, $0.frameCount, $0.gop) = (.h265, 3840, 2160, 8, 4) }),
                ("7680x4320", { ($0.width, $0.height, $0.frameCount, $0.gop) = (7680, 4320, 3, 2) }),
            ]
    }

    /// Rates, lengths, starts and tracks.
    private static var timed: [Cut] {
        [
            ("variable frame rate in MP4", { $0.frameDurations = [20, 33, 100, 40] }),
            ("variable frame rate in Matroska", { ($0.frameDurations, $0.container) = ([20, 33, 100, 40], .mkv) }),
            ("24000/1001 frames a second", { $0.frameRate = .film23976 }),
            ("60000/1001 frames a second", { ($0.frameRate, $0.frameCount) = (.ntsc5994, 60) }),
            ("one frame", { $0.frameCount = 1 }),
            ("one frame of VP9", { ($0.codec, $0.container, $0.frameCount) = (.vp9, .webm, 1) }),
            ("first time stamp at one hour in TS", { ($0.container, $0.firstTime) = (.ts, 3_600_000) }),
            ("first time stamp at one hour in Matroska", { ($0.container, $0.firstTime) = (.mkv, 3_600_000) }),
            (
                "first time stamp at one hour in fragmented MP4",
                { ($0.container, $0.firstTime) = (.fragmentedMP4, 3_600_000) }
            ),
            (
                "HEVC behind an edit list",
                { ($0.codec, $0.bFrames, $0.gop, $0.variant) = (.h265, 2, 30, .cut(atFrame: 10)) }
            ),
            (
                "VP9 in MP4 behind an edit list",
                { ($0.codec, $0.container, $0.gop, $0.variant) = (.vp9, .mp4, 30, .cut(atFrame: 10)) }
            ),
            (
                "HEVC cut in an open group",
                {
                    ($0.codec, $0.bFrames, $0.openGOP, $0.gop) = (.h265, 2, true, 10)
                    $0.variant = .cutWithoutEditList(atFrame: 10)
                }
            ),
            (
                "time stamps below zero, hidden by an edit list",
                { ($0.bFrames, $0.gop, $0.variant) = (2, 30, .cut(atFrame: 10)) }
            ),
            ("fragmented MP4 with B-frames", { ($0.container, $0.bFrames, $0.gop) = (.fragmentedMP4, 2, 20) }),
            ("negative offsets", { ($0.bFrames, $0.hasNegativeOffsets) = (2, true) }),
            ("first time stamp above zero", { ($0.bFrames, $0.variant) = (2, .lateStart) }),
            ("no duration in Matroska", { ($0.container, $0.hasDuration) = (.mkv, false) }),
            ("no duration in WebM", { ($0.codec, $0.container, $0.hasDuration) = (.vp9, .webm, false) }),
            ("two video tracks in MP4, the second is the default", { $0.otherTrack = ($0.id + 5) % 16 }),
            (
                "two video tracks in Matroska, the second is the default",
                {
                    ($0.container, $0.otherTrack) = (.mkv, ($0.id + 5) % 16)
                }
            ),
            (
                "MPEG-4 part 2 with B-frames in TS, the last frame a key frame",
                {
                    ($0.codec, $0.container, $0.colour, $0.bFrames) = (.mpeg4, .ts, .bt709.untagged, 2)
                    ($0.frameRate, $0.frameCount, $0.gop) = (.fps60, 120, 24)
                }
            ),
            (
                "MPEG-2 in Matroska, its sound begins first and is stored second",
                { ($0.codec, $0.container, $0.audio) = (.mpeg2, .mkv, IndexClip.Audio(longerBy: -500)) }
            ),
        ]
    }
}

extension IndexClip.Colour.Matrix {
    fileprivate var fieldName: String {
        switch self {
        case .bt601: "BT.601 525"
        case .bt601PAL: "BT.601 625"
        case .bt709: "BT.709"
        case .bt2020: "BT.2020"
        case .rgb: "RGB"
        }
    }
}

extension IndexClip.Codec {
    fileprivate var fieldName: String {
        switch self {
        case .h264: "H.264"
        case .h265: "HEVC"
        case .mpeg1: "MPEG-1"
        case .mpeg2: "MPEG-2"
        case .mpeg4: "MPEG-4 part 2"
        case .prores: "ProRes"
        case .dnxhr: "DNxHR"
        case .huffyuv: "HuffYUV"
        case .utvideo: "Ut Video"
        case .raw: "raw"
        case .qtrle: "QuickTime Animation"
        case .theora: "Theora"
        case .wmv2: "WMV 8"
        case .h263: "H.263"
        case .flv1: "Sorenson H.263"
        case .vp8, .vp9, .av1, .mjpeg, .ffv1, .png, .dv: rawValue.uppercased()
        }
    }
}

extension IndexClip.Container {
    fileprivate var fieldName: String {
        switch self {
        case .mp4, .mov, .ts, .avi: rawValue.uppercased()
        case .fragmentedMP4: "fragmented MP4"
        case .mkv: "Matroska"
        case .webm: "WebM"
        case .mpegPS: "a program stream"
        }
    }
}
