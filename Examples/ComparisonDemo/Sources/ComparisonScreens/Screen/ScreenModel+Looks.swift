import MultiPlayerKit
import MultiPlayerKitCompare
import MultiPlayerKitScreen

/// How differences are drawn, and what captions tell.
extension ScreenModel {
    /// Puts the difference that was chosen into the layout, if that is one.
    func drawDifference() {
        guard case .difference = layout.arrangement else { return }
        layout.arrangement = .difference(difference.drawn)
    }

    /// Changes the difference, and shows it: a key that does nothing to be seen looks broken.
    func change(_ edit: (inout TileLayout.Difference) -> Void) {
        guard options.grid == nil else { return }
        if case .difference = layout.arrangement {
            edit(&difference)
        } else {
            let (zoom, order) = (layout.zoom, layout.order)
            layout = .difference
            (layout.zoom, layout.order) = (zoom, order)
        }
        drawDifference()
    }

    /// What is written into the tiles now; `nil`: nothing.
    var captions: TileCaptions? {
        guard showsCaptions else { return nil }
        var captions = session?.captions ?? TileCaptions(options.captionItems)
        for (member, name) in zip(group.members, names) where !replacements.contains(member) {
            captions.texts[member] = name
        }
        return captions
    }

    /// What captions call the members; `nil`: by their files. There may be fewer.
    private var names: [String?] { session?.members.map(\.name) ?? options.names }

    /// All that is worth keeping of a comparison.
    var kept: ComparisonSession {
        var kept = ComparisonSession(of: group, layout: layout, captions: captions, markers: markers)
        for (index, (member, name)) in zip(group.members, names).enumerated()
        where kept.members.indices.contains(index) && !replacements.contains(member) {
            kept.members[index].name = name
        }
        return kept
    }
}

extension ScreenOptions {
    /// What a threshold shows without gain: distances that are seen beside their surroundings.
    static let usualThreshold = TileLayout.Difference.Style.threshold(0.05)

    var firstDifference: TileLayout.Difference {
        let style: TileLayout.Difference.Style =
            switch difference {
            case .absolute: .absolute
            case .luma: .luma
            case .signed: .signed
            case .heat: .heat
            case .threshold: Self.usualThreshold
            }
        return TileLayout.Difference(style, gain: gain)
    }

    /// What captions tell when they are switched on and nothing else was said.
    private static let usualItems: [CaptionItem] = [.name, .time, .frame]

    var captionItems: [TileCaptions.Item] {
        (captions.isEmpty ? Self.usualItems : captions).map { item in
            switch item {
            case .name: .name
            case .time: .time
            case .frame: .frame
            case .size: .size
            case .rate: .rate
            case .type: .pictureType
            }
        }
    }
}

extension TileLayout.Difference {
    /// As it is drawn: more gain finds smaller distances in a threshold, too.
    var drawn: TileLayout.Difference {
        guard case .threshold(let part) = style else { return self }
        return TileLayout.Difference(.threshold(part / gain), gain: gain, of: first, and: second)
    }

    /// The way of drawing after this one.
    var nextStyle: Style {
        switch style {
        case .absolute: .luma
        case .luma: .signed
        case .signed: .heat
        case .heat: ScreenOptions.usualThreshold
        case .threshold: .absolute
        @unknown default: .absolute
        }
    }

    /// Goes on to the next two of `count` members: 1 and 2, 1 and 3, 2 and 3.
    mutating func moveOn(among count: Int) {
        guard count > 1 else { return }
        second += 1
        if second >= count { (first, second) = (first + 1, first + 2) }
        if second >= count { (first, second) = (0, 1) }
    }
}
