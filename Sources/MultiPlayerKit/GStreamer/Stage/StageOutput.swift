#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// One composed picture and the tick it is for.
    public struct StageTick: Sendable {
        /// Counts from 0; a number is missing where a tick could not be shown.
        public let index: Int64
        /// When it is due.
        public let host: HostTime
        public let picture: Picture
        /// Of a kiosk: the time since 1970, by the clock that all machines share, whose frames are in the picture.
        public let sharedTime: Duration?
        /// Where its tiles lie.
        let placements: [MemberID: TilePlacement]
    }

    /// What a stage's pictures look like.
    public struct StageFormat: Sendable {
        let caps: RetainedCaps
        let picture: PictureFormat
        public let rate: FrameRate
    }

    /// Which ticks an output gets.
    public enum StageOutputBeginning: Hashable, Sendable {
        /// Every one from the next on: for windows.
        case nextTick
        /// From the tick of the group's first common start on: for recordings.
        case groupStart
    }

    /// Takes a stage's pictures: a window, a recording, a test.
    ///
    /// `show` is called on the stage's thread once a tick and must return soon: what it takes, the next tick lacks.
    public protocol StageOutput: AnyObject, Sendable {
        /// Called once, before the first tick.
        func open(_ format: StageFormat) throws
        func show(_ tick: StageTick)
        /// Called once, after the last tick; returns when everything is written.
        func finish()
    }

    /// One reference to caps.
    ///
    /// Sendable because caps never change while more than one reference exists.
    final class RetainedCaps: @unchecked Sendable {
        let pointer: UnsafeMutablePointer<GstCaps>
        init(_ pointer: UnsafeMutablePointer<GstCaps>) { self.pointer = gst_caps_ref(pointer) }
        deinit { mpk_caps_unref(pointer) }
    }

    /// Gives each picture's planes to a closure: for tests and for measuring.
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
