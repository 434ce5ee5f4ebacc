import Foundation
import MultiPlayerKit

/// What was measured in one run, as the file that `--report` writes.
///
/// Scripts read it: a field may be added without notice, but one that changes its meaning or goes raises `schema`.
struct RunReport: Encodable {
    struct Lateness: Encodable {
        var p50: Double
        var p95: Double
        var p99: Double
        var max: Double
    }

    struct Ticks: Encodable {
        var planned: Int
        var presented: Int
        var late: Int
        var missed: Int
        var fps: Double
        var latenessMs: Lateness
    }

    struct Rectangle: Encodable {
        var x: Int
        var y: Int
        var width: Int
        var height: Int
    }

    struct Size: Encodable {
        var width: Int
        var height: Int
    }

    struct Frames: Encodable {
        var shown: Int
        var late: Int
        var dropped: Int
    }

    struct Member: Encodable {
        var name: String
        /// As it was given on the command line.
        var source: String
        /// Where the whole picture lies on the stage; a wipe or the stage's edge may hide a part of it.
        var tile: Rectangle
        /// In square pixels, upright; null when the video never opened.
        var size: Size?
        /// Null where it varies, and when the video never opened.
        var frameRate: Double?
        var frames: Frames
        var loops: Int
        var latenessMs: Lateness
    }

    struct Group: Encodable {
        var startSkewTicks: Int
        var mixedTicks: Int
        var corrections: Int
        var stalls: Int
    }

    struct Cost: Encodable {
        var cpuSeconds: Double
        var wallSeconds: Double
        var peakMemoryBytes: Int
    }

    struct Event: Encodable {
        /// Seconds after the start; negative before it.
        var t: Double
        var what: String
        /// Counted from 1; missing where it concerns the whole group, or the background.
        var member: Int?
        var text: String
    }

    let schema = 1
    var ticks: Ticks
    var members: [Member]
    /// Null where there is none.
    var background: Member?
    var group: Group
    var cost: Cost
    var events: [Event]
}

extension RunReport {
    private enum Key: String, CodingKey {
        case schema, ticks, members, background, group, cost, events
    }

    // By hand, because a missing value is written as null here and would be left out otherwise.
    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(schema, forKey: .schema)
        try values.encode(ticks, forKey: .ticks)
        try values.encode(members, forKey: .members)
        try values.encode(background, forKey: .background)
        try values.encode(group, forKey: .group)
        try values.encode(cost, forKey: .cost)
        try values.encode(events, forKey: .events)
    }

    /// The file's content: keys in the order of the alphabet, so that two reports can be compared line by line.
    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + Data("\n".utf8)
    }
}

extension RunReport.Member {
    private enum Key: String, CodingKey {
        case name, source, tile, size, frameRate, frames, loops, latenessMs
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(name, forKey: .name)
        try values.encode(source, forKey: .source)
        try values.encode(tile, forKey: .tile)
        try values.encode(size, forKey: .size)
        try values.encode(frameRate, forKey: .frameRate)
        try values.encode(frames, forKey: .frames)
        try values.encode(loops, forKey: .loops)
        try values.encode(latenessMs, forKey: .latenessMs)
    }
}
