import Foundation

extension ConfigurationScan {
    private enum Key: String, CaseIterable { case name, clips, clip, poster, end }
    /// What is behind the tiles has no name of its own.
    private enum BackgroundKey: String, CaseIterable { case clips, clip, poster, end }

    static var tilesRule: FieldRule {
        FieldRule(
            name: "list of tiles", allowed: "a list of at least one, or a background",
            example: "[{\"name\": \"left\", \"clip\": \"a.mp4\"}]")
    }

    private static var clipsRule: FieldRule {
        FieldRule(name: "list of clips", allowed: "a list of at least one", example: "[\"a.mp4\", \"b.mp4\"]")
    }

    mutating func tiles(_ field: ConfigurationField) -> [KioskConfiguration.Tile] {
        (list(field, Self.tilesRule) ?? []).map { tile($0) }
    }

    private mutating func tile(_ field: ConfigurationField) -> KioskConfiguration.Tile {
        var tile = KioskConfiguration.Tile(name: "", clips: [])
        let rule = FieldRule(name: "tile", allowed: "an object", example: "{\"name\": \"left\", \"clip\": \"a.mp4\"}")
        guard let fields = fields(of: field, Key.self, rule) else { return tile }
        if let nameField = fields[.name] {
            if let name = name(nameField) {
                tile.name = name
                register(name, of: field.path, at: nameField)
            }
        } else {
            miss(.name, in: fields, Self.nameRule)
        }
        if fields[.clips] == nil, fields[.clip] == nil { miss(.clips, or: .clip, in: fields, Self.clipsRule) }
        fill(&tile, clips: fields[.clips], clip: fields[.clip], poster: fields[.poster], end: fields[.end])
        return tile
    }

    /// Reads the name of a file, or an object as a tile's but without a name.
    ///
    /// - Parameter screen: `nil`: the screen has no name of its own.
    mutating func background(_ field: ConfigurationField, of screen: String?) -> KioskConfiguration.Tile {
        // A background that stood still would look like one that has stopped.
        var tile = KioskConfiguration.Tile(name: "background", clips: [], end: .loop)
        if let screen {
            // Status lines and logs call it so; it takes a name that no tile can have then.
            tile.name = "\(screen) background"
            register(tile.name, of: field.path, at: field)
        }
        guard field.isObject else {
            tile.clips = [clip(field)].compactMap { $0 }
            return tile
        }
        let rule = FieldRule(name: "background", allowed: "the name of a file", example: "\"a.mp4\"")
        guard let fields = fields(of: field, BackgroundKey.self, rule) else { return tile }
        if fields[.clips] == nil, fields[.clip] == nil { miss(.clips, or: .clip, in: fields, Self.clipsRule) }
        fill(&tile, clips: fields[.clips], clip: fields[.clip], poster: fields[.poster], end: fields[.end])
        return tile
    }

    private mutating func fill(
        _ tile: inout KioskConfiguration.Tile, clips: ConfigurationField?, clip: ConfigurationField?,
        poster: ConfigurationField?, end: ConfigurationField?
    ) {
        if let clips {
            tile.clips = (list(clips, Self.clipsRule) ?? []).compactMap { self.clip($0) }
        }
        if let clip {
            if clips != nil { refuse(clip, "there is a list of clips as well", "give either \"clip\" or \"clips\"") }
            tile.clips += [self.clip(clip)].compactMap { $0 }
        }
        tile.poster = poster.flatMap { self.poster($0) }
        tile.end = end.flatMap { choice($0, of: KioskConfiguration.End.self, "end") } ?? tile.end
    }

    /// A file, for it is needed most when nothing comes over the net.
    private mutating func poster(_ field: ConfigurationField) -> URL? {
        let rule = FieldRule(name: "poster", allowed: "the name of a png or jpg file", example: "\"poster.png\"")
        guard let url = file(field, rule) else { return nil }
        guard KioskConfiguration.Clip(source: MediaSource(url: url)).isStill else {
            refuse(field, rule)
            return nil
        }
        return url
    }

    /// Notes a name that is taken.
    private mutating func register(_ name: String, of path: String, at field: ConfigurationField) {
        guard let other = tileNames[name] else {
            tileNames[name] = path
            return
        }
        refuse(field, "\(other) is called \(ShownText.quoted(name)), too", "give each tile a name of its own")
    }
}
