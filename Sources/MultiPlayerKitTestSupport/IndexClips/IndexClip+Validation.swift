extension IndexClip {
    /// Throws when the description asks for something its codec or container cannot carry.
    ///
    /// - Throws: `ClipError` with the code `unsupported` and what is wrong.
    public func validate() throws {
        try require(IndexCode.clipRange.contains(id), "clip id \(id)")
        try require(frameCount > 0 && IndexCode.indexRange.contains(frameCount - 1), "\(frameCount) frames")
        try require(frameRate.numerator > 0 && frameRate.denominator > 0, "frame rate")
        try require(pixelAspect.numerator > 0 && pixelAspect.denominator > 0, "pixel aspect ratio")
        try require(gop > 0, "gop \(gop)")
        try require((0...3).contains(bFrames), "\(bFrames) B-frames")
        try require(frameDurations.allSatisfy { $0 > 0 }, "frame durations must be positive")
        try require(!openGOP || (bFrames > 0 && (codec == .h264 || codec == .h265)), "open GOP needs B-frames")
        try require(shownIndices.lowerBound >= 0 && !shownIndices.isEmpty, "cut beyond the last frame")
        try validateCoding()
        try validateSize()
        try validateColour()
        try validateFields()
        try validateContainer()
    }

    private func require(_ condition: Bool, _ detail: @autoclosure () -> String) throws {
        guard condition else { throw ClipError(code: .unsupported, detail: detail()) }
    }

    private func validateCoding() throws {
        try require(codec.containers.contains(container), "\(codec) in \(container)")
        try require(codec.pixelFormats.contains(pixels), "\(pixels.rawValue) in \(codec)")
        try require(!pixels.hasAlpha || codec == .ffv1 || hasAlphaTrack, "alpha of \(codec) in \(container)")
        // A program may take the order of frames in AVI for the order in which they are shown.
        try require(container != .avi || bFrames == 0, "B-frames in avi")
        if let rates = codec.frameRates { try require(rates.contains(frameRate), "\(codec) at another frame rate") }
        let hasFreeRate = container != .avi && container != .mpegPS && ![.dv, .h263, .mpeg1, .mpeg2].contains(codec)
        try require(frameDurations.isEmpty || hasFreeRate, "frames of different lengths of \(codec) in \(container)")
        // The MPEG-2 encoder ends with a key frame and stores B-frames after it, which qtdemux leaves out (a limit of
        // the kit).
        let endsInBFrames = codec == .mpeg2 && bFrames > 0 && [.mp4, .mov].contains(container) && isCut
        try require(!endsInBFrames, "a cut file of MPEG-2 with B-frames in \(container)")
    }

    private var isCut: Bool {
        switch variant {
        case .cut, .cutWithoutEditList: true
        default: false
        }
    }

    /// Whether codec and container agree on where alpha is kept.
    private var hasAlphaTrack: Bool {
        switch codec {
        case .vp8, .vp9: container == .webm || container == .mkv
        case .prores, .png, .qtrle: true
        default: false
        }
    }

    private func validateSize() throws {
        let size = "size \(width)x\(height)"
        try require(width > 0 && height > 0, size)
        let least = codec.leastSize
        try require(width >= least.width && height >= least.height, "\(size) in \(codec)")
        if let sizes = codec.sizes {
            try require(sizes.contains { $0 == (width, height) }, "\(size) in \(codec)")
        }
        let (across, down) = pixels.subsampling
        let isWhole = width % across == 0 && height % (scan == .progressive ? down : 2 * down) == 0
        try require(isWhole || !codec.needsWholeChroma && scan == .progressive, "\(size) with \(pixels) in \(codec)")
        try require(pixelAspect == Ratio(1, 1) || carriesPixelAspect, "pixel aspect ratio of \(codec) in \(container)")
        if codec == .dv {
            let isPAL = frameRate == .fps25
            try require((height == 576) == isPAL && (pixels == .yuv420p) == isPAL, "\(size) with \(pixels) in dv")
        }
    }

    /// Whether codec or container can state the colour.
    private var carriesTags: Bool {
        switch container {
        case .mp4, .fragmentedMP4, .mov, .mkv, .webm: true
        case .avi: codec == .h264 || codec == .mjpeg || codec == .utvideo && !pixels.isRGB
        case .ts, .mpegPS: codec != .mpeg1 && codec != .mpeg4
        }
    }

    /// Whether codec or container keeps the pixel aspect ratio.
    private var carriesPixelAspect: Bool {
        switch container {
        case .mp4, .fragmentedMP4, .mov, .mkv, .webm: return true
        case .avi: return [.h264, .mpeg4, .dv].contains(codec)
        case .ts, .mpegPS:
            guard codec == .mpeg1 || codec == .mpeg2 else { return true }
            // MPEG-2 stores the aspect ratio of the whole picture, MPEG-1 one of some odd pixel aspect ratios.
            let (across, down) = (width * pixelAspect.numerator, height * pixelAspect.denominator)
            return codec == .mpeg2 && (across * 9 == down * 16 || across * 3 == down * 4)
        }
    }

    private func validateColour() throws {
        try require(pixels.isRGB == (colour.matrix == .rgb), "\(colour.matrix) with \(pixels.rawValue)")
        try require(!pixels.isRGB || colour.fullRange, "limited range with \(pixels.rawValue)")
        let isKnown = colour.isTagged || !colour.fullRange || !codec.alwaysTellsRange
        let isFourLetters = codec == .utvideo && !colour.isTagged && !pixels.isRGB
        try require(!isFourLetters || colour.matrix == .bt601PAL, "untagged \(colour.matrix) in utvideo")
        try require(isKnown || pixels.isRGB, "full range that \(codec) does not tell of")
        try require(!colour.isTagged || carriesTags, "tagged colour of \(codec) in \(container)")
        let isHigh = colour.transfer != .sdr
        try require(!isHigh || (pixels.depth >= 10 && colour.matrix == .bt2020), "\(colour.transfer) without BT.2020")
        try require(!isHigh || hasCells, "\(colour.transfer) in a picture without cells")
        try require(codec.carries(colour), "\(colour.matrix) of \(colour.rangeName) range in \(codec)")
    }

    private func validateFields() throws {
        guard scan != .progressive else { return try require(!fieldsMove, "moving fields in a progressive clip") }
        try require(codec.hasFields, "interlaced \(codec)")
        try require(codec != .dv || scan == .bottomFieldFirst || height == 576, "top field first in dv of 480 lines")
        try require(codec != .raw || container == .mkv, "fields of raw pictures in \(container)")
        let upright = rotation == .none && !isMirrored
        try require(!fieldsMove || (hasCells && upright), "moving fields in a small or turned picture")
    }

    private func validateContainer() throws {
        let turned = rotation != .none || isMirrored
        try require(!turned || container.hasMatrix, "no rotation in \(container)")
        try require(variant == .plain || container.hasEditLists, "no edit lists in \(container)")
        let hasFreeStart = ![.mp4, .mov, .avi].contains(container)
        try require(firstTime == 0 || hasFreeStart, "first time stamp in \(container)")
        try require(firstTime >= 0, "first time stamp below zero")
        let isMatroska = container == .mkv || container == .webm
        try require(hasDuration || isMatroska, "no duration in \(container)")
        try require(!hasNegativeOffsets || container.hasEditLists, "negative offsets in \(container)")
        guard let otherTrack else { return }
        try require(IndexCode.clipRange.contains(otherTrack) && otherTrack != id, "id \(otherTrack) of another track")
        try require([.mp4, .mov, .mkv].contains(container), "several tracks in \(container)")
        try require(!turned && variant == .plain && firstTime == 0, "another track in a turned, cut or moved clip")
    }
}
