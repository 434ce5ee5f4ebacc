#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation

    /// What shows one occurrence of a clip: a player, or a still picture. When it goes, its player gives everything back.
    @MainActor
    final class KioskShow {
        let id: KioskSeatID
        let track: Int
        let opening: KioskCore.Opening
        /// `nil`: a still picture.
        let relay: LoopRelay?
        var still: KioskStill?
        /// As it is meant to be seen; zero: not known yet.
        var size = CGSize.zero
        /// When it may be seen first; `nil`: it has no picture yet.
        var from: HostTime?
        /// What it is to follow then, and has not been told.
        var pending: MemberTimeline?
        /// When it was last put onto the line.
        var correctedAt: HostTime?
        /// Since when it should have moved, and did not.
        var silentSince: HostTime?

        init(_ id: KioskSeatID, _ opening: KioskCore.Opening, relay: LoopRelay?) {
            (self.id, self.opening, self.relay) = (id, opening, relay)
            track = opening.track
        }

        deinit { relay?.release() }
    }

    /// One tile as views show it. It changes at boundaries, not at ticks.
    struct KioskTile: Equatable {
        struct Layer: Equatable, Identifiable {
            enum Role: Equatable {
                /// Made ready, and not seen yet.
                case next
                case shown
                /// Comes in over the one that is shown.
                case incoming
            }

            var id: KioskSeatID
            var player: AVPlayer?
            var still: KioskStill?
            var role: Role

            static func == (left: Layer, right: Layer) -> Bool {
                left.id == right.id && left.player === right.player && left.still?.image === right.still?.image
                    && left.role == right.role
            }
        }

        /// In the order in which they were opened.
        var layers: [Layer] = []
        var poster: KioskStill?
        /// Whether its hours say that something is to be seen.
        var isOn = true
        /// Of what is shown; zero: not known.
        var size = CGSize.zero

        var isFading: Bool { layers.contains { $0.role == .incoming } }

        static func == (left: KioskTile, right: KioskTile) -> Bool {
            left.layers == right.layers && left.poster?.image === right.poster?.image && left.size == right.size
                && left.isOn == right.isOn
        }
    }
#endif
