extension IndexClip {
    /// Throws when the description asks for something its codec or container cannot carry.
    func validate() throws {
        func require(_ condition: Bool, _ detail: String) throws {
            guard condition else { throw ClipError(code: .unsupported, detail: detail) }
        }
        try require(IndexCode.clipRange.contains(id), "clip id \(id)")
        try require(width > 0 && height > 0 && width % 2 == 0 && height % 2 == 0, "size \(width)x\(height)")
        try require(frameCount > 0 && IndexCode.indexRange.contains(frameCount - 1), "\(frameCount) frames")
        try require(frameRate.numerator > 0 && frameRate.denominator > 0, "frame rate")
        try require(gop > 0, "gop \(gop)")
        try require((0...3).contains(bFrames), "\(bFrames) B-frames")
        try require(frameDurations.allSatisfy { $0 > 0 }, "frame durations must be positive")
        try require(!openGOP || (bFrames > 0 && (codec == .h264 || codec == .h265)), "open GOP needs B-frames")
        try require(rotation == .none || container.hasEditLists, "no rotation in \(container)")
        try require(variant == .plain || container.hasEditLists, "no edit lists in \(container)")
        try require((container == .webm) == (codec == .vp8 || codec == .vp9), "\(codec) in \(container)")
        try require(shownIndices.lowerBound >= 0 && !shownIndices.isEmpty, "cut beyond the last frame")
    }
}
