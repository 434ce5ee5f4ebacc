import Foundation
import MultiPlayerKit
import MultiPlayerKitScreen

/// Reading and writing.
extension ComparisonSession {
    /// Longer files are no sessions: a thousand members take a tenth of it.
    private static let largestFile = 4_000_000

    /// Reads a session from a file. File names in it are relative to its folder.
    ///
    /// - Throws: all mistakes in it, each with its line. Whether the videos are there is not looked at.
    public init(contentsOf file: URL) throws(SessionError) {
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch {
            throw SessionError(
                file.lastPathComponent, "the file cannot be read", "give a session that is there and may be read")
        }
        try self.init(data: data, fileName: file.lastPathComponent, folder: file.deletingLastPathComponent())
    }

    /// Reads a session from JSON.
    ///
    /// - Parameters:
    ///   - data: JSON in UTF-8, up to 4 MB.
    ///   - fileName: the name of the file in messages.
    ///   - folder: the folder that file names in it are relative to.
    /// - Throws: all mistakes in it, each with its line.
    public init(data: Data, fileName: String = "session.json", folder: URL) throws(SessionError) {
        guard data.count <= Self.largestFile else {
            throw SessionError(
                fileName, "is larger than \(Self.largestFile / 1_000_000) MB", "give a session's JSON file")
        }
        var scan = SessionScan([UInt8](data), file: fileName, folder: folder.absoluteURL)
        guard let session = scan.session(), !scan.hasMistakes else { throw SessionError(scan.notes.mistakes) }
        self = session
    }

    /// Writes the session to a file, which replaces what is there once it is complete.
    ///
    /// - Throws: `PlaybackError` `outputFailed`.
    public func write(to file: URL) throws {
        do {
            try json(in: file.deletingLastPathComponent()).write(to: file, options: .atomic)
        } catch {
            throw PlaybackError(
                .outputFailed, subject: file.lastPathComponent, reason: "the session cannot be written",
                cure: "choose a folder that exists and may be written to", underlying: error)
        }
    }

    /// The session as JSON for programs and people: keys sorted, one to a line.
    ///
    /// ```json
    /// {
    ///   "captions": {"items": ["name", "time"]},
    ///   "layout": {"at": 0.5, "kind": "wipe"},
    ///   "markers": [{"text": "brakes", "time": 3.2}],
    ///   "members": [
    ///     {"file": "left.mp4", "name": "Without ESC"},
    ///     {"file": "right.mp4", "name": "With ESC", "offset": 0.48}
    ///   ],
    ///   "version": 1
    /// }
    /// ```
    /// Times are seconds, members are counted from 0, and what has its default is left out. Files in `folder`, or in
    /// folders of it, are named relative to it, so that all can be moved together.
    ///
    /// - Parameter folder: where the file will be.
    public func json(in folder: URL) -> Data {
        var root: [String: WrittenValue] = [
            "version": .whole(SessionScan.version), "members": .list(members.map { Self.member($0, folder) }),
        ]
        root["background"] = background.map { .text(Self.name(of: $0, in: folder)) }
        if layout != .sideBySide { root["layout"] = .object(Self.layout(layout, members: members.count)) }
        root["captions"] = captions.map { .object(Self.captions($0)) }
        root["range"] = range.map {
            .object(["from": .number($0.lowerBound.seconds), "to": .number($0.upperBound.seconds)])
        }
        if loops { root["loops"] = .truth(true) }
        if alternates { root["alternates"] = .truth(true) }
        if rate != 1 { root["rate"] = .number(rate) }
        root["audible"] = audible.map { .whole($0) }
        if !markers.isEmpty {
            root["markers"] = .list(
                markers.map { marker in
                    var fields: [String: WrittenValue] = ["time": .number(marker.time.seconds)]
                    if !marker.text.isEmpty { fields["text"] = .text(PlainText.line(marker.text)) }
                    return .object(fields)
                })
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // All numbers in it are finite, and nothing else can fail to encode.
        return ((try? encoder.encode(WrittenValue.object(root))) ?? Data()) + Data("\n".utf8)
    }

    private static func member(_ member: Member, _ folder: URL) -> WrittenValue {
        var fields: [String: WrittenValue] = ["file": .text(name(of: member.source, in: folder))]
        if member.map.offset != .zero { fields["offset"] = .number(member.map.offset.seconds) }
        if member.map.speed != 1 { fields["speed"] = .number(member.map.speed) }
        if let range = member.map.range {
            fields["from"] = .number(range.lowerBound.seconds)
            fields["to"] = .number(range.upperBound.seconds)
        }
        switch member.map.end {
        case .hold: break
        case .loop: fields["end"] = .text("loop")
        case .blank: fields["end"] = .text("blank")
        @unknown default: break
        }
        fields["name"] = member.name.map { .text(PlainText.line($0)) }
        return .object(fields)
    }

    private static func name(of source: URL, in folder: URL) -> String {
        guard source.isFileURL else { return source.absoluteString }
        let (path, base) = (source.standardizedFileURL.path, folder.standardizedFileURL.path + "/")
        return path.hasPrefix(base) ? String(path.dropFirst(base.count)) : path
    }

    private static func layout(_ layout: TileLayout, members: Int) -> [String: WrittenValue] {
        func index(_ index: Int) -> Int { min(max(index, 0), max(members - 1, 0)) }
        var fields: [String: WrittenValue] = [:]
        switch layout.arrangement {
        case .sideBySide: fields["kind"] = .text("sideBySide")
        case .stacked: fields["kind"] = .text("stacked")
        case .grid: fields["kind"] = .text("grid")
        case .wipe(let at): (fields["kind"], fields["at"]) = (.text("wipe"), .number(clamped(at, 0...1, 0.5)))
        case .focus(let on): (fields["kind"], fields["on"]) = (.text("focus"), .whole(index(on)))
        case .single(let on): (fields["kind"], fields["on"]) = (.text("single"), .whole(index(on)))
        case .difference(let difference):
            fields["kind"] = .text("difference")
            switch difference.style {
            case .absolute: break
            case .luma: fields["style"] = .text("luma")
            case .signed: fields["style"] = .text("signed")
            case .heat: fields["style"] = .text("heat")
            case .threshold(let part):
                (fields["style"], fields["threshold"]) = (.text("threshold"), .number(clamped(part, 0...1, 0)))
            @unknown default: break
            }
            if difference.gain != 1 { fields["gain"] = .number(clamped(difference.gain, 1...64, 1)) }
            if difference.first != 0 { fields["first"] = .whole(index(difference.first)) }
            if difference.second != 1 { fields["second"] = .whole(index(difference.second)) }
        @unknown default: fields["kind"] = .text("sideBySide")
        }
        switch layout.fitting {
        case .fit: break
        case .fill: fields["fitting"] = .text("fill")
        case .stretch: fields["fitting"] = .text("stretch")
        @unknown default: break
        }
        if layout.spacing != 0 { fields["spacing"] = .number(clamped(layout.spacing, 0...7680, 0)) }
        if layout.margin != 0 { fields["margin"] = .number(clamped(layout.margin, 0...7680, 0)) }
        let order = layout.order.filter { (0..<members).contains($0) }
        if !order.isEmpty { fields["order"] = .list(order.map { .whole($0) }) }
        if layout.zoom != TileLayout.Zoom() {
            let zoom = layout.zoom
            var values: [String: WrittenValue] = [
                "scale": .number(clamped(zoom.scale, 0.1...32, 1)), "x": .number(clamped(zoom.x, 0...1, 0.5)),
                "y": .number(clamped(zoom.y, 0...1, 0.5)),
            ]
            if zoom.magnification == .pixels { values["squares"] = .truth(true) }
            fields["zoom"] = .object(values)
        }
        return fields
    }

    private static func captions(_ captions: TileCaptions) -> [String: WrittenValue] {
        var fields: [String: WrittenValue] = ["items": .list(captions.items.map { .text($0.rawValue) })]
        if captions.corner != .topLeft { fields["corner"] = .text(captions.corner.rawValue) }
        if captions.height != TileCaptions().height {
            fields["height"] = .number(clamped(captions.height, 0.01...0.2, TileCaptions().height))
        }
        return fields
    }

    /// As the value is used: a file may only say what it may say.
    private static func clamped(_ value: Double, _ range: ClosedRange<Double>, _ standard: Double) -> Double {
        value.isNaN ? standard : min(max(value, range.lowerBound), range.upperBound)
    }
}

/// A value as a session's file has it.
private indirect enum WrittenValue: Encodable {
    case text(String)
    case number(Double)
    case whole(Int)
    case truth(Bool)
    case list([WrittenValue])
    case object([String: WrittenValue])

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .whole(let number): try container.encode(number)
        case .truth(let isTrue): try container.encode(isTrue)
        case .list(let values): try container.encode(values)
        case .object(let values): try container.encode(values)
        }
    }
}
