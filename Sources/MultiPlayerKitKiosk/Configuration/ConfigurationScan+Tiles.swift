import Foundation
import MultiPlayerKit
import MultiPlayerKitScreen

extension ConfigurationScan {
    private enum TileKey: String, CaseIterable { case name, clips, clip, poster, end }
    /// A background has no `name`.
    private enum BackgroundKey: String, CaseIterable { case clips, clip, poster, end }

    static var tilesRule: FieldRule {
        FieldRule(
            name: "list of tiles", allowed: "a list of at least one, or a background",
            example: "[{\"name\": \"left\", \"clip\": \"a.mp4\"}]")
    }

    private static var clipsRule: FieldRule {
        FieldRule(name: "list of clips", allowed: "a list of at least one", example: "[\"a.mp4\", \"b.mp4\"]")
    }

    mutating func tiles(_ field: DocumentField) -> [KioskConfiguration.Tile] {
        (list(field, Self.tilesRule) ?? []).map { tile($0) }
    }

    private mutating func tile(_ field: DocumentField) -> KioskConfiguration.Tile {
        var tile = KioskConfiguration.Tile(name: "", clips: [])
        let rule = FieldRule(name: "tile", allowed: "an object", example: "{\"name\": \"left\", \"clip\": \"a.mp4\"}")
        guard let fields = fields(of: field, TileKey.self, rule) else { return tile }
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

    /// Reads a file name, or an object like a tile's but without a name.
    ///
    /// - Parameter screen: the screen's name; `nil`: it has none.
    mutating func background(_ field: DocumentField, of screen: String?) -> KioskConfiguration.Tile {
        // A background that held its last picture would look like one that has stopped.
        var tile = KioskConfiguration.Tile(name: "background", clips: [], end: .loop)
        if let screen {
            // The name in status lines and logs, which no tile can take then.
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
        _ tile: inout KioskConfiguration.Tile, clips: DocumentField?, clip: DocumentField?,
        poster: DocumentField?, end: DocumentField?
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

    /// Reads a file name and no address: a poster is needed most when the network fails.
    private mutating func poster(_ field: DocumentField) -> URL? {
        let rule = FieldRule(name: "poster", allowed: "the name of a png or jpg file", example: "\"poster.png\"")
        guard let url = file(field, rule) else { return nil }
        guard KioskConfiguration.Clip(source: MediaSource(url: url)).isStill else {
            refuse(field, rule)
            return nil
        }
        return url
    }

    /// Registers a name, or notes that it is taken.
    private mutating func register(_ name: String, of path: String, at field: DocumentField) {
        guard let other = tileNames[name] else {
            tileNames[name] = path
            return
        }
        refuse(field, "\(other) is called \(ShownText.quoted(name)), too", "give each tile a name of its own")
    }
}

extension ConfigurationScan {
    private enum ClipKey: String, CaseIterable { case file, from, to, duration, fade }

    /// A longer time is a slip, most often milliseconds.
    private static var longest: Duration { .seconds(86_400) }
    private static var shortest: Duration { TrackPlan.shortestClip }
    /// A fade shows two videos at once, so it costs twice the decoding; a longer one is no longer a transition.
    private static var longestFade: Duration { .seconds(10) }

    private static var fileRule: FieldRule {
        FieldRule(name: "file", allowed: "the name of a file, or an http or https address", example: "\"a.mp4\"")
    }

    private static var timeRule: FieldRule {
        FieldRule(name: "time", allowed: "seconds from 0 to \(Int(longest.seconds))", example: "7.5")
    }

    /// Reads a file name, or an object. `nil`, with a mistake noted: it names no file.
    mutating func clip(_ field: DocumentField) -> KioskConfiguration.Clip? {
        guard field.isObject else { return address(field, Self.fileRule).map { .init(source: MediaSource(url: $0)) } }
        guard let fields = fields(of: field, ClipKey.self, Self.fileRule) else { return nil }
        if fields[.file] == nil { miss(.file, in: fields, Self.fileRule) }
        let url = fields[.file].flatMap { address($0, Self.fileRule) }
        // Other mistakes are reported even without a file.
        var clip = KioskConfiguration.Clip(source: MediaSource(url: url ?? folder))
        clip.range = range(from: fields[.from], to: fields[.to], isStill: clip.isStill)
        clip.duration = fields[.duration].flatMap { duration($0) }
        clip.fade = fields[.fade].flatMap { fade($0, in: clip) } ?? .zero
        return url == nil ? nil : clip
    }

    private mutating func range(
        from: DocumentField?, to: DocumentField?, isStill: Bool
    ) -> Range<Duration>? {
        guard !isStill else {
            for field in [from, to].compactMap({ $0 }) {
                refuse(field, "a still picture has no part to play", "leave it out, or give \"duration\": 10")
            }
            return nil
        }
        guard let part = part(from: from, to: to, upTo: Self.longest, Self.timeRule) else { return nil }
        guard let to, part.upperBound - part.lowerBound < Self.shortest else { return part }
        refuse(
            to, "the part from \(from?.value.shown ?? "0") s to \(to.value.shown) s is too short to be shown",
            "make it at least \(Self.shortest.seconds) s long")
        return nil
    }

    private mutating func duration(_ field: DocumentField) -> Duration? {
        let rule = FieldRule(
            name: "time", allowed: "seconds from \(Self.shortest.seconds) to \(Int(Self.longest.seconds))",
            example: "7.5")
        guard let duration = time(field, in: .zero...Self.longest, rule) else { return nil }
        guard duration >= Self.shortest else {
            refuse(
                field, "\(field.value.shown) s is too short for a clip",
                "give at least \(Self.shortest.seconds) s, for example 7.5")
            return nil
        }
        return duration
    }

    private mutating func fade(_ field: DocumentField, in clip: KioskConfiguration.Clip) -> Duration? {
        let rule = FieldRule(
            name: "fade", allowed: "seconds from 0 to \(Int(Self.longestFade.seconds))", example: "0.5")
        guard let fade = time(field, in: .zero...Self.longestFade, rule) else { return nil }
        if let duration = clip.duration, fade > duration {
            refuse(
                field, "a fade of \(field.value.shown) s in a clip of \(duration.seconds) s",
                "give at most its duration")
        } else if let range = clip.range, fade * 2 > range.upperBound - range.lowerBound {
            // The next clip may fade in over it for as long, and the two fades must not overlap.
            let length = range.upperBound - range.lowerBound
            refuse(
                field, "a fade of \(field.value.shown) s in a part of \(length.seconds) s",
                "give at most half of the part, \((length / 2).seconds)")
        }
        return fade
    }
}

/// The files that it names.
extension ConfigurationScan {
    /// Reads a file name, and notes it for ``checkFiles()``.
    mutating func file(_ field: DocumentField, isWritten: Bool = false, _ rule: FieldRule) -> URL? {
        let url = fileName(field, rule)
        if let url { namedFiles.append((field, url, isWritten)) }
        return url
    }

    /// Reads a file name, or an http or https address, and notes the file for ``checkFiles()``.
    mutating func address(_ field: DocumentField, _ rule: FieldRule) -> URL? {
        let url = fileOrAddress(field, rule)
        if let url, url.isFileURL { namedFiles.append((field, url, false)) }
        return url
    }

    /// Notes each file that cannot be read, and each file to write whose folder does not exist.
    mutating func checkFiles() {
        for (field, url, isWritten) in namedFiles {
            if isWritten {
                let folder = url.deletingLastPathComponent()
                guard Self.kind(of: folder) != .typeDirectory else { continue }
                refuse(
                    field, "there is no folder \(ShownText.quoted(folder.path))",
                    "make it, or give a file in a folder that is there")
            } else if let kind = Self.kind(of: url) {
                if kind == .typeDirectory {
                    refuse(field, "\(field.value.shown) is a folder", "give a file")
                } else if !FileManager.default.isReadableFile(atPath: url.path) {
                    refuse(field, "\(field.value.shown) may not be read", "let this user read it")
                }
            } else {
                refuse(
                    field, "there is no file \(field.value.shown)",
                    "names are relative to the folder of \(file)")
            }
        }
    }

    /// The type of the file at a path, links followed; `nil`: nothing that can be reached.
    private static func kind(of url: URL) -> FileAttributeType? {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else { return nil }
        return isFolder.boolValue ? .typeDirectory : .typeRegular
    }
}
