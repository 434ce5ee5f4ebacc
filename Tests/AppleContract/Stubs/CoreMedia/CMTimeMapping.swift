/// https://developer.apple.com/documentation/coremedia/cmtimemapping
@available(iOS 4.0, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 6.0, *)
public struct CMTimeMapping: Sendable, Hashable {
    public var source: CMTimeRange
    public var target: CMTimeRange

    public init(source: CMTimeRange, target: CMTimeRange) {
        self.source = source
        self.target = target
    }
}
