#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit

    /// One composed picture and the tick it is for.
    public struct StageTick: Sendable {
        /// The number of the tick, counted from 0; numbers of ticks that could not be shown are missing.
        public let index: Int64
        /// The host time at which the tick is due.
        public let host: HostTime
        public let picture: Picture
        /// On a kiosk: the time since 1970, by the clock that all machines share, whose frames the picture shows.
        public let sharedTime: Duration?
        /// The placements of its tiles.
        let placements: [MemberID: TilePlacement]
        /// The decoded pictures of the tiles, and of those that are ready to be shown.
        package let frames: [ShownFrame]
    }

    /// A decoded picture in a tile.
    package struct ShownFrame: Sendable {
        package let member: MemberID
        package let picture: Picture
        /// Its own time, in its file.
        package let itemTime: Duration
        /// Its time from the first picture of its file.
        package let mediaTime: Duration
        /// The group time at which it is due first.
        package let groupTime: Duration
        /// Whether it is the frame due at the tick.
        package let isDue: Bool
    }

    /// The format of a stage's pictures.
    public struct StageFormat: Sendable {
        let caps: RetainedCaps
        package let picture: PictureFormat
        public let rate: FrameRate

        /// Tells an `appsrc` what it will be given.
        package func describe(_ source: Element) { mpk_appsrc_set_caps(source.pointer, caps.pointer) }
    }

    extension Picture {
        /// Gives the picture to an `appsrc` with a time stamp of its own, without copying it. May block.
        ///
        /// - Returns: whether it was taken.
        @discardableResult
        package func push(to source: Element, at time: Duration, for length: Duration) -> Bool {
            let buffer = mpk_buffer_alias(buffer, GstClockTime(time.nanoseconds), GstClockTime(length.nanoseconds))
            return mpk_appsrc_push(source.pointer, buffer) == GST_FLOW_OK
        }
    }

    /// Which ticks an output gets.
    public enum StageOutputBeginning: Hashable, Sendable {
        /// Every tick from the next one on: for windows.
        case nextTick
        /// Every tick from the group's first common start on: for recordings.
        case groupStart
    }

    /// A receiver of a stage's pictures: a window, a recording, a test.
    ///
    /// `show` is called on the stage's thread once a tick and must return soon: the time it takes is lost to the next
    /// tick.
    public protocol StageOutput: AnyObject, Sendable {
        /// Whether the tiles' own pictures are read, which are then decoded as large as they are stored, however small
        /// their tiles. Default: `false`.
        var needsWholePictures: Bool { get }
        /// Called once, before the first tick.
        func open(_ format: StageFormat) throws
        func show(_ tick: StageTick)
        /// Called once, after the last tick; returns when everything is written.
        func finish()
    }

    extension StageOutput {
        public var needsWholePictures: Bool { false }
    }

    /// One reference to caps.
    ///
    /// Sendable because caps never change while more than one reference exists.
    final class RetainedCaps: @unchecked Sendable {
        let pointer: UnsafeMutablePointer<GstCaps>
        init(_ pointer: UnsafeMutablePointer<GstCaps>) { self.pointer = gst_caps_ref(pointer) }
        deinit { mpk_caps_unref(pointer) }
    }

    /// Passes each picture's planes to a closure, for tests and measurements.
    public final class FrameTap: StageOutput {
        /// The planes of one composed I420 picture, valid during the call.
        public struct Planes {
            /// Luma, `width` × `height`, rows `stride` bytes apart.
            public let luma: UnsafeRawBufferPointer
            public let stride: Int
            public let width: Int
            public let height: Int
            /// The two chroma planes, half as wide and high.
            public let u: UnsafeRawBufferPointer
            public let v: UnsafeRawBufferPointer
            public let chromaStride: Int
        }

        private let look: @Sendable (StageTick, Planes) -> Void

        public init(_ look: @escaping @Sendable (StageTick, Planes) -> Void) {
            self.look = look
        }

        public func open(_ format: StageFormat) throws {}
        public func finish() {}

        public func show(_ tick: StageTick) {
            tick.picture.withPlanes { look(tick, $0) }
        }
    }

    extension Picture {
        /// The planes of an I420 picture, valid during the call; `nil` for other formats.
        @discardableResult
        public func withPlanes<Result>(_ body: (FrameTap.Planes) -> Result) -> Result? {
            guard let frame = mpk_map(format.info, buffer, 0) else { return nil }
            defer { mpk_unmap(frame) }
            func plane(_ index: Int32, rows: Int) -> UnsafeRawBufferPointer {
                UnsafeRawBufferPointer(
                    start: mpk_plane(frame, index), count: Int(mpk_plane_stride(frame, index)) * rows)
            }
            let half = (format.height + 1) / 2
            return body(
                FrameTap.Planes(
                    luma: plane(0, rows: format.height), stride: Int(mpk_plane_stride(frame, 0)), width: format.width,
                    height: format.height, u: plane(1, rows: half), v: plane(2, rows: half),
                    chromaStride: Int(mpk_plane_stride(frame, 1))))
        }
    }
#endif
