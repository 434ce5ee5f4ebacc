#if canImport(CGStreamer)
    import Foundation

    /// Presentation times of MPEG-1 and MPEG-2 pictures, also of those that carry no time stamp.
    ///
    /// A program stream needs a time stamp every 0.7 s only (ISO/IEC 13818-1, 2.7.4). The pictures between tell their
    /// place by number: each counts from the first one shown of its group.
    struct PictureOrder: Sendable {
        private var groupStart: Duration?
        /// Where the next group begins, if its first picture does not say.
        private var nextGroup: Duration?

        /// Pictures come in the order in which they are stored.
        ///
        /// - Parameters:
        ///   - reference: number of the picture inside its group, in the order in which they are shown.
        ///   - beginsGroup: whether a group of pictures begins with this one.
        ///   - stamp: the time stamp that it carries.
        ///   - length: duration of one frame.
        /// - Returns: when it is to be shown; `nil` while no picture has told a time yet.
        mutating func time(
            reference: Int, beginsGroup: Bool, stamp: Duration?, length: Duration
        ) -> Duration? {
            if beginsGroup { groupStart = nextGroup }
            if let stamp { groupStart = stamp - length * reference }
            guard let time = stamp ?? groupStart.map({ $0 + length * reference }) else { return nil }
            nextGroup = max(nextGroup ?? .zero, time + length)
            return time
        }
    }
#endif
