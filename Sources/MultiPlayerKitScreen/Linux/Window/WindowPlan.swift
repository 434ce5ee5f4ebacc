#if canImport(CGStreamer)
    import Foundation

    extension StageWindow {
        /// Where a window is and how large, to be kept from run to run.
        public struct Place: Hashable, Sendable, Codable {
            /// The upper left corner, of its frame if it has one, in the screen's units. A Wayland compositor does not tell
            /// it, and does not take it either.
            public var x, y: Int
            /// The size of what it shows.
            public var width, height: Int
            /// Whether it covers its screen; position and size are then those that it goes back to.
            public var isFullScreen = false

            public init(x: Int, y: Int, width: Int, height: Int, isFullScreen: Bool = false) {
                (self.x, self.y, self.width, self.height) = (x, y, width, height)
                self.isFullScreen = isFullScreen
            }
        }
    }

    /// Where a window opens.
    struct WindowPlan: Equatable {
        /// Without its position, if that is left to the display server.
        var place: CGRect
        /// Whether it opens in the middle of a screen.
        var isCentred: Bool

        /// What of a window has to be on a screen, so that a person can take hold of it.
        private static let reach = 64.0
        private static let leastSide = 16.0
        /// The share of a screen that a new window may take where it gets a frame.
        private static let managed = 0.9

        /// - Parameters:
        ///   - place: where it was; `nil`: as large as the stage, or as a screen allows.
        ///   - screens: the parts of them that windows may cover.
        ///   - hasManager: whether a window manager needs room for a frame.
        init(stage: CGSize, place wish: StageWindow.Place?, screens: [CGRect], hasManager: Bool) {
            let usual = screens.first?.size ?? stage
            guard let wish, wish.width > 0, wish.height > 0 else {
                let share = hasManager ? Self.managed : 1
                let scale = min(1, usual.width * share / stage.width, usual.height * share / stage.height)
                place = CGRect(
                    x: 0, y: 0, width: max((stage.width * scale).rounded(.down), Self.leastSide),
                    height: max((stage.height * scale).rounded(.down), Self.leastSide))
                isCentred = true
                return
            }
            // Sizes and positions come from a file, which may hold any number.
            let range = -100_000...100_000
            func kept(_ value: Int) -> Double { Double(min(max(value, range.lowerBound), range.upperBound)) }
            let wished = CGRect(x: kept(wish.x), y: kept(wish.y), width: kept(wish.width), height: kept(wish.height))
            let home = screens.max { area($0.intersection(wished)) < area($1.intersection(wished)) }
            let room = home ?? CGRect(origin: .zero, size: usual)
            place = CGRect(
                x: wished.minX, y: wished.minY, width: min(max(wished.width, Self.leastSide), room.width),
                height: min(max(wished.height, Self.leastSide), room.height))
            let seen = room.intersection(place)
            // A screen that is gone, or has become smaller.
            isCentred = seen.isNull || seen.width < Self.reach || seen.height < Self.reach
            if isCentred { place.origin = .zero }
        }
    }

    private func area(_ rect: CGRect) -> Double { rect.isNull ? 0 : rect.width * rect.height }
#endif
