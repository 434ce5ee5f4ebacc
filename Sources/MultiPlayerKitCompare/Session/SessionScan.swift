import Foundation
import MultiPlayerKit
import MultiPlayerKitScreen

/// Builds a session from a JSON document.
struct SessionScan: DocumentScan {
    let folder: URL
    var notes: DocumentNotes

    init(_ bytes: [UInt8], file: String, folder: URL) {
        notes = DocumentNotes(bytes, file: file)
        self.folder = folder
    }

    static let example = "{\"version\": \(version), \"members\": [{\"file\": \"a.mp4\"}]}"

    /// The format that is written, and the only one that there has been.
    static let version = 1

    private enum Key: String, CaseIterable {
        case version, members, background, layout, captions, range, loops, alternates, rate, audible, markers
    }

    /// Reads the whole file. `nil`: it could not be read to its end. Check for mistakes in any case.
    mutating func session() -> ComparisonSession? {
        let rule = FieldRule(name: "session", allowed: "an object", example: Self.example)
        guard let document = document(), let fields = fields(of: document, Key.self, rule) else { return nil }
        checkVersion(fields)
        var session = ComparisonSession()
        let members = FieldRule(
            name: "list of members", allowed: "a list of at least one", example: "[{\"file\": \"a.mp4\"}]")
        if let field = fields[.members] {
            session.members = (list(field, members) ?? []).map { member($0) }
        } else {
            miss(.members, in: fields, members)
        }
        let count = session.members.count
        session.background = fields[.background].flatMap { fileOrAddress($0, Self.sourceRule) }
        session.layout = fields[.layout].map { layout($0, members: count) } ?? session.layout
        session.captions = fields[.captions].map { captions($0) }
        session.range = fields[.range].flatMap { range($0) }
        session.loops = fields[.loops].flatMap { truth($0) } ?? false
        session.alternates = fields[.alternates].flatMap { truth($0) } ?? false
        session.rate = fields[.rate].flatMap { rate($0) } ?? 1
        session.audible = fields[.audible].flatMap { index($0, of: count) }
        let markers = FieldRule(name: "list of markers", allowed: "a list", example: "[{\"time\": 3.2}]")
        session.markers = fields[.markers].map { items($0, markers).compactMap { marker($0) } } ?? []
        return session
    }

    private mutating func rate(_ field: DocumentField) -> Double? {
        let rule = FieldRule(
            name: "rate", allowed: "a number from 0.25 to 4, or below 0 for backwards: from -4 to -0.25", example: "0.5"
        )
        guard let rate = number(field, in: -4...4, rule) else { return nil }
        guard abs(rate) >= 0.25 else {
            refuse(field, rule)
            return nil
        }
        return rate
    }

    private mutating func checkVersion(_ fields: DocumentFields<Key>) {
        let rule = FieldRule(
            name: "version that this program reads", allowed: "\(Self.version)", example: "\"version\": \(Self.version)"
        )
        guard let field = fields[.version] else { return miss(.version, in: fields, rule) }
        _ = whole(field, in: Self.version...Self.version, rule)
    }

    // MARK: Members

    private enum MemberKey: String, CaseIterable { case file, offset, speed, from, to, end, name }
    private enum End: String, CaseIterable { case hold, loop, blank }

    /// Eleven days, either way, and far from where nanoseconds overflow.
    private static let longest = Duration.seconds(1_000_000)
    private static let sourceRule = FieldRule(
        name: "file or address", allowed: "a file name, or an http or https address", example: "\"left.mp4\"")
    private static let timeRule = FieldRule(
        name: "time", allowed: "seconds from 0 to \(Int(longest.seconds))", example: "2.5")

    private mutating func member(_ field: DocumentField) -> ComparisonSession.Member {
        var member = ComparisonSession.Member(source: folder)
        let rule = FieldRule(name: "member", allowed: "an object", example: "{\"file\": \"a.mp4\"}")
        guard let fields = fields(of: field, MemberKey.self, rule) else { return member }
        if let file = fields[.file] {
            member.source = fileOrAddress(file, Self.sourceRule) ?? member.source
        } else {
            miss(.file, in: fields, Self.sourceRule)
        }
        let offsets = FieldRule(
            name: "offset", allowed: "seconds from -\(Int(Self.longest.seconds)) to \(Int(Self.longest.seconds))",
            example: "-1.5")
        if let offset = fields[.offset] {
            member.map.offset = time(offset, in: (.zero - Self.longest)...Self.longest, offsets) ?? .zero
        }
        let speeds = FieldRule(name: "speed", allowed: "a number from 0.0625 to 16", example: "0.5")
        if let speed = fields[.speed] { member.map.speed = number(speed, in: 0.0625...16, speeds) ?? 1 }
        member.map.range = part(from: fields[.from], to: fields[.to], upTo: Self.longest, Self.timeRule)
        if let end = fields[.end].flatMap({ choice($0, of: End.self, "end") }) {
            member.map.end =
                switch end {
                case .hold: .hold
                case .loop: .loop
                case .blank: .blank
                }
        }
        member.name = fields[.name].flatMap { line($0) }
        return member
    }

    // MARK: Layout

    private enum LayoutKey: String, CaseIterable {
        case kind, at, on, fitting, spacing, margin, order, zoom, style, threshold, gain, first, second
    }
    private enum Kind: String, CaseIterable { case sideBySide, stacked, grid, wipe, difference, focus, single }
    private enum Fitting: String, CaseIterable { case fit, fill, stretch }
    private enum Style: String, CaseIterable { case absolute, luma, signed, heat, threshold }

    private mutating func layout(_ field: DocumentField, members: Int) -> TileLayout {
        var layout = TileLayout.sideBySide
        let rule = FieldRule(
            name: "layout", allowed: "the kind of layout", example: "{\"kind\": \"wipe\", \"at\": 0.5}")
        guard let fields = fields(of: field, LayoutKey.self, rule) else { return layout }
        guard let kindField = fields[.kind] else {
            miss(.kind, in: fields, rule)
            return layout
        }
        guard let kind = choice(kindField, of: Kind.self, "layout") else { return layout }
        let place = FieldRule(name: "place", allowed: "a number from 0, left, to 1, right", example: "0.5")
        let at = fields[.at].flatMap { number($0, in: 0...1, place) } ?? 0.5
        let on = fields[.on].flatMap { index($0, of: members) } ?? 0
        let difference = difference(in: fields, members: members)
        layout.arrangement =
            switch kind {
            case .sideBySide: .sideBySide
            case .stacked: .stacked
            case .grid: .grid
            case .wipe: .wipe(at: at)
            case .difference: .difference(difference)
            case .focus: .focus(on: on)
            case .single: .single(on)
            }
        if let fitting = fields[.fitting].flatMap({ choice($0, of: Fitting.self, "fitting") }) {
            layout.fitting =
                switch fitting {
                case .fit: .fit
                case .fill: .fill
                case .stretch: .stretch
                }
        }
        let pixels = FieldRule(name: "number of pixels", allowed: "a number from 0 to 7680", example: "8")
        layout.spacing = fields[.spacing].flatMap { number($0, in: 0...7680, pixels) } ?? 0
        layout.margin = fields[.margin].flatMap { number($0, in: 0...7680, pixels) } ?? 0
        let orders = FieldRule(name: "order", allowed: "a list of members", example: "[1, 0]")
        if let list = fields[.order] { layout.order = items(list, orders).compactMap { index($0, of: members) } }
        layout.zoom = fields[.zoom].map { zoom($0) } ?? TileLayout.Zoom()
        return layout
    }

    private mutating func difference(
        in fields: DocumentFields<LayoutKey>, members: Int
    ) -> TileLayout.Difference {
        var difference = TileLayout.Difference()
        let part = FieldRule(name: "threshold", allowed: "a part of the range from 0 to 1", example: "0.05")
        let threshold = fields[.threshold].flatMap { number($0, in: 0...1, part) } ?? 0
        if let style = fields[.style].flatMap({ choice($0, of: Style.self, "difference") }) {
            difference.style =
                switch style {
                case .absolute: .absolute
                case .luma: .luma
                case .signed: .signed
                case .heat: .heat
                case .threshold: .threshold(threshold)
                }
        }
        let gains = FieldRule(name: "gain", allowed: "a number from 1 to 64", example: "8")
        difference.gain = fields[.gain].flatMap { number($0, in: 1...64, gains) } ?? 1
        difference.first = fields[.first].flatMap { index($0, of: members) } ?? difference.first
        difference.second = fields[.second].flatMap { index($0, of: members) } ?? difference.second
        return difference
    }

    private enum ZoomKey: String, CaseIterable { case scale, x, y, squares }

    private mutating func zoom(_ field: DocumentField) -> TileLayout.Zoom {
        let rule = FieldRule(name: "zoom", allowed: "an object", example: "{\"scale\": 2, \"x\": 0.5, \"y\": 0.5}")
        guard let fields = fields(of: field, ZoomKey.self, rule) else { return TileLayout.Zoom() }
        let scales = FieldRule(name: "scale", allowed: "a number from 0.1 to 32", example: "2")
        let places = FieldRule(name: "place", allowed: "a number from 0 to 1", example: "0.5")
        var zoom = TileLayout.Zoom(
            fields[.scale].flatMap { number($0, in: 0.1...32, scales) } ?? 1,
            x: fields[.x].flatMap { number($0, in: 0...1, places) } ?? 0.5,
            y: fields[.y].flatMap { number($0, in: 0...1, places) } ?? 0.5)
        if fields[.squares].flatMap({ truth($0) }) == true { zoom.magnification = .pixels }
        return zoom
    }

    // MARK: Captions, markers, times

    private enum CaptionKey: String, CaseIterable { case items, corner, height }

    private mutating func captions(_ field: DocumentField) -> TileCaptions {
        var captions = TileCaptions()
        let rule = FieldRule(name: "captions", allowed: "an object", example: "{\"items\": [\"name\", \"time\"]}")
        guard let fields = fields(of: field, CaptionKey.self, rule) else { return captions }
        let itemsRule = FieldRule(name: "list of items", allowed: "a list", example: "[\"name\", \"time\"]")
        if let list = fields[.items] {
            captions.items = items(list, itemsRule).compactMap { choice($0, of: TileCaptions.Item.self, "item") }
        }
        captions.corner = fields[.corner].flatMap { choice($0, of: TileCaptions.Corner.self, "corner") } ?? .topLeft
        let heights = FieldRule(
            name: "height", allowed: "a part of the stage's height from 0.01 to 0.2", example: "0.035")
        captions.height = fields[.height].flatMap { number($0, in: 0.01...0.2, heights) } ?? captions.height
        return captions
    }

    private enum MarkerKey: String, CaseIterable { case time, text }

    private mutating func marker(_ field: DocumentField) -> ComparisonSession.Marker? {
        let rule = FieldRule(name: "marker", allowed: "an object", example: "{\"time\": 3.2, \"text\": \"brakes\"}")
        guard let fields = fields(of: field, MarkerKey.self, rule) else { return nil }
        guard let timeField = fields[.time] else {
            miss(.time, in: fields, Self.timeRule)
            return nil
        }
        guard let time = time(timeField, in: .zero...Self.longest, Self.timeRule) else { return nil }
        return ComparisonSession.Marker(at: time, fields[.text].flatMap { line($0) } ?? "")
    }

    private enum RangeKey: String, CaseIterable { case from, to }

    private mutating func range(_ field: DocumentField) -> Range<Duration>? {
        let rule = FieldRule(name: "range", allowed: "an object", example: "{\"from\": 2, \"to\": 5.5}")
        guard let fields = fields(of: field, RangeKey.self, rule) else { return nil }
        if fields[.to] == nil { miss(.to, in: fields, Self.timeRule) }
        return part(from: fields[.from], to: fields[.to], upTo: Self.longest, Self.timeRule)
    }

    // MARK: Small values

    /// The items of a list that may be empty.
    private mutating func items(_ field: DocumentField, _ rule: FieldRule) -> [DocumentField] {
        if let items = field.items { return items }
        refuse(field, rule)
        return []
    }

    private mutating func truth(_ field: DocumentField) -> Bool? {
        if case .truth(let isTrue) = field.value.content { return isTrue }
        refuse(field, FieldRule(name: "answer", allowed: "true or false", example: "true"))
        return nil
    }

    /// The index of one of the members, which may not be known where their list is wrong.
    private mutating func index(_ field: DocumentField, of count: Int) -> Int? {
        let last = count > 0 ? count - 1 : Int(Int32.max)
        let rule = FieldRule(
            name: "member", allowed: "a whole number from 0, the first member, to \(last)", example: "0")
        return whole(field, in: 0...last, rule)
    }

    /// The longest name or text, in bytes: more is no caption.
    private static let longestText = 500

    /// A text in one line; may be empty.
    private mutating func line(_ field: DocumentField) -> String? {
        if let text = field.text, text.utf8.count <= Self.longestText,
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        {
            return text
        }
        refuse(
            field,
            FieldRule(
                name: "text", allowed: "up to \(Self.longestText) bytes in one line", example: "\"Without ESC\""))
        return nil
    }
}
