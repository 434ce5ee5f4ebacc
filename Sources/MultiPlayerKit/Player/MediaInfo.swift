import Foundation

/// What a player found out about its video before the first picture.
public struct MediaInfo: Hashable, Sendable {
    /// Size of the picture as it is meant to be seen, in square pixels: pixel aspect ratio and rotation applied.
    public var displaySize: CGSize
    /// Frames per second as the file states them; `nil` where the rate varies or is not known.
    public var frameRate: FrameRate?
    /// First frame's time to last frame's end, read from the frames.
    public var bounds: ItemBounds
    /// Whether there is sound to hear.
    public var hasAudio: Bool
    /// Name of the video codec, for people: "H.264", "HEVC", "ProRes 422".
    public var codec: String
    /// Matrix, transfer, primaries and range: what the file says, and what is used.
    public var colour: MediaColour
    /// Bits per component; `nil`: not known.
    public var bitDepth: Int?
    /// `nil`: not known.
    public var chroma: ChromaSubsampling?
    /// How the stored picture is mirrored and turned before it is shown; `displaySize` and `renditions` are upright.
    public var orientation: PictureOrientation
    public var fieldOrder: FieldOrder
    /// Whether the pixels carry opacity (an alpha channel).
    public var hasAlpha: Bool
    /// A stored pixel's width divided by its height, before rotation.
    public var pixelAspect: PixelAspect
    /// How bright the video gets, if the file states it.
    public var lightLevel: LightLevel?
    /// The sizes in which it can be decoded, the largest first; at least one.
    public var renditions: [Rendition]

    /// One size of a video.
    public struct Rendition: Hashable, Sendable {
        /// Coded pixels.
        public var size: CGSize
        /// Bits per second; `nil`: not known.
        public var bitRate: Double?

        public init(size: CGSize, bitRate: Double? = nil) {
            self.size = size
            self.bitRate = bitRate
        }
    }

    /// Without `renditions` there is one, of the display size; without `colour` no colour counts as stated.
    public init(
        displaySize: CGSize, frameRate: FrameRate?, bounds: ItemBounds, hasAudio: Bool = false, codec: String = "",
        renditions: [Rendition] = [], colour: MediaColour? = nil, bitDepth: Int? = nil,
        chroma: ChromaSubsampling? = nil, orientation: PictureOrientation = .rotate0,
        fieldOrder: FieldOrder = .unknown, hasAlpha: Bool = false, pixelAspect: PixelAspect = .square,
        lightLevel: LightLevel? = nil
    ) {
        self.renditions = renditions.isEmpty ? [Rendition(size: displaySize)] : renditions
        self.displaySize = displaySize
        self.frameRate = frameRate
        self.bounds = bounds
        self.hasAudio = hasAudio
        self.codec = codec
        self.colour =
            colour ?? MediaColour(width: Self.pixels(displaySize.width), height: Self.pixels(displaySize.height))
        self.bitDepth = bitDepth
        self.chroma = chroma
        self.orientation = orientation
        self.fieldOrder = fieldOrder
        self.hasAlpha = hasAlpha
        self.pixelAspect = pixelAspect
        self.lightLevel = lightLevel
    }

    /// The name of the pixel format for people: "4:2:0, 10 bit", "RGB with alpha, 8 bit"; `nil`: not known.
    public var pixelFormat: String? {
        guard let chroma else { return nil }
        return "\(chroma)\(hasAlpha ? " with alpha" : "")\(bitDepth.map { ", \($0) bit" } ?? "")"
    }

    private static func pixels(_ length: Double) -> Int { Int(min(max(length, 0), 1e6)) }
}

/// Where a video comes from.
public struct MediaSource: Hashable, Sendable {
    /// A file, or an http or https address.
    public var url: URL
    /// The same video in other sizes: same frames at the same times. ``DecoderBudget`` picks the one that fits the
    /// tile.
    public var otherSizes: [URL]
    /// A human-readable name; by default the last part of the address.
    public var name: String
    /// What fetches an http or https address, such as a cache; `nil`: players fetch it themselves.
    public var cache: (any ByteSource)?
    /// Whether a local file may lead to other addresses, as playlists (HLS, DASH) and session descriptions do. Default:
    /// no, so that opening a file contacts nobody; on Linux such files are refused (`remoteNotAllowed`).
    public var allowsRemote = false
    /// What plays in place of the address: media that the app has opened by itself.
    var given: (any AnyObject & Sendable)?

    public init(url: URL, name: String? = nil) {
        self.init(renditions: [url], name: name)
    }

    /// A video that plays through a cache while the cache fills.
    public init(url: URL, cache: (any ByteSource)?, name: String? = nil) {
        self.init(renditions: [url], name: name)
        self.cache = cache
    }

    /// One video in several sizes, in any order: same frames at the same times.
    ///
    /// - Parameter renditions: at least one. Its sound and its name come from the first.
    public init(renditions: [URL], name: String? = nil) {
        precondition(!renditions.isEmpty, "a video has at least one rendition")
        let url = renditions[0]
        self.url = url
        otherSizes = Array(renditions.dropFirst())
        self.name = name ?? (url.lastPathComponent.isEmpty ? MediaAddress.redacted(url) : url.lastPathComponent)
    }

    /// Whether its bytes come over a network, and so may be late. Those of files do not, nor do those of a composition.
    package var isRemote: Bool { !url.isFileURL && url.scheme != Self.noAddress }
    /// The scheme of what stands for an address where there is none.
    static let noAddress = "asset"

    /// The address without the parts that may be secret: user, password, query and fragment. For a file, its path.
    public var redactedAddress: String { MediaAddress.redacted(url) }

    /// Returns text from people or files with its addresses as messages and logs may show them: without users,
    /// passwords, queries and fragments.
    public static func redactedAddresses(in text: String) -> String { MediaAddress.redacted(in: text) }
}

extension MediaSource {
    /// Two sources are equal if their addresses, name, cache and `allowsRemote` are the same, and so is an asset that
    /// the app gave.
    public static func == (left: MediaSource, right: MediaSource) -> Bool {
        left.url == right.url && left.otherSizes == right.otherSizes && left.name == right.name
            && left.cache === right.cache && left.allowsRemote == right.allowsRemote && left.given === right.given
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(url)
        hasher.combine(name)
    }
}
