import Foundation

extension ConfigurationScan {
    private enum Key: String, CaseIterable { case file, from, to, duration, fade }

    /// Longer times are slips of the pen: milliseconds, most of all.
    private static var longest: Duration { .seconds(86_400) }
    private static var shortest: Duration { TrackPlan.shortestClip }
    /// A fade shows two videos at once, so it costs twice the decoding; longer than this is no transition any more.
    private static var longestFade: Duration { .seconds(10) }

    private static var fileRule: FieldRule {
        FieldRule(name: "file", allowed: "the name of a file, or an http or https address", example: "\"a.mp4\"")
    }

    private static var timeRule: FieldRule {
        FieldRule(name: "time", allowed: "seconds from 0 to \(Int(longest.seconds))", example: "7.5")
    }

    /// Reads the name of a file, or an object. `nil`, and a mistake: it has no file.
    mutating func clip(_ field: ConfigurationField) -> KioskConfiguration.Clip? {
        guard field.isObject else { return address(field, Self.fileRule).map { .init(source: MediaSource(url: $0)) } }
        guard let fields = fields(of: field, Key.self, Self.fileRule) else { return nil }
        if fields[.file] == nil { miss(.file, in: fields, Self.fileRule) }
        let url = fields[.file].flatMap { address($0, Self.fileRule) }
        // What else is wrong is worth saying without a file, too.
        var clip = KioskConfiguration.Clip(source: MediaSource(url: url ?? folder))
        clip.range = range(from: fields[.from], to: fields[.to], isStill: clip.isStill)
        clip.duration = fields[.duration].flatMap { duration($0) }
        clip.fade = fields[.fade].flatMap { fade($0, in: clip) } ?? .zero
        return url == nil ? nil : clip
    }

    private mutating func range(
        from: ConfigurationField?, to: ConfigurationField?, isStill: Bool
    ) -> Range<Duration>? {
        guard !isStill else {
            for field in [from, to].compactMap({ $0 }) {
                refuse(field, "a still picture has no part to play", "leave it out, or give \"duration\": 10")
            }
            return nil
        }
        let start = from.map { time($0, in: .zero...Self.longest, Self.timeRule) } ?? .zero
        guard let to else {
            if let from, start != nil {
                refuse(from, "the part has no end", "give \"to\", too, for example \"from\": 1, \"to\": 3")
            }
            return nil
        }
        guard let end = time(to, in: .zero...Self.longest, Self.timeRule), let start else { return nil }
        guard start < end else {
            refuse(
                to, "the part ends at \(to.value.shown) s and begins at \(from?.value.shown ?? "0") s",
                "give \"to\" after \"from\", for example \"from\": 1, \"to\": 3")
            return nil
        }
        guard end - start >= Self.shortest else {
            refuse(
                to, "the part from \(from?.value.shown ?? "0") s to \(to.value.shown) s is too short to be shown",
                "make it at least \(Self.shortest.seconds) s long")
            return nil
        }
        return start..<end
    }

    private mutating func duration(_ field: ConfigurationField) -> Duration? {
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

    private mutating func fade(_ field: ConfigurationField, in clip: KioskConfiguration.Clip) -> Duration? {
        let rule = FieldRule(
            name: "fade", allowed: "seconds from 0 to \(Int(Self.longestFade.seconds))", example: "0.5")
        guard let fade = time(field, in: .zero...Self.longestFade, rule) else { return nil }
        if let duration = clip.duration, fade > duration {
            refuse(
                field, "a fade of \(field.value.shown) s in a clip of \(duration.seconds) s",
                "give at most its duration")
        } else if let range = clip.range, fade * 2 > range.upperBound - range.lowerBound {
            // The next one may fade in over it as long, and the two must not meet.
            let length = range.upperBound - range.lowerBound
            refuse(
                field, "a fade of \(field.value.shown) s in a part of \(length.seconds) s",
                "give at most half of the part, \((length / 2).seconds)")
        }
        return fade
    }
}
