import Foundation

extension ConfigurationScan {
    private enum Key: String, CaseIterable {
        case name, size, ticksPerSecond, layout, background, tiles, part, output
    }

    mutating func screens(_ field: ConfigurationField, _ rule: FieldRule) -> [KioskConfiguration.Screen] {
        let items = list(field, rule) ?? []
        var connectors: [(field: ConfigurationField, number: Int?)] = []
        let screens = items.map { screen($0, isOnly: items.count == 1, &connectors) }
        for (index, connector) in connectors.enumerated() {
            guard let number = connector.number else {
                // The first that has a display may be the one that another screen names.
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
        _ field: ConfigurationField, isOnly: Bool, _ connectors: inout [(field: ConfigurationField, number: Int?)]
    ) -> KioskConfiguration.Screen {
        var screen = KioskConfiguration.Screen(tiles: [])
        let rule = FieldRule(name: "screen", allowed: "an object", example: "{\"background\": \"a.mp4\"}")
        guard let fields = fields(of: field, Key.self, rule) else { return screen }
        let name = screenName(in: fields, isOnly: isOnly)
        screen.name = name ?? screen.name
        screen.size = fields[.size].flatMap { size($0) } ?? screen.size
        screen.rate = fields[.ticksPerSecond].flatMap { rate($0) } ?? screen.rate
        screen.background = fields[.background].map { background($0, of: name) }
        if let tileField = fields[.tiles] {
            // With a background there need be no tile, so that a list without any is no mistake then.
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

    /// `nil`, and a mistake: of several screens, it has no name of its own.
    private mutating func screenName(in fields: ConfigurationFields<Key>, isOnly: Bool) -> String? {
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

    private mutating func rate(_ field: ConfigurationField) -> FrameRate? {
        let rule = FieldRule(name: "number of ticks a second", allowed: "a number from 1 to 240", example: "59.94")
        // 240: no display is faster that is sold as a screen for video.
        return number(field, in: 1...240, rule).flatMap { FrameRate(decimal: $0) }
    }
}
