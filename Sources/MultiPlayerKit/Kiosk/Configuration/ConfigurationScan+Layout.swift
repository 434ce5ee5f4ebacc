import Foundation

extension ConfigurationScan {
    private enum Kind: String, CaseIterable {
        case sideBySide = "side-by-side"
        case stacked, grid, wipe, focus
    }

    private enum Key: String, CaseIterable { case kind, spacing, margin, fitting, at, on }

    private enum Fitting: String, CaseIterable {
        case fit, fill, stretch

        var fitting: TileLayout.Fitting {
            switch self {
            case .fit: .fit
            case .fill: .fill
            case .stretch: .stretch
            }
        }
    }

    /// - Parameter tiles: how many the screen has; `on` is one of them.
    mutating func layout(_ field: ConfigurationField, tiles: Int, size: CGSize) -> TileLayout {
        guard field.isObject else {
            return choice(field, of: Kind.self, "layout").map { Self.layout($0) } ?? .sideBySide
        }
        let rule = FieldRule(
            name: "layout", allowed: "the kind of layout", example: "{\"kind\": \"grid\", \"spacing\": 8}")
        guard let fields = fields(of: field, Key.self, rule) else { return .sideBySide }
        guard let kindField = fields[.kind] else {
            miss(.kind, in: fields, rule)
            return .sideBySide
        }
        guard let kind = choice(kindField, of: Kind.self, "layout") else { return .sideBySide }
        var layout = Self.layout(kind)
        if let at = fields[.at], belongs(at, to: "a wipe", kind == .wipe) {
            let place = FieldRule(name: "place", allowed: "a number from 0, left, to 1, right", example: "0.5")
            layout.arrangement = .wipe(at: number(at, in: 0...1, place) ?? 0.5)
        }
        if let on = fields[.on], belongs(on, to: "a focus", kind == .focus) {
            // Where the tiles could not be read, any number may be right.
            let last = tiles > 0 ? tiles - 1 : Int(Int32.max)
            let index = FieldRule(
                name: "tile of this screen", allowed: "a whole number from 0, the first tile, to \(last)", example: "0")
            layout.arrangement = .focus(on: whole(on, in: 0...last, index) ?? 0)
        }
        if let spacing = fields[.spacing], belongs(spacing, to: "tiles side by side", kind != .wipe) {
            layout.spacing = pixels(spacing, upTo: Double(Self.sides.upperBound)) ?? 0
        }
        if let margin = fields[.margin] {
            // Half of the shorter side on both sides would leave nothing; one pixel step less leaves a line.
            layout.margin = pixels(margin, upTo: min(size.width, size.height) / 2 - 2) ?? 0
        }
        if let fitting = fields[.fitting].flatMap({ choice($0, of: Fitting.self, "fitting") }) {
            layout.fitting = fitting.fitting
        }
        return layout
    }

    private mutating func pixels(_ field: ConfigurationField, upTo most: Double) -> Double? {
        let rule = FieldRule(name: "number of pixels", allowed: "a number from 0 to \(Int(most))", example: "8")
        return number(field, in: 0...most, rule)
    }

    /// Notes a key that only another kind has.
    private mutating func belongs(_ field: ConfigurationField, to owner: String, _ isThere: Bool) -> Bool {
        if !isThere { refuse(field, "only \(owner) can have this", "leave it out") }
        return isThere
    }

    private static func layout(_ kind: Kind) -> TileLayout {
        switch kind {
        case .sideBySide: .sideBySide
        case .stacked: .stacked
        case .grid: .grid
        case .wipe: .wipe
        case .focus: .focus
        }
    }
}
