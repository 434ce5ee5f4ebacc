import AVFoundation
import Foundation
import MultiPlayerKit
import SwiftUI

/// The code of the documentation for Apple platforms. It is compiled, not run; `SnippetTests` compares the two.
///
/// Each function is one block, with what the page takes for granted as its arguments.
@MainActor
enum Snippets {
    // MARK: README

    static func readme(without: URL, with: URL, road: URL) async throws {
        let group = PlaybackGroup()
        group.add(url: without)
        group.add(url: with, offset: .milliseconds(480))
        group.background = LoopingBackground(url: road)
        let screen = VStack {
            ComparisonView(group: group, layout: .sideBySide)
            TransportBar(group: group)
        }
        try await group.play()  // every member is ready, and all are anchored to one host time
        _ = screen
    }

    // MARK: Getting started

    static func makingAGroup(without: URL, with: URL, road: URL) -> PlaybackGroup {
        let group = PlaybackGroup()
        group.add(url: without)
        group.add(url: with, offset: .milliseconds(480))
        group.background = LoopingBackground(url: road)
        return group
    }

    static func showingIt(_ group: PlaybackGroup) -> some View {
        struct ComparisonScreen: View {
            let group: PlaybackGroup

            var body: some View {
                VStack {
                    ComparisonView(group: group, layout: .sideBySide)
                    TransportBar(group: group)
                }
                .onDisappear { group.pause() }
            }
        }
        return ComparisonScreen(group: group)
    }

    static func playing(_ group: PlaybackGroup) async throws {
        try await group.play()
    }

    static func wiping(_ group: PlaybackGroup) -> some View {
        struct WipeScreen: View {
            let group: PlaybackGroup
            @State private var layout = TileLayout.wipe

            init(group: PlaybackGroup) { self.group = group }

            var body: some View {
                VStack {
                    ComparisonView(group: group, layout: $layout)
                    TransportBar(group: group)
                }
            }
        }
        return WipeScreen(group: group)
    }

    static func steering(_ group: PlaybackGroup) async throws {
        group.pause()
        try await group.seek(to: .seconds(2))
        group.step(by: -1)
        group.rate = 0.5
        group.loops = true
    }

    static func oneMember(_ group: PlaybackGroup, second: MemberID) {
        group.nudge(second, by: 1)
        group.audibleMember = second
    }

    static func listening(_ group: PlaybackGroup) async {
        for await event in group.events {
            switch event {
            case .failed(let member, let error): print(member, error)
            case .stalled(let member): print(member, "has no frames")
            case .resumed(let member): print(member, "is back on the line")
            default: break
            }
        }
    }

    // MARK: Backgrounds

    static func background(_ group: PlaybackGroup, road: URL) {
        group.background = LoopingBackground(url: road)
    }

    // MARK: Past the decoder limit

    static func tryingAgain(_ group: PlaybackGroup, member: MemberID, other: MemberID, url: URL) async throws {
        if group.failures[member]?.code == .decodingFailed {
            group.remove(other)
            group.remove(member)
            try await Task.sleep(for: .seconds(1))
            group.add(url: url)
        }
    }

    // MARK: From AVPlayer

    static func usualCode(without: URL, with: URL, screen: CALayer) {
        let left = AVPlayer(url: without)
        let right = AVPlayer(url: with)
        for player in [left, right] { screen.addSublayer(AVPlayerLayer(player: player)) }
        left.play()
        right.play()
    }

    static func theGroup(without: URL, with: URL) async throws {
        let group = PlaybackGroup()
        group.add(url: without)
        group.add(url: with)
        try await group.play()
    }

    static func ownLayer(_ group: PlaybackGroup, member: MemberID) {
        let layer = AVPlayerLayer()
        layer.player = group.player(of: member)
    }

    static func mediaTimes(_ group: PlaybackGroup) async throws {
        try await group.seek(to: CMTime(value: 90, timescale: 30))
        let start = CMClock.hostTimeClock.time + CMTime(value: 1, timescale: 2)
        try await group.play(at: start)
    }

    static func lending(_ player: AVPlayer, to group: PlaybackGroup) throws -> MemberID {
        let member = try group.add(player: player, offset: .milliseconds(480))
        return member
    }

    static func takingBack(_ player: AVPlayer, _ member: MemberID, from group: PlaybackGroup) {
        group.remove(member)
        player.play()
    }

    static func refused(_ player: AVPlayer, by group: PlaybackGroup) {
        do {
            try group.add(player: player)
        } catch {
            print(error.reason, error.cure)
        }
    }

    // MARK: The coordination medium

    static func coordinating(_ left: AVPlayer, _ right: AVPlayer) throws {
        if #available(iOS 26, macOS 26, tvOS 26, visionOS 26, *) {
            let medium = AVPlaybackCoordinationMedium()
            try left.playbackCoordinator.coordinate(using: medium)
            try right.playbackCoordinator.coordinate(using: medium)
            left.play()  // the other plays too
        }
    }
}
