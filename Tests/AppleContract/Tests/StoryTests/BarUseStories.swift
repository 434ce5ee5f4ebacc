import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
@_spi(Double) import SwiftUI
import Testing
@_spi(Double) import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// The transport bar in a window: what can be read on it, and what becomes of what is pressed, chosen and dragged.
@Suite(.serialized) @MainActor
struct BarUseStories {
    private let world = World(seed: 29)
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 640, height: 120))
    private let controller: UIHostingController<TransportBar?>
    private let host: HostingDouble
    private var group: PlaybackGroup { world.group }

    init() throws {
        controller = UIHostingController(rootView: TransportBar(group: world.group))
        host = try #require(controller.view as? HostingDouble)
        host.frame = window.bounds
        window.addSubview(host)
        window.layoutIfNeeded()
    }

    // MARK: Hands

    /// Nothing here asks the host to look again: what is read on it is what SwiftUI heard of.
    private func control(_ label: String) throws -> HostingDouble.Control {
        try #require(host.controls.first { $0.label == label }, "\(host.controls.map(\.label))")
    }

    private func press(_ label: String) async throws {
        let control = try control(label)
        #expect(control.isEnabled)
        let press = try #require(control.press)
        press()
        await world.settle()
    }

    private func choices(_ label: String) throws -> [HostingDouble.Choice] {
        try #require(host.controls.first { $0.label == label && !$0.choices.isEmpty }).choices
    }

    private func choose(_ title: String, of label: String) async throws {
        let choice = try #require(choices(label).first { $0.title == title })
        choice.choose()
        await world.settle()
    }

    private func chosen(_ label: String) throws -> [String] { try choices(label).filter(\.isChosen).map(\.title) }

    /// Two videos of a minute.
    private func fill() async -> [MemberID] {
        let ids = [group.add(url: world.clip()), group.add(url: world.clip())]
        #expect(await world.advance { group.length != nil })
        await world.settle()
        return ids
    }

    // MARK: Buttons

    @Test func `without a video every control is there, and none can be used`() async throws {
        await world.settle()
        #expect(host.texts == ["0:00.00", "–"])
        #expect(
            host.controls.filter { $0.press != nil }.map(\.label) == [
                "Previous Frame", "Play", "Next Frame", "Nudge Back", "Nudge Forward", "Loop",
            ])
        #expect(host.controls.allSatisfy { !$0.isEnabled })
        let ids = await fill()
        #expect(host.controls.allSatisfy { $0.isEnabled })
        #expect(host.texts == ["0:00.00", "1:00.00"])
        for id in ids { group.remove(id) }
        await world.settle()
        #expect(host.controls.allSatisfy { !$0.isEnabled })
    }

    @Test func `the button plays and pauses, and says which`() async throws {
        _ = await fill()
        try await press("Play")
        #expect(try control("Pause").key == " ")
        #expect(await world.advance { group.state == .playing })
        await world.advance(by: .seconds(1))
        try await press("Pause")
        #expect(group.state == .paused)
        #expect(try control("Play").key == " ")
        // By the app.
        await world.play()
        #expect(try control("Pause").isEnabled)
        group.pause()
        await world.settle()
        #expect(throws: Never.self) { try control("Play") }
        #expect(world.violations.isEmpty)
    }

    @Test func `steps go on by a frame of the group, and nudges by one of the chosen member`() async throws {
        let ids = await fill()
        await world.play()
        group.pause()
        await world.advance(by: .seconds(1))
        let frame = Duration.seconds(1) / 30
        let start = group.time()
        try await press("Next Frame")
        await world.advance(by: .seconds(1))
        #expect(abs((group.time() - start - frame).seconds) < 0.001)
        try await press("Previous Frame")
        await world.advance(by: .seconds(1))
        #expect(abs((group.time() - start).seconds) < 0.001)

        func offsets() -> [Double] { ids.map { (group.timeMap(of: $0)?.offset.seconds ?? .nan) * 30 } }
        // Of two the second, as long as nobody chooses.
        #expect(try chosen("Member") == [group.name(of: ids[1])])
        try await press("Nudge Forward")
        try await press("Nudge Forward")
        try await choose(group.name(of: ids[0]), of: "Member")
        #expect(try control("Member").value == group.name(of: ids[0]))
        #expect(try chosen("Member") == [group.name(of: ids[0])])
        try await press("Nudge Back")
        await world.advance(by: .seconds(1))
        for (offset, wanted) in zip(offsets(), [-1.0, 2]) { #expect(abs(offset - wanted) < 0.001, "\(offsets())") }
        // Who has gone cannot be moved.
        group.remove(ids[0])
        await world.settle()
        #expect(try chosen("Member") == [group.name(of: ids[1])])
        #expect(world.violations.isEmpty)
    }

    // MARK: Menus

    @Test func `what the menus offer takes effect, and what the app sets is chosen in them`() async throws {
        let ids = await fill()
        let names = ids.map { group.name(of: $0) }
        #expect(try choices("Speed").map(\.title) == ["0.25×", "0.5×", "0.75×", "1×", "1.25×", "1.5×", "2×", "4×"])
        #expect(try chosen("Speed") == ["1×"] && control("Speed").value == "1×")
        try await choose("0.5×", of: "Speed")
        #expect(group.rate == 0.5)
        #expect(try chosen("Speed") == ["0.5×"] && control("Speed").value == "0.5×")
        // A speed of the app's own is offered while it holds.
        group.rate = 0.9
        await world.settle()
        #expect(try choices("Speed").map(\.title).contains("0.9×") && chosen("Speed") == ["0.9×"])
        group.rate = 1
        await world.settle()
        #expect(try !choices("Speed").map(\.title).contains("0.9×"))

        #expect(try choices("Sound").map(\.title) == ["None"] + names && chosen("Sound") == ["None"])
        try await choose(names[1], of: "Sound")
        #expect(group.audibleMember == ids[1])
        #expect(try chosen("Sound") == [names[1]] && control("Sound").value == names[1])
        try await choose("None", of: "Sound")
        #expect(group.audibleMember == nil)
        #expect(try control("Sound").value == "None")

        try await press("Loop")
        #expect(group.loops)
        try await press("Loop")
        #expect(!group.loops)
        // One more member is offered, too.
        let third = group.add(url: world.clip())
        await world.settle()
        #expect(try choices("Member").map(\.title) == names + [group.name(of: third)])
        #expect(world.violations.isEmpty)
    }

    // MARK: Slider

    @Test func `the slider leads the group, shows where it goes, and lets go as it leaves the screen`() async throws {
        _ = await fill()
        await world.play()
        func slide() throws -> HostingDouble.Slide { try #require(control("Position").slide) }
        #expect(try slide().bounds == 0...60)
        try slide().edit(true)
        for seconds in [10.0, 20, 30] {
            try slide().move(seconds)
            await world.advance(by: .milliseconds(200))
            #expect(try slide().position == seconds)
        }
        #expect(await isHeld())
        try slide().edit(false)
        await world.advance(by: .seconds(1))
        #expect(await !isHeld())
        #expect(group.time() >= .seconds(30) && group.time() < .seconds(34))
        // By VoiceOver.
        group.pause()
        await world.advance(by: .seconds(1))
        let time = group.time()
        let adjust = try #require(control("Position").adjust)
        adjust(.increment)
        await world.advance(by: .seconds(1))
        #expect(abs((group.time() - time).seconds - 1.2) < 0.05, "a fiftieth of a minute")
        await world.play()
        try slide().edit(true)
        #expect(await isHeld())
        controller.rootView = nil
        #expect(await !isHeld())
        #expect(host.controls.isEmpty && world.violations.isEmpty)
    }

    /// Whether a group that plays stands still under a hand.
    private func isHeld() async -> Bool {
        await world.advance(by: .seconds(1))
        let time = group.time()
        await world.advance(by: .milliseconds(300))
        return group.state == .playing && group.time() == time
    }
}
