#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// What is known of the pictures of the chosen stream. The container's statements come first; parser, header and
    /// decoder override them, in this order.
    struct StreamFacts: Sendable {
        let mediaType: String
        /// The human-readable name.
        let codec: String
        var width: Int
        var height: Int
        var rate: FrameRate?
        /// The pixel aspect as stated: any two numbers; 0: not stated.
        var aspect: (width: Int, height: Int)
        private(set) var bitDepth: Int?
        private(set) var chroma: ChromaSubsampling?
        private(set) var fieldOrder = FieldOrder.unknown
        private(set) var hasAlpha = false
        private(set) var light = LightLevel()
        /// What the coded stream states about its colours.
        private(set) var streamColour = MediaColour.Stated()
        /// What the container states about them.
        var containerColour = MediaColour.Stated()

        /// - Parameter believesColours: Whether the caps' colours can be trusted: for MP4 the demuxer drops the
        ///   full-range flag.
        init?(caps: UnsafeMutablePointer<GstCaps>, believesColours: Bool) {
            guard let name = mpk_caps_name(caps) else { return nil }
            mediaType = String(cString: name)
            codec = CodecName(caps).text
            let said = mpk_read_caps(caps)
            (width, height) = (Int(said.width), Int(said.height))
            aspect = mediaType == "video/x-raw" ? (1, 1) : (Int(said.aspect_width), Int(said.aspect_height))
            if said.rate_numerator > 0, said.rate_denominator > 0 {
                rate = FrameRate(Int64(said.rate_numerator), Int64(said.rate_denominator))
            }
            // These codecs have no fields.
            if ["video/x-vp8", "video/x-vp9", "video/x-av1"].contains(mediaType) { fieldOrder = .progressive }
            add(said)
            containerColour = believesColours ? streamColour : MediaColour.Stated()
            streamColour = MediaColour.Stated()
        }

        /// Adds what caps further down the pipeline state. What they do not state stays.
        mutating func add(_ caps: mpk_caps_facts) {
            if caps.width > 0, caps.height > 0 { (width, height) = (Int(caps.width), Int(caps.height)) }
            // The AVI demuxer (1.22) marks rows stored from the bottom up by pixels of negative width.
            let isUpsideDown = mediaType == "video/x-raw" && caps.aspect_width == -1 && caps.aspect_height == 1
            if caps.aspect_width != 0, !isUpsideDown { aspect = (Int(caps.aspect_width), Int(caps.aspect_height)) }
            if caps.depth > 0 { bitDepth = Int(caps.depth) }
            if let found = Self.sampling[caps.chroma] { chroma = found }
            if caps.has_alpha != 0 { hasAlpha = true }
            switch (caps.interlacing, caps.field_order) {
            case (1, _): fieldOrder = .progressive
            case (_, 1): fieldOrder = .topFirst
            case (_, 2): fieldOrder = .bottomFirst
            default: break
            }
            if caps.peak > 0 { (light.masteringPeak, light.masteringBlack) = (caps.peak, caps.black) }
            if caps.max_content > 0 { light.maxContent = Double(caps.max_content) }
            if caps.max_average > 0 { light.maxFrameAverage = Double(caps.max_average) }
            addColour(caps)
        }

        private mutating func addColour(_ caps: mpk_caps_facts) {
            // For JPEG the decoder reports the standard's colours, for RGB the pixel format's: the file states neither.
            if let code = Self.stated(caps.matrix), kind == .yuv || code == 0 && hasOwnColours {
                streamColour.matrix = ColourMatrix(code: code)
            }
            guard kind != .jpeg else { return }
            if let code = Self.stated(caps.transfer) { streamColour.transfer = ColourTransfer(code: code) }
            if let code = Self.stated(caps.primaries) { streamColour.primaries = ColourPrimaries(code: code) }
            // Some decoders report "limited" for streams that state nothing.
            let saysMore = streamColour != MediaColour.Stated()
            if caps.range == 1 {
                streamColour.range = .full
            } else if caps.range == 0, saysMore {
                streamColour.range = .limited
            }
        }

        /// Adds what the picture's own header states.
        mutating func add(_ header: PictureHeader) {
            (width, height) = (header.width, header.height)
            bitDepth = header.bitDepth ?? bitDepth
            chroma = header.chroma ?? chroma
            fieldOrder = header.fieldOrder ?? fieldOrder
            hasAlpha = hasAlpha || header.hasAlpha
            streamColour = header.stated
        }

        /// Adds the field order of one decoded picture, for streams that mix interlaced and progressive ones.
        mutating func add(fieldOrder: FieldOrder) { self.fieldOrder = fieldOrder }

        /// The four properties, each from the stream, else from the container, else by rule.
        var colour: MediaColour {
            let stated = MediaColour.Stated(
                matrix: streamColour.matrix ?? containerColour.matrix,
                transfer: streamColour.transfer ?? containerColour.transfer,
                primaries: streamColour.primaries ?? containerColour.primaries,
                range: streamColour.range ?? containerColour.range)
            return MediaColour(stated: stated, width: width, height: height, kind: kind)
        }

        var lightLevel: LightLevel? { light == LightLevel() ? nil : light }

        var pixelAspect: PixelAspect { PixelAspect(aspect.width, aspect.height) }

        func displaySize(orientation: PictureOrientation?) -> CGSize {
            upright(
                CGSize(
                    width: Double(width) * Double(pixelAspect.width) / Double(pixelAspect.height),
                    height: Double(height)), orientation)
        }

        /// The size in pixels as stored, upright.
        func storedSize(orientation: PictureOrientation?) -> CGSize {
            upright(CGSize(width: width, height: height), orientation)
        }

        private func upright(_ size: CGSize, _ orientation: PictureOrientation?) -> CGSize {
            orientation?.swapsSides == true ? CGSize(width: size.height, height: size.width) : size
        }

        private var kind: ColourRule.Kind {
            if chroma == .rgb { return .rgb }
            if mediaType == "image/png" { return .rgb }
            return mediaType == "image/jpeg" ? .jpeg : .yuv
        }

        /// Whether the stream can say that it is RGB.
        private var hasOwnColours: Bool {
            ["video/x-h264", "video/x-h265", "video/x-vp9", "video/x-av1"].contains(mediaType)
        }

        private static let sampling: [Int32: ChromaSubsampling] = [
            1: .rgb, 400: .gray, 410: .yuv410, 411: .yuv411, 420: .yuv420, 422: .yuv422, 440: .yuv440, 444: .yuv444,
        ]

        /// 2 is "unspecified".
        private static func stated(_ code: Int32) -> UInt8? { code == 2 ? nil : UInt8(exactly: code) }
    }
#endif
