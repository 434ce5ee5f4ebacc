#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen
    @testable import TestTools
    @testable import MultiPlayerKitKiosk

    /// What a kiosk composes besides the frames themselves: parts of a wall, fades, posters, hours.
    @Suite(.shared, .serialized, .timeLimit(.minutes(5)))
    @MainActor
    final class KioskPictureTests {
        private let scratch: ScratchFolder
        private var folder: URL { scratch.url }

        init() throws {
            scratch = try ScratchFolder()
        }

        private func clip(_ id: Int, frames: Int = 60) throws -> KioskReel.Entry {
            let clip = IndexClip(id: id).with { ($0.width, $0.height, $0.frameCount) = (640, 360, frames) }
            return try KioskReel.make([(clip, false)], in: folder).entries[0]
        }

        private func tile(_ entries: [KioskReel.Entry], fade: Duration = .zero, poster: URL? = nil)
            -> KioskConfiguration.Tile
        {
            KioskConfiguration.Tile(
                name: "tile \(entries.map(\.id))",
                clips: entries.map { KioskConfiguration.Clip(source: MediaSource(url: $0.url), fade: fade) },
                poster: poster)
        }

        /// The picture of a kiosk at a time since the epoch.
        private func luma(
            _ tiles: [KioskConfiguration.Tile], size: CGSize = CGSize(width: 640, height: 360), part: CGRect? = nil,
            at time: Duration, schedule: [KioskHours] = []
        ) async throws -> [UInt8] {
            let screen = KioskConfiguration.Screen(size: size, tiles: tiles, part: part, output: .none)
            let configuration = KioskConfiguration(screens: [screen], schedule: schedule)
            let ticks = 61
            let begin = time - FrameRate(60).time(ofFrame: Int64(ticks - 1))
            let display = try KioskDisplay(
                configuration, budget: nil, pace: .unpaced, time: nil,
                line: LineAnchor(hostTime: HostTime(nanoseconds: 0), time: begin, rate: 1))
            try display.start()
            await Task.detached { display.stages[0].advance(ticks: ticks) }.value
            let picture = try #require(display.stages[0].lastPicture)
            display.stop()
            return try #require(
                picture.withPlanes { planes in
                    (0..<planes.height).flatMap { row in
                        planes.luma[(row * planes.stride)..<(row * planes.stride + planes.width)].map { $0 }
                    }
                })
        }

        @Test func `two machines show the halves of what one would show`() async throws {
            let tiles = [tile([try clip(1)]), tile([try clip(2)])]
            // The whole shows the pictures in their own size, so that nothing is scaled.
            let whole = CGSize(width: 1280, height: 360)
            let all = try await luma(tiles, size: whole, at: .seconds(1_000.4))
            for (index, start) in [0.0, 0.25, 0.5].enumerated() {
                let part = CGRect(x: start, y: 0, width: 0.5, height: 1)
                let half = try await luma(tiles, part: part, at: .seconds(1_000.4))
                let expected = (0..<360).flatMap { row in
                    all[(row * 1280 + Int(start * 1280))..<(row * 1280 + Int(start * 1280) + 640)]
                }
                #expect(half == expected, "part \(index)")
            }
        }

        @Test func `a clip that fades in covers the previous one gradually`() async throws {
            let (one, two) = (try clip(3), try clip(4))
            let fading = tile([one, two], fade: .seconds(1))
            // Two seconds each, one of which overlaps the previous clip: a turn takes two.
            for (time, presence) in [(1.25, 0.25), (1.5, 0.5), (1.75, 0.75)] {
                let mixed = try await luma([fading], at: .seconds(1_000 + time - 0.001))
                let below = try await luma([tile([one])], at: .seconds(1_000 + time - 0.001))
                let above = try await luma([tile([two])], at: .seconds(1_000 + time - 1.001))
                let worst = mixed.indices.map {
                    abs(Double(mixed[$0]) - Double(below[$0]) * (1 - presence) - Double(above[$0]) * presence)
                }.max()
                #expect(worst ?? 255 <= 4, "at \(presence)")
                #expect(mixed != below && mixed != above)
            }
        }

        @Test func `a tile with a broken clip shows its poster, and a kiosk out of hours is dark`() async throws {
            let entry = try clip(5)
            let still = try KioskReel.make([(IndexClip(id: 6), true)], in: folder).entries[0]
            var broken = entry
            broken.url = folder.appending(path: "broken.mp4")
            try Data("no video".utf8).write(to: broken.url)
            let poster = try await luma([tile([broken], poster: still.url)], at: .seconds(1_000))
            let code = poster.withUnsafeBufferPointer { pixels in
                pixels.baseAddress.flatMap {
                    let plane = LumaPlane(base: $0, width: 640, height: 360)
                    return IndexReader.read(plane, rect: plane.bounds)
                }
            }
            #expect(code?.clip == 6)
            // Open for one minute, on a day that is not today.
            let weekday = (Calendar(identifier: .gregorian).component(.weekday, from: .now) + 5) % 7 + 1
            let other = KioskHours(days: [(weekday + 2) % 7 + 1], on: 600, off: 601)
            let dark = try await luma([tile([entry])], at: .seconds(1_000), schedule: [other])
            #expect(Set(dark).count == 1)
        }

        @Test func `servers that do not answer do not delay a file`() async throws {
            // They accept the request and never answer.
            let servers = try (0..<4).map { _ in try FaultServer { _ in [.wait(milliseconds: 30_000)] } }
            defer { for server in servers { server.stop() } }
            let tiles = servers.enumerated().map { number, server in
                KioskConfiguration.Tile(
                    name: "far \(number)",
                    clips: [KioskConfiguration.Clip(source: MediaSource(url: server.url("/a.mp4")))])
            }
            let screen = KioskConfiguration.Screen(
                size: CGSize(width: 640, height: 360), tiles: tiles + [tile([try clip(9)])], output: .none)
            let display = try KioskDisplay(KioskConfiguration(screens: [screen]), budget: nil)
            try display.start()
            defer { display.stop() }
            let begin = HostTime.now
            while !display.screens[0].hasPicture(4), begin.duration(to: .now) < .seconds(4) {
                try await Task.sleep(for: .milliseconds(20))
            }
            let time = begin.duration(to: .now)
            print("beside four servers that do not answer: a picture after \(time)")
            #expect(time < .seconds(2))
        }

        @Test func `screens of one kiosk are in step`() async throws {
            let reel = try KioskReel.make(
                [(IndexClip(id: 7).with { ($0.width, $0.height, $0.frameRate) = (640, 360, .fps60) }, false)],
                in: folder)
            let screens = ["left", "right"].map { name in
                KioskConfiguration.Screen(
                    name: name, size: CGSize(width: 320, height: 180), tiles: [reel.tile(name)], output: .none)
            }
            // Shortly before now, so that rounding lengths to nanoseconds does not add up over millions of turns.
            let epoch = Duration.seconds(Int(Date().timeIntervalSince1970) - 100)
            let configuration = KioskConfiguration(
                screens: screens, clock: KioskConfiguration.Clock(epoch: epoch))
            let display = try KioskDisplay(configuration, budget: nil)
            let reader = try KioskReader(display, [reel])
            try display.start()
            try await Task.sleep(for: .seconds(3))
            let status = display.status
            display.stop()
            #expect(reader.all.count > 60 && reader.all.allSatisfy { $0.isDue == [true] })
            let presented = status.screens.map(\.ticks.presented)
            #expect(abs(presented[0] - presented[1]) < 20 && presented[1] > 60, "\(presented)")
            #expect(status.screens.flatMap(\.tiles).allSatisfy { $0.state == .playing && $0.lateTicks == 0 })
        }

        @Test func `a tick reports the time of its pictures even if another line takes over before it is shown`()
            async throws
        {
            let reel = try KioskReel.make(
                [(IndexClip(id: 8).with { ($0.width, $0.height, $0.frameRate) = (640, 360, .fps60) }, false)],
                in: folder)
            let screen = KioskConfiguration.Screen(
                size: CGSize(width: 320, height: 180), tiles: [reel.tile("tile")], output: .none)
            let display = try KioskDisplay(
                KioskConfiguration(screens: [screen]), budget: nil, pace: .realTime, time: nil,
                line: LineAnchor(hostTime: .now, time: .zero, rate: 1))
            // Delays the next output by most of a period, so that nearly every jump falls into that gap.
            try display.stages[0].add(FrameTap { _, _ in usleep(14_000) }, from: .groupStart)
            let reader = try KioskReader(display, [reel])
            try display.start()
            try await Task.sleep(for: .seconds(2))
            for _ in 0..<10 {
                let host = HostTime.now.advanced(by: .milliseconds(500))
                // Half a second further, where a clip of one second shows its other half.
                let time = display.runner.snapshot.board.time(at: host) + .milliseconds(500)
                display.runner.send(.jumped(LineAnchor(hostTime: host, time: time, rate: 1)))
                try await Task.sleep(for: .milliseconds(700))
            }
            display.stop()
            let sights = reader.all
            // A picture that stays until the one due has come is late, but not of another time.
            let wrong = zip(sights, sights.dropFirst()).filter { $1.isDue == [false] && $0.codes != $1.codes }
            #expect(wrong.isEmpty, "\(wrong.map(\.1))")
            #expect(sights.count > 300 && sights.count(where: { $0.isDue == [true] }) * 10 > sights.count * 9)
        }
    }
#endif
