#if canImport(CGStreamer)
    /// Decides whether marks and labels are drawn on a copy of the composed layers or on the layers themselves.
    ///
    /// The copy pays where the layers are wanted again: for other marks over the same frames, or when one tile of several
    /// has a new frame. Two videos of one rate have their new frames together, and a copy of each is wasted.
    struct BaseKeeping {
        enum Change {
            /// Marks or labels over the same layers.
            case overlay
            /// Some of the layers.
            case some
            /// All layers, or their places.
            case everything
        }

        /// Changes of everything in a row, after which the layers are not expected to be wanted again.
        private static let enough = 4

        private var wasted = 0

        var keepsBase: Bool { wasted < Self.enough }

        mutating func note(_ change: Change) {
            if change == .everything {
                wasted = min(wasted + 1, Self.enough)
            } else {
                wasted = 0
            }
        }
    }
#endif
