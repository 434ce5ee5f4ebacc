extension IndexClip {
    /// How the pixels are laid out; the raw value is ffmpeg's name.
    public enum PixelFormat: String, Hashable, Sendable, Codable, CaseIterable {
        case gray
        case yuv420p
        case yuv411p
        case yuv422p
        case yuv444p
        case yuv420p10 = "yuv420p10le"
        case yuv422p10 = "yuv422p10le"
        case yuv444p10 = "yuv444p10le"
        case yuva420p
        case yuva444p10 = "yuva444p10le"
        case gbrp
        case rgb24
        case bgr24
        case rgba
        case argb
        /// 4:2:2 in one plane.
        case uyvy422
    }
}

extension IndexClip.PixelFormat {
    /// Bits of a sample.
    public var depth: Int {
        switch self {
        case .yuv420p10, .yuv422p10, .yuv444p10, .yuva444p10: 10
        default: 8
        }
    }

    /// Whether the samples are red, green and blue.
    public var isRGB: Bool { [.gbrp, .rgb24, .bgr24, .rgba, .argb].contains(self) }

    /// Whether pixels have alpha.
    public var hasAlpha: Bool { [.yuva420p, .yuva444p10, .rgba, .argb].contains(self) }

    /// How many luma samples share one chroma sample, along each axis.
    public var subsampling: (across: Int, down: Int) {
        switch self {
        case .yuv420p, .yuv420p10, .yuva420p: (2, 2)
        case .yuv422p, .yuv422p10, .uyvy422: (2, 1)
        case .yuv411p: (4, 1)
        default: (1, 1)
        }
    }

    /// ffmpeg's name of the planar format with the same samples, which the frames are drawn in.
    ///
    /// To convert from it to a packed format, ffmpeg moves bytes and calculates nothing.
    var drawnName: String {
        switch self {
        case .rgb24, .bgr24: "gbrp"
        case .rgba, .argb: "gbrap"
        case .uyvy422: "yuv422p"
        default: rawValue
        }
    }

    /// The planes that are drawn, in the order of `drawnName`.
    func planes(width: Int, height: Int) -> [Plane] {
        let parts: [Plane.Part] =
            if isRGB { [.green, .blue, .red] } else if self == .gray { [.luma] } else { [.luma, .cb, .cr] }
        let (across, down) = subsampling
        var planes: [Plane] = []
        for part in parts + (hasAlpha ? [.alpha] : []) {
            let isSmall = part == .cb || part == .cr
            planes.append(
                Plane(
                    part: part, width: isSmall ? (width + across - 1) / across : width,
                    height: isSmall ? (height + down - 1) / down : height,
                    across: isSmall ? across : 1, down: isSmall ? down : 1,
                    offset: planes.last.map { $0.offset + $0.byteCount } ?? 0, bytesPerSample: depth > 8 ? 2 : 1))
        }
        return planes
    }
}

/// One plane of a drawn frame.
struct Plane {
    enum Part {
        case luma, cb, cr, green, blue, red, alpha
    }

    let part: Part
    /// Samples in a row.
    let width: Int
    /// Rows.
    let height: Int
    /// Luma samples per sample of this plane, along each axis.
    let across: Int
    let down: Int
    /// Where the plane begins in the frame, in bytes.
    let offset: Int
    let bytesPerSample: Int

    var rowBytes: Int { width * bytesPerSample }
    var byteCount: Int { rowBytes * height }
}
