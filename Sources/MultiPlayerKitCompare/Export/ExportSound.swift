import Foundation
import MultiPlayerKit

/// Decoded sound of one stretch, in order.
protocol SoundReading: AnyObject {
    /// Hands over the next samples, those of both channels in turn, and how long after the stretch's beginning the first
    /// of them is heard. Blocks.
    ///
    /// - Returns: `false` at the end.
    func next(_ take: (UnsafeBufferPointer<Float>, Duration) -> Void) throws(PlaybackError) -> Bool
}

/// What is heard of one member over the time of an export, read from front to back.
///
/// Sendable because it is used from one thread at a time: one after the other.
final class ExportSound: @unchecked Sendable {
    /// Samples a second, of each channel.
    static let rate = 48_000
    static let channels = 2
    /// How far a packet may seem to lie from the end of the one before, in samples. Matroska rounds times to
    /// milliseconds; a larger step is a gap in the file.
    private static let tolerance = rate * 3 / 2_000

    /// What is heard from a host time on, until the member's line takes another course.
    struct Stretch {
        /// The item times that are heard; `nil`: silence.
        var sound: Range<Duration>?
        /// Item seconds per host second.
        var speed: Double
        /// When the next stretch begins; `nil`: this one lasts until the line changes.
        var end: HostTime?
    }

    private let open: (Stretch) throws(PlaybackError) -> (any SoundReading)?
    private var stretches: ((HostTime) -> Stretch)?
    private var start = HostTime(nanoseconds: 0)
    /// The stretch that is read, and where it ends in the export; `nil`: it has no end.
    private var stretch: (value: Stretch, first: Int, end: Int?)?
    private var reading: (any SoundReading)?
    /// Samples of both channels that nobody has taken yet, from `position` on.
    private var ready: [Float] = []
    private var position = 0

    /// - Parameter open: opens a member's file for a stretch that is heard; blocks. `nil`: there is nothing in it.
    init(open: @escaping (Stretch) throws(PlaybackError) -> (any SoundReading)?) {
        self.open = open
    }

    /// - Parameters:
    ///   - start: the host time of the export's first frame.
    ///   - stretches: what is heard from a host time on.
    func begin(at start: HostTime, _ stretches: @escaping (HostTime) -> Stretch) {
        (self.start, self.stretches) = (start, stretches)
    }

    /// Adds its next samples to a mix of both channels. Blocks.
    func add(to mix: inout [Float]) throws(PlaybackError) {
        let wanted = mix.count / Self.channels
        while ready.count < mix.count { try readOn(atLeast: wanted) }
        for index in mix.indices { mix[index] += ready[index] }
        ready.removeFirst(mix.count)
        position += wanted
    }

    private var end: Int { position + ready.count / Self.channels }

    private func host(of sample: Int) -> HostTime {
        start.advanced(by: .nearest(seconds: Double(sample) / Double(Self.rate)))
    }

    private func sample(at host: HostTime) -> Int {
        Int((start.duration(to: host).seconds * Double(Self.rate)).rounded())
    }

    /// Gets more samples ready, silence where nothing is heard.
    private func readOn(atLeast count: Int) throws(PlaybackError) {
        guard let stretches else { return pad(to: position + count) }
        if stretch.map({ $0.end.map { $0 <= end } ?? false }) ?? true {
            // Times are rounded to samples: the next stretch is looked for a little later.
            let next = stretches(host(of: end).advanced(by: .microseconds(25)))
            stretch = (next, end, next.end.map(sample(at:)))
            reading = next.sound == nil ? nil : try open(next)
        }
        guard let stretch else { return }
        let limit = stretch.end ?? .max
        guard let reading else { return pad(to: min(limit, position + count)) }
        let isStretched = stretch.value.speed != 1
        let hasMore = try reading.next { samples, heard in
            var place = stretch.first + Int((heard.seconds * Double(Self.rate)).rounded())
            // What is stretched comes without gaps, at times that are rounded to the pieces of which it is made.
            if isStretched, end > stretch.first { place = end }
            append(samples, at: place, before: limit)
        }
        if !hasMore {
            self.reading = nil
            pad(to: min(limit, position + count))
        }
    }

    private func append(_ samples: UnsafeBufferPointer<Float>, at place: Int, before limit: Int) {
        var place = place
        if abs(place - end) <= Self.tolerance { place = end }
        pad(to: min(place, limit))
        // What came before the stretch, or again.
        let skipped = max(end - place, 0)
        let count = min(samples.count / Self.channels - skipped, limit - end)
        guard count > 0 else { return }
        ready.append(contentsOf: samples[skipped * Self.channels..<(skipped + count) * Self.channels])
    }

    private func pad(to sample: Int) {
        guard sample > end else { return }
        ready.append(contentsOf: repeatElement(0, count: (sample - end) * Self.channels))
    }
}
