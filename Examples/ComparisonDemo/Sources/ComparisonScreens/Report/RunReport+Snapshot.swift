import Foundation
import MultiPlayerKit
import MultiPlayerKitScreen

extension RunReport {
    /// - Parameters:
    ///   - snapshot: the group's figures.
    ///   - placements: where its tiles lie.
    ///   - sources: what the members and the background were given as, the background last.
    init(
        _ snapshot: GroupSnapshot, placements: [MemberID: TilePlacement],
        sources: (members: [String], background: String?),
        budget: Budget, cost: ProcessCost, events: [Event], recording: RecordingReport? = nil
    ) {
        self.init(
            recording: recording, ticks: Ticks(snapshot.ticks),
            members: zip(snapshot.members, sources.members).map {
                Member($0, source: $1, placement: placements[$0.id])
            },
            background: snapshot.background.map {
                Member($0, source: sources.background ?? $0.name, placement: placements[$0.id])
            },
            group: Group(
                startSkewTicks: snapshot.startSkewTicks, mixedTicks: snapshot.mixedTicks,
                longestMixedRun: snapshot.longestMixedRun, corrections: snapshot.corrections, stalls: snapshot.stalls),
            budget: budget,
            cost: Cost(
                cpuSeconds: cost.processorTime.inSeconds.rounded(places: 3),
                wallSeconds: cost.wallTime.inSeconds.rounded(places: 3), peakMemoryBytes: cost.peakMemory),
            events: events)
    }
}

extension RunReport.Ticks {
    init(_ ticks: GroupSnapshot.Ticks) {
        self.init(
            planned: ticks.planned, presented: ticks.presented, late: ticks.late, missed: ticks.missed,
            fps: ticks.perSecond.rounded(places: 3), latenessMs: RunReport.Lateness(ticks.lateness))
    }
}

extension RunReport.Lateness {
    init(_ lateness: GroupSnapshot.Lateness) {
        self.init(
            p50: lateness.p50.inMilliseconds.rounded(places: 3), p95: lateness.p95.inMilliseconds.rounded(places: 3),
            p99: lateness.p99.inMilliseconds.rounded(places: 3), max: lateness.max.inMilliseconds.rounded(places: 3))
    }
}

extension RunReport.Member {
    init(_ member: GroupSnapshot.Member, source: String, placement: TilePlacement?) {
        self.init(
            name: member.name, source: source, tile: RunReport.Rectangle(placement?.picture ?? .zero),
            size: member.info.map { RunReport.Size($0.displaySize) },
            frameRate: member.info?.frameRate?.perSecond.rounded(places: 3),
            frames: RunReport.Frames(shown: member.framesShown, late: member.framesLate, dropped: member.framesDropped),
            loops: member.loops, latenessMs: RunReport.Lateness(member.lateness),
            isLeftBehind: member.isLeftBehind, tier: member.tier.rawValue,
            tierSeconds: Dictionary(
                uniqueKeysWithValues: member.tierDurations.map {
                    ($0.key.rawValue, $0.value.inSeconds.rounded(places: 3))
                }))
    }
}

extension RunReport.Rectangle {
    init(_ rect: CGRect) {
        self.init(x: Int(rect.minX), y: Int(rect.minY), width: Int(rect.width), height: Int(rect.height))
    }
}

extension RunReport.Size {
    init(_ size: CGSize) {
        self.init(width: Int(size.width.rounded()), height: Int(size.height.rounded()))
    }
}
