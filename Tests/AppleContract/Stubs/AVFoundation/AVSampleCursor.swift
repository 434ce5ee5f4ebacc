import CoreMedia
import FoundationApple

/// https://developer.apple.com/documentation/avfoundation/avassettracksegment
@available(iOS 4.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
open class AVAssetTrackSegment: NSObject, @unchecked Sendable {
    /// From times in the media to times in the track.
    public let timeMapping: CMTimeMapping
    public let isEmpty: Bool

    @_spi(Double) public init(_ timeMapping: CMTimeMapping, isEmpty: Bool) {
        self.timeMapping = timeMapping
        self.isEmpty = isEmpty
        super.init()
    }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, watchOS 8.0, *)
extension AVPartialAsyncProperty where Root: AVAssetTrack {
    public static var segments: AVAsyncProperty<Root, [AVAssetTrackSegment]> { .init { $0.edits } }
}

/// https://developer.apple.com/documentation/avfoundation/avsamplecursor
@available(iOS 16.0, macCatalyst 16.0, macOS 10.10, tvOS 16.0, visionOS 1.0, watchOS 9.0, *)
open class AVSampleCursor: NSObject, @unchecked Sendable {
    private let stamps: [CMTime]
    private var index: Int

    init(stamps: [CMTime], index: Int) {
        self.stamps = stamps
        self.index = index
        super.init()
    }

    /// Counted in the media, not in the track.
    public var presentationTimeStamp: CMTime { stamps[index] }

    /// Returns how many samples it has moved: fewer than asked for at the beginning and at the end.
    @discardableResult
    public func stepInPresentationOrder(byCount stepCount: Int64) -> Int64 {
        let target = min(max(Int64(index) + stepCount, 0), Int64(stamps.count - 1))
        let moved = target - Int64(index)
        index = Int(target)
        return moved
    }
}

@available(iOS 4.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
extension AVAssetTrack {
    /// Everything after what the edit list cuts off.
    var edits: [AVAssetTrackSegment] {
        guard let trackMedia else { return [] }
        let shown = CMTimeRange(start: trackMedia.cutOff, duration: range.duration)
        return [AVAssetTrackSegment(CMTimeMapping(source: shown, target: range), isEmpty: false)]
    }

    /// At the last sample that is presented at this time in the media or before it; otherwise at the first one.
    @available(iOS 16.0, macCatalyst 16.0, macOS 10.10, tvOS 16.0, visionOS 1.0, watchOS 9.0, *)
    public func makeSampleCursor(presentationTimeStamp: CMTime) -> AVSampleCursor? {
        guard let trackMedia, mediaType == .video, trackMedia.hasSampleCursors, trackMedia.frameCount > 0 else {
            return nil
        }
        let stamps = trackMedia.sampleStamps
        return AVSampleCursor(stamps: stamps, index: stamps.lastIndex { $0 <= presentationTimeStamp } ?? 0)
    }
}
