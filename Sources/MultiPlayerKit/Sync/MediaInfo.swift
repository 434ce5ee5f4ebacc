import Foundation

/// What a player found out about its video before the first picture.
public struct MediaInfo: Hashable, Sendable {
    /// Size of the picture as it is meant to be seen, in square pixels: pixel aspect ratio and rotation applied.
    public var displaySize: CGSize
    /// Frames a second as the file states it; `nil` where it varies or is not known.
    public var frameRate: FrameRate?
    /// First frame's time to last frame's end, read from the frames.
    public var bounds: ItemBounds
    /// Whether there is sound to hear.
    public var hasAudio: Bool
    /// Name of the video codec, for people.
    public var codec: String

    public init(
        displaySize: CGSize, frameRate: FrameRate?, bounds: ItemBounds, hasAudio: Bool = false, codec: String = ""
    ) {
        self.displaySize = displaySize
        self.frameRate = frameRate
        self.bounds = bounds
        self.hasAudio = hasAudio
        self.codec = codec
    }
}

/// Where a video comes from.
public struct MediaSource: Hashable, Sendable {
    /// A file, or an http or https address.
    public var url: URL
    /// What people call it; by default the last part of the address.
    public var name: String

    public init(url: URL, name: String? = nil) {
        self.url = url
        self.name = name ?? (url.lastPathComponent.isEmpty ? url.absoluteString : url.lastPathComponent)
    }
}
