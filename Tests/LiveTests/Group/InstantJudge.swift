#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport

    @testable import MultiPlayerKit

    /// Decides from the codes read from the tiles whether they show one instant, by the clips' own facts and the
    /// members' maps, not by what the kit reports.
    struct InstantJudge {
        /// A member as the test has set it up.
        struct Part: Sendable {
            /// The number that its frames carry.
            var clip: Int
            var facts: ClipFacts
            var map: TimeMap
            /// Frames nudged since the map was set.
            var nudges = 0
            var frameDuration: Duration
            /// Whether it is a background: that runs on a line of its own and has no part in the group's instant.
            var isBackground = false

            var offset: Duration { map.offset + frameDuration * nudges }

            /// The group times at which the frame with this index is due; empty if it never is.
            func times(of index: Int) -> [Range<Duration>] {
                guard let number = facts.indices.firstIndex(of: index) else { return [] }
                let all = facts.timesFromFirst
                let length = facts.length
                let wanted = map.range ?? .zero..<length
                let range = min(wanted.lowerBound, length)..<min(wanted.upperBound, length)
                let begin = max(all[number], range.lowerBound)
                let end = min(number + 1 < all.count ? all[number + 1] : length, range.upperBound)
                guard begin < end else { return [] }
                func groupTime(_ item: Duration) -> Duration {
                    .nanoseconds(
                        Int64(Double((item - range.lowerBound - offset).nanoseconds) / map.speed))
                }
                let turns = map.end == .loop ? Int(Self.horizon / (range.upperBound - range.lowerBound)) + 1 : 1
                return (0..<turns).map { turn in
                    let shift = (range.upperBound - range.lowerBound) * turn
                    let isFirst = begin == range.lowerBound && turn == 0
                    let isLast = end == range.upperBound && map.end == .hold
                    let from = isFirst ? .zero - Self.horizon : groupTime(begin + shift)
                    let to = isLast ? Self.horizon * 4 : groupTime(end + shift)
                    return from..<to
                }
            }
            /// Later than any test runs.
            private static let horizon = Duration.seconds(120)
        }

        /// The members' maps from a host time on.
        private var settings: [(from: HostTime, parts: [MemberID: Part])] = []
        private(set) var parts: [MemberID: Part] = [:]
        /// Backgrounds so far, and their clips.
        private var backdrops: (members: Set<MemberID>, clips: Set<Int>) = ([], [])

        /// Records a change; call it before the group makes the change.
        mutating func change(_ body: (inout [MemberID: Part]) -> Void) {
            body(&parts)
            for (id, part) in parts where part.isBackground {
                backdrops.members.insert(id)
                backdrops.clips.insert(part.clip)
            }
            settings.append((.now, parts))
        }

        /// Whether a frame is due at a group time by the current maps. Files round times to a microsecond.
        func isDue(_ index: Int, of id: MemberID, at time: Duration) -> Bool {
            let rounding = Duration.microseconds(2)
            return parts[id]?.times(of: index).contains {
                $0.lowerBound - rounding <= time && time < $0.upperBound + rounding
            } ?? false
        }

        /// A tick whose tiles belong to no common instant.
        struct Fault: CustomStringConvertible {
            var tick: TileReader.Tick
            var parts: [MemberID: Part]
            var description: String {
                let tiles = tick.tiles.sorted { $0.key < $1.key }.map { id, code in
                    let time = parts[id]?.times(of: code.index).first.map { "group time \($0.lowerBound.seconds)" }
                    return "\(id) shows \(code) (\(time ?? "never due"))"
                }
                return "tick \(tick.index): \(tiles.joined(separator: ", "))"
            }
        }

        /// The ticks that mix instants. A new setting shows from some tick on, on all tiles at once.
        func faults(in ticks: [TileReader.Tick]) -> [Fault] {
            var setting = 0
            return ticks.compactMap { tick in
                // A tick is composed at most this long after the instant it is for.
                let latest = settings.lastIndex { $0.from <= tick.host.advanced(by: .milliseconds(500)) } ?? 0
                let found = (setting...max(latest, setting)).first { isOneInstant(tick, settings[$0].parts) }
                guard let found else { return Fault(tick: tick, parts: settings[max(latest, setting)].parts) }
                setting = found
                return nil
            }
        }

        private func isOneInstant(_ tick: TileReader.Tick, _ parts: [MemberID: Part]) -> Bool {
            var common: [Range<Duration>]?
            for (id, code) in tick.tiles {
                // In a wipe, tiles and background share one place: a tile is read where the background is, and the
                // background where a tile is still empty. Either may be newer than the setting that the others still
                // show.
                if backdrops.members.contains(id) || backdrops.clips.contains(code.clip) { continue }
                guard let part = parts[id], code.clip == part.clip else { return false }
                let times = part.times(of: code.index)
                let before = common
                common =
                    before.map { before in
                        before.flatMap { a in times.filter { a.overlaps($0) }.map { a.clamped(to: $0) } }
                    } ?? times
                if common?.isEmpty == true { return false }
            }
            return true
        }
    }
#endif
