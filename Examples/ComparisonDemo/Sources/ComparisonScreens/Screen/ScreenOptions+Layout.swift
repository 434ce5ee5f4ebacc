import MultiPlayerKit
import MultiPlayerKitScreen

extension ScreenOptions {
    /// Whether something loops behind the members. The demo's own loop stays out of a grid, where it could be seen in
    /// the gaps only.
    var hasBackground: Bool { background != nil || (sources.isEmpty && screen == .compare) }

    /// Pixels around and between the tiles of a grid: enough to tell them apart.
    private static let gap = 4.0

    /// Where the tiles lie at first.
    var firstLayout: TileLayout {
        guard grid == nil else { return TileLayout(.grid, spacing: Self.gap, margin: Self.gap) }
        guard layout == .difference else { return layout.tiles(besideBackground: hasBackground) }
        return .difference(firstDifference.drawn)
    }
}

extension TileLayout {
    /// Whether its tiles can change places.
    var hasOrder: Bool {
        switch arrangement {
        case .sideBySide, .stacked, .grid: true
        default: false
        }
    }
}

extension ScreenOptions.Layout {
    /// Pixels that a background keeps around and between tiles: enough to be seen as a frame of its own.
    private static let frame = 16.0

    /// The kit's layout of this name. Without a background the tiles lie edge to edge.
    func tiles(besideBackground: Bool) -> TileLayout {
        let frame = besideBackground ? Self.frame : 0
        return switch self {
        case .sideBySide: TileLayout(.sideBySide, spacing: frame, margin: frame)
        case .stacked: TileLayout(.stacked, spacing: frame, margin: frame)
        case .grid: TileLayout(.grid, spacing: frame, margin: frame)
        case .focus: TileLayout(.focus(on: 0), spacing: frame, margin: frame)
        case .single: .single(0)
        // Pictures that lie on one another are looked at closely: they get all the room there is.
        case .wipe: .wipe
        case .difference: .difference
        }
    }
}
