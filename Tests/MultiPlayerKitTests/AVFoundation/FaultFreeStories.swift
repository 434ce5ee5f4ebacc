#if canImport(AVFoundation)
    import AVFoundation
    import Testing

    @testable import MultiPlayerKit

    /// The group's life on players without faults, as stories for any world. A story that is added here is told in all.
    ///
    /// One of the worlds runs in real time, so stories wait only for what they watch. They need no clips other than
    /// ``SmallClip``s.
    enum FaultFreeStory: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case together = "all start together and stay together"
        case later = "a member that starts later begins on its first frame at its time"
        case pause = "a pause holds all on one frame, and goes on from there"
        case transport = "seek, rate, nudge and step reach everyone and keep offsets"
        case scrubbing = "scrubbing thirty times a second ends on the last frame asked for"
        case background = "a background loops beside a group that starts again"
        case groupLoop = "a group that loops starts again in every member without a seek"
        case memberLoop = "members that loop by themselves stay on the line of the group"
        case joining = "one that is added while the group plays joins the line"
        case leaving = "one that is removed lets go in the same turn, and the others play on"
        case end = "the end of a member is not a stall"
        case sound = "silent members have no sound track on, and run on the host clock"

        var testDescription: String { rawValue }

        /// Whether it has an audible member: a machine without a sound device cannot tell it.
        var needsSoundDevice: Bool { self == .sound }

        @MainActor
        func tell(in world: some StoryWorld) async throws {
            switch self {
            case .together: try await together(world)
            case .later: try await later(world)
            case .pause: try await pause(world)
            case .transport: try await transport(world)
            case .scrubbing: try await scrubbing(world)
            case .background: try await background(world)
            case .groupLoop: try await groupLoop(world)
            case .memberLoop: try await memberLoop(world)
            case .joining: try await joining(world)
            case .leaving: try await leaving(world)
            case .end: try await end(world)
            case .sound: try await sound(world)
            }
            #expect(world.violations.isEmpty)
            #expect(world.group.failures.isEmpty, "\(world.group.failures)")
        }
    }

    @MainActor
    extension FaultFreeStory {
        private func together(_ world: some StoryWorld) async throws {
            let ids = [
                world.group.add(url: try world.clip(.loud)),
                world.group.add(url: try world.clip(.silent), offset: .milliseconds(480)),
                world.group.add(url: try world.clip(.silent), speed: 0.5),
            ]
            await world.play()
            for _ in 0..<16 {
                await world.advance(by: .milliseconds(500))
                for id in ids { expectOnLine(world, id) }
            }
            // One start, and no correction afterwards.
            #expect(world.events.filter { if case .started = $0 { true } else { false } }.count == 1)
            #expect(world.events.filter { if case .corrected = $0 { true } else { false } }.isEmpty, "\(world.told)")
        }

        private func later(_ world: some StoryWorld) async throws {
            let early = world.group.add(url: try world.clip(.loud))
            let late = world.group.add(url: try world.clip(.loud), offset: .seconds(-3))
            let player = try #require(world.group.player(of: late))
            await world.play()
            await world.advance(by: .seconds(1))
            #expect((world.itemTime(of: player) ?? .zero) < .milliseconds(1))
            await world.advance(by: .seconds(4))
            expectOnLine(world, early)
            expectOnLine(world, late)
            #expect((world.itemTime(of: player) ?? .zero) > .seconds(1))
        }

        private func pause(_ world: some StoryWorld) async throws {
            let ids = [world.group.add(url: try world.clip(.loud)), world.group.add(url: try world.clip(.silent))]
            await world.play()
            await world.advance(by: .seconds(2))
            world.group.pause()
            await world.advance(by: .seconds(2))
            for id in ids { world.expectStill(id, at: world.group.time()) }
            await world.play()
            await world.advance(by: .seconds(1))
            for id in ids { expectOnLine(world, id) }
        }

        private func transport(_ world: some StoryWorld) async throws {
            let first = world.group.add(url: try world.clip(.loud))
            let second = world.group.add(url: try world.clip(.loud), offset: .seconds(1))
            await world.play()
            await world.seek(to: .seconds(2))
            for id in [first, second] { expectOnLine(world, id) }
            world.group.rate = 2
            await world.advance(by: .seconds(1))
            for id in [first, second] { expectOnLine(world, id) }
            world.group.nudge(second, by: 3)
            await world.advance(by: .seconds(1))
            for id in [first, second] { expectOnLine(world, id) }
            #expect(world.group.timeMap(of: second)?.offset == .seconds(1) + .milliseconds(100))
            world.group.step(by: -1)
            await world.advance(by: .seconds(2))
            #expect(world.group.state == .paused)
            world.expectStill(first, at: world.group.time())
            world.expectStill(second, at: world.group.time() + .milliseconds(1_100))
        }

        private func scrubbing(_ world: some StoryWorld) async throws {
            let ids = [world.group.add(url: try world.clip(.loud)), world.group.add(url: try world.clip(.silent))]
            await world.play()
            for index in 0..<90 {
                world.group.scrub(to: .milliseconds(2_000 + index * 33))
                await world.advance(by: .milliseconds(33))
            }
            await world.advance(by: .seconds(2))
            for id in ids { expectOnLine(world, id) }
        }

        private func background(_ world: some StoryWorld) async throws {
            let id = world.group.add(url: try world.clip(.loud))
            world.group.background = LoopingBackground(url: try world.clip(.silent))
            let background = try #require(world.group.backgroundMember)
            world.group.loops = true
            await world.play()
            // After the first seam of the background, then after the first of the group: a player that had to seek back
            // to the beginning would still be on its way.
            await world.advance(to: .seconds(1), behindMultipleOf: .seconds(10))
            expectOnLine(world, id)
            expectOnLine(world, background)
            #expect(world.group.player(of: background)?.rate == 1)
            await world.advance(to: .seconds(1), behindMultipleOf: .seconds(12))
            expectOnLine(world, id)
            expectOnLine(world, background)
            #expect(world.group.player(of: background)?.rate == 1)
        }

        private func groupLoop(_ world: some StoryWorld) async throws {
            let ids = [
                world.group.add(url: try world.clip(.silent)),
                world.group.add(url: try world.clip(.loud), range: .zero ..< .seconds(10)),
            ]
            world.group.loops = true
            await world.play()
            for _ in 0..<world.turns {
                await world.advance(to: .seconds(1), behindMultipleOf: .seconds(10))
                for id in ids { expectOnLine(world, id) }
            }
        }

        private func memberLoop(_ world: some StoryWorld) async throws {
            let ids = [
                world.group.add(url: try world.clip(.loud), range: .zero ..< .seconds(3), end: .loop),
                world.group.add(url: try world.clip(.silent), range: .zero ..< .seconds(2), end: .loop),
            ]
            await world.play()
            for _ in 0..<world.turns {
                await world.advance(to: .milliseconds(500), behindMultipleOf: .seconds(3))
                for id in ids { expectOnLine(world, id) }
                await world.advance(to: .milliseconds(500), behindMultipleOf: .seconds(2))
                for id in ids { expectOnLine(world, id) }
            }
        }

        private func joining(_ world: some StoryWorld) async throws {
            let first = world.group.add(url: try world.clip(.loud))
            await world.play()
            await world.advance(by: .seconds(2))
            let second = world.group.add(url: try world.clip(.silent), offset: .seconds(2))
            await world.advance(by: .seconds(4))
            expectOnLine(world, first)
            expectOnLine(world, second)
        }

        private func leaving(_ world: some StoryWorld) async throws {
            let first = world.group.add(url: try world.clip(.loud))
            let second = world.group.add(url: try world.clip(.silent))
            await world.play()
            let player = try #require(world.group.player(of: first))
            world.group.remove(first)
            #expect(player.currentItem == nil)
            await world.advance(by: .seconds(1))
            expectOnLine(world, second)
            #expect(world.group.members == [second] && world.group.player(of: first) == nil)
        }

        private func end(_ world: some StoryWorld) async throws {
            let short = world.group.add(url: try world.clip(.silent))
            let long = world.group.add(url: try world.clip(.loud))
            await world.play()
            await world.seek(to: .seconds(7))
            // Between the two ends.
            await world.advance(by: .milliseconds(11_000) - world.group.time())
            expectOnLine(world, long)
            #expect(
                !world.events.contains(.stalled(short)) && !world.events.contains(.movedByApp(short)), "\(world.told)")
            await world.advance(by: .seconds(2))
            #expect(world.group.state == .ended)
            #expect(!world.events.contains(.stalled(long)), "\(world.told)")
        }

        private func sound(_ world: some StoryWorld) async throws {
            let loud = world.group.add(url: try world.clip(.loud))
            let silent = world.group.add(url: try world.clip(.loud))
            func player(_ id: MemberID) throws -> AVPlayer { try #require(world.group.player(of: id)) }
            world.group.audibleMember = loud
            await world.play()
            for (id, sounds) in [(loud, true), (silent, false)] {
                let tracks = try #require(player(id).currentItem).tracks
                #expect(tracks.filter { $0.assetTrack?.mediaType == .audio }.allSatisfy { $0.isEnabled == sounds })
                #expect(try (player(id).sourceClock == nil) == sounds)
            }
            world.group.audibleMember = silent
            await world.advance(by: .seconds(3))
            #expect(try player(loud).sourceClock != nil && player(silent).sourceClock == nil)
            expectOnLine(world, loud)
            expectOnLine(world, silent)
        }
    }
#endif
