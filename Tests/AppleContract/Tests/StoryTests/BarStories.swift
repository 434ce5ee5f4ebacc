import MultiPlayerKitTestSupport
import Observation
import SwiftUI
import Synchronization
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// What the transport bar hears of: a part of it that is not told is not drawn again.
@Suite(.serialized) @MainActor
struct BarStories {
    enum Part: CaseIterable { case bar, scrubber, steps, nudges, members, speed, sound, loop, toggle }

    private let world = World(seed: 83)
    private var group: PlaybackGroup { world.group }

    /// What `$group.loops` and its like are.
    private func binding<Value>(_ path: ReferenceWritableKeyPath<PlaybackGroup, Value>) -> Binding<Value> {
        let group = group
        return Binding {
            group[keyPath: path]
        } set: {
            group[keyPath: path] = $0
        }
    }

    /// Makes a part's body, as SwiftUI does, and hears whether it has to be made again.
    private func observe(_ part: Part) -> Told {
        let told = Told()
        withObservationTracking {
            switch part {
            case .bar: _ = TransportBar(group: group).body
            case .scrubber: _ = Scrubber(group: group).body
            case .steps: _ = StepButtons(group: group, takesKeys: true).body
            case .nudges: _ = NudgeButtons(group: group, member: group.members.first, takesKeys: true).body
            case .members: _ = MemberMenu(group: group, selection: .constant(group.members.first)).body
            case .speed: _ = SpeedMenu(rate: binding(\.rate)).body
            case .sound: _ = SoundMenu(group: group, audible: binding(\.audibleMember)).body
            case .loop: _ = LoopButton(loops: binding(\.loops)).body
            case .toggle: _ = binding(\.loops).wrappedValue
            }
        } onChange: {
            told.note()
        }
        return told
    }

    /// Observes and acts; returns the parts that were told.
    private func told(of action: () async -> Void) async -> Set<Part> {
        let observed = Part.allCases.map { ($0, observe($0)) }
        await action()
        return Set(observed.filter(\.1.isTold).map(\.0))
    }

    @Test func `each part hears of what it shows, and of nothing else`() async throws {
        #expect(await told { group.add(url: world.clip()) } == [.bar, .nudges, .members, .sound])
        let first = try #require(group.members.first)
        await world.advance(by: .seconds(1))
        #expect(await told { group.loops.toggle() } == [.loop, .toggle])
        #expect(await told { group.rate = 0.5 } == [.speed])
        #expect(await told { group.audibleMember = first } == [.sound])
        #expect(await told { await world.play() } == [.scrubber, .steps])
        #expect(await told { await world.advance(by: .seconds(2)) } == [])
        #expect(await told { group.pause() } == [.scrubber, .steps])
        #expect(await told { group.remove(first) } == [.bar, .nudges, .members, .sound])
        #expect(world.violations.isEmpty)
    }
}

/// Whether an observer was told, from any thread.
private final class Told: Sendable {
    private let count = Mutex(0)

    var isTold: Bool { count.withLock { $0 > 0 } }

    func note() { count.withLock { $0 += 1 } }
}
