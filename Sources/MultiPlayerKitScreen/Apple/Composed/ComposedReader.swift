#if canImport(AVFoundation)
    import CoreVideo
    import MultiPlayerKit

    /// Two pictures of one instant, as a composed surface has them.
    package struct ComposedPair {
        package struct Frame {
            package let member: MemberID
            package let buffer: CVPixelBuffer
            /// Its time from the first picture of its file.
            package let mediaTime: Duration
            /// The group time at which it is due first.
            package let groupTime: Duration
        }

        package let first: Frame
        package let second: Frame
    }

    /// Something that reads the pictures of a composed surface.
    package protocol ComposedReader: AnyObject {
        /// Called on the main actor, within a tick: returns at once.
        @MainActor
        func read(_ pair: ComposedPair)
    }
#endif
