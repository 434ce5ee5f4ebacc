import Foundation
import MultiPlayerKit
import MultiPlayerKitScreen

extension ConfigurationScan {
    private enum ScreenKey: String, CaseIterable {
        case name, size, ticksPerSecond, layout, background, tiles, part, output
    }

    mutating func screens(_ field: DocumentField, _ rule: FieldRule) -> [KioskConfiguration.Screen] {
        let items = list(field, rule) ?? []
        var connectors: [(field: DocumentField, number: Int?)] = []
        let screens = items.map { screen($0, isOnly: items.count == 1, &connectors) }
        for (index, connector) in connectors.enumerated() {
            guard let number = connector.number else {
                // The first connector with a display may be the one that another screen names.
                guard connectors.count > 1 else { continue }
                refuse(
                    connector.field, "another screen has a connector, too", "give both a number: {\"connector\": 34}")
                continue
            }
            if connectors[..<index].contains(where: { $0.number == number }) {
                refuse(connector.field, "another screen has connector \(number)", "give each screen one of its own")
            }
        }
        return screens
    }

    private mutating func screen(
        _ field: DocumentField, isOnly: Bool, _ connectors: inout [(field: DocumentField, number: Int?)]
    ) -> KioskConfiguration.Screen {
        var screen = KioskConfiguration.Screen(tiles: [])
        let rule = FieldRule(name: "screen", allowed: "an object", example: "{\"background\": \"a.mp4\"}")
        guard let fields = fields(of: field, ScreenKey.self, rule) else { return screen }
        let name = screenName(in: fields, isOnly: isOnly)
        screen.name = name ?? screen.name
        screen.size = fields[.size].flatMap { size($0) } ?? screen.size
        screen.rate = fields[.ticksPerSecond].flatMap { rate($0) } ?? screen.rate
        screen.background = fields[.background].map { background($0, of: name) }
        if let tileField = fields[.tiles] {
            // With a background no tile is required, so an empty list is not a mistake.
            let isBare = fields[.background] != nil && tileField.items?.isEmpty == true
            screen.tiles = isBare ? [] : tiles(tileField)
        } else if fields[.background] == nil {
            miss(.tiles, in: fields, Self.tilesRule)
        }
        if let layoutField = fields[.layout] {
            screen.layout = layout(layoutField, tiles: screen.tiles.count, size: screen.size)
        }
        screen.part = fields[.part].flatMap { part($0) }
        if let outputField = fields[.output] {
            screen.output = output(outputField) ?? screen.output
            if case .connector(let number) = screen.output { connectors.append((outputField, number)) }
        }
        return screen
    }

    /// Reads a screen's name. `nil`, with a mistake noted: it is invalid, taken, or missing with several screens.
    private mutating func screenName(in fields: DocumentFields<ScreenKey>, isOnly: Bool) -> String? {
        guard let field = fields[.name] else {
            if isOnly { return KioskConfiguration.Screen(tiles: []).name }
            miss(.name, in: fields, Self.nameRule)
            return nil
        }
        guard let name = name(field) else { return nil }
        if let other = screenNames[name] {
            refuse(field, "\(other) is called \(field.value.shown), too", "give each screen a name of its own")
            return nil
        }
        screenNames[name] = fields.owner.path
        return name
    }

    private mutating func rate(_ field: DocumentField) -> FrameRate? {
        let rule = FieldRule(name: "number of ticks a second", allowed: "a number from 1 to 240", example: "59.94")
        // 240: no display sold for video is faster.
        return number(field, in: 1...240, rule).flatMap { FrameRate(decimal: $0) }
    }
}

extension ConfigurationScan {
    private enum Kind: String, CaseIterable {
        case sideBySide = "side-by-side"
        case stacked, grid, wipe, focus
    }

    private enum LayoutKey: String, CaseIterable { case kind, spacing, margin, fitting, at, on }

    private enum Fitting: String, CaseIterable {
        case fit, fill, stretch

        var fitting: PictureFitting {
            switch self {
            case .fit: .fit
            case .fill: .fill
            case .stretch: .stretch
            }
        }
    }

    /// - Parameter tiles: the number of tiles on the screen; `on` is one of them.
    mutating func layout(_ field: DocumentField, tiles: Int, size: CGSize) -> TileLayout {
        guard field.isObject else {
            return choice(field, of: Kind.self, "layout").map { Self.layout($0) } ?? .sideBySide
        }
        let rule = FieldRule(
            name: "layout", allowed: "the kind of layout", example: "{\"kind\": \"grid\", \"spacing\": 8}")
        guard let fields = fields(of: field, LayoutKey.self, rule) else { return .sideBySide }
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
            // Half of the shorter side on both sides would leave nothing; two pixels less leaves a line.
            layout.margin = pixels(margin, upTo: min(size.width, size.height) / 2 - 2) ?? 0
        }
        if let fitting = fields[.fitting].flatMap({ choice($0, of: Fitting.self, "fitting") }) {
            layout.fitting = fitting.fitting
        }
        return layout
    }

    private mutating func pixels(_ field: DocumentField, upTo most: Double) -> Double? {
        let rule = FieldRule(name: "number of pixels", allowed: "a number from 0 to \(Int(most))", example: "8")
        return number(field, in: 0...most, rule)
    }

    /// Notes a key that only another kind of layout has.
    private mutating func belongs(_ field: DocumentField, to owner: String, _ isThere: Bool) -> Bool {
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

extension ConfigurationScan {
    /// Pixels of a side; 7680 is the width of 8K.
    static var sides: ClosedRange<Int> { 16...7680 }
    /// The fraction of the whole picture in a part's side: 0.01 is a wall a hundred screens across. Less is a slip, and
    /// would make a whole of more pixels than can be counted.
    private static var partSides: ClosedRange<Double> { 0.01...1 }

    mutating func size(_ field: DocumentField) -> CGSize? {
        let rule = FieldRule(
            name: "size",
            allowed: "width and height, even and from \(Self.sides.lowerBound) to \(Self.sides.upperBound)",
            example: "[1920, 1080]")
        guard let items = field.items, items.count == 2 else {
            refuse(
                field, field.items == nil ? "\(field.value.shown) is no size" : "a size has two numbers", rule.remedy)
            return nil
        }
        let sides = items.compactMap { item -> Int? in
            guard let side = whole(item, in: Self.sides, rule) else { return nil }
            guard side.isMultiple(of: 2) else {
                refuse(item, "\(side) is odd", rule.remedy)
                return nil
            }
            return side
        }
        return sides.count == 2 ? CGSize(width: sides[0], height: sides[1]) : nil
    }

    mutating func part(_ field: DocumentField) -> CGRect? {
        let rule = FieldRule(
            name: "part",
            allowed: "left and top from 0 to 1, width and height from \(Self.partSides.lowerBound) to 1",
            example: "[0, 0, 0.5, 1]")
        guard let items = field.items, items.count == 4 else {
            refuse(
                field, field.items == nil ? "\(field.value.shown) is no part" : "a part has four numbers", rule.remedy)
            return nil
        }
        let sides = items.enumerated().compactMap { index, item in
            number(item, in: index < 2 ? 0...1 : Self.partSides, rule)
        }
        guard sides.count == 4 else { return nil }
        // Thirds written as decimals miss the edge by their rounding error, far less than a pixel.
        for side in 0...1 where sides[side] + sides[side + 2] > 1 + 1e-6 {
            let (edge, names) = side == 0 ? ("right", "left and width") : ("bottom", "top and height")
            refuse(
                items[side + 2], "the part ends past the \(edge) edge",
                "give at most 1 for \(names) together, for example \(rule.example)")
            return nil
        }
        return CGRect(
            x: sides[0], y: sides[1], width: min(sides[2], 1 - sides[0]), height: min(sides[3], 1 - sides[1]))
    }
}

extension ConfigurationScan {
    private enum OutputWord: String, CaseIterable {
        case window
        case fullScreen = "full-screen"
        case connector, none
    }

    private enum OutputKey: String, CaseIterable { case connector }

    mutating func output(_ field: DocumentField) -> KioskConfiguration.Output? {
        guard field.isObject else {
            return switch choice(field, of: OutputWord.self, "output") {
            case .window: .window(fullScreen: false)
            case .fullScreen: .window(fullScreen: true)
            case .connector: .connector(nil)
            case .some(.none): KioskConfiguration.Output.none
            case nil: nil
            }
        }
        // The kernel counts its connectors from 1, and the sink takes the number as a C int.
        let rule = FieldRule(
            name: "connector", allowed: "the connector's number, from 1 to \(Int32.max)", example: "{\"connector\": 34}"
        )
        guard let fields = fields(of: field, OutputKey.self, rule) else { return nil }
        guard let number = fields[.connector] else {
            miss(.connector, in: fields, rule)
            return nil
        }
        return whole(number, in: 1...Int(Int32.max), rule).map { .connector($0) }
    }
}
