#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    #if THREAD_SANITIZER
        import struct MultiPlayerKit.Mutex
    #else
        import Synchronization
    #endif

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen
    @testable import TestTools

    /// The audible member's sound is on the same line as its pictures.
    @Suite(.alone, .serialized, .timeLimit(.minutes(10)))
    struct SoundTests {
        /// When a sink on the host clock let a sample pass, and that sample's stream time.
        struct Heard {
            var host: HostTime
            var time: Duration
        }

        private func listen(_ output: AudioOutput, count: Int) throws -> [Heard] {
            let sink = try #require(output.pipeline.child("heard"))
            return (0..<count).compactMap { _ in
                guard let sample = mpk_appsink_try_pull(sink.pointer, 3_000_000_000) else { return nil }
                defer { mpk_sample_unref(sample) }
                let now = HostTime.now
                let time = mpk_sample_stream_time(sample, -1)
                return time < 0 ? nil : Heard(host: now, time: .nanoseconds(time))
            }
        }

        @Test(arguments: [1.0, 0.5, 2.0])
        func `an output is heard at its host time`(speed: Double) throws {
            let url = try ClipLibrary.shared.url(for: .audioLonger)
            let start = HostTime.now.advanced(by: .milliseconds(600))
            let from = Duration.milliseconds(300)
            let output = try #require(
                AudioOutput(
                    source: MediaSource(url: url),
                    sink: "appsink name=heard sync=true max-buffers=1 enable-last-sample=false",
                    from: from, to: .seconds(2), at: start, speed: speed))
            defer { output.close() }
            let heard = try listen(output, count: 12)
            #expect(heard.count == 12)
            let errors = heard.map { sample -> Double in
                let due = start.advanced(by: (sample.time - from).unscaled(by: speed))
                return due.duration(to: sample.host).seconds * 1e3
            }
            let middle = errors.sorted()[errors.count / 2]
            print("sound at speed \(speed): error median \(middle) ms, worst \(errors.map(abs).max() ?? 0) ms")
            // A sample passes when it is due: never early, and late only as far as the machine is busy.
            #expect(middle > -3 && middle < 20)
        }

        /// The reports about its sound that a player would pass on, in order.
        private final class Told: Sendable {
            let losses = Mutex<[PlaybackError?]>([])

            func wait(for count: Int) async throws {
                let deadline = HostTime.now.advanced(by: .seconds(10))
                while losses.withLock(\.count) < count, HostTime.now < deadline {
                    try await Task.sleep(for: .milliseconds(10))
                }
            }
        }

        @Test(arguments: ["pulsesink", "autoaudiosink"])
        func `the loss of a sound server is reported, and a server that comes is heard within three seconds`(
            kind: String
        ) async throws {
            let folder = try ScratchFolder()
            defer { folder.remove() }
            let server = SoundServer(in: folder.url)
            // The automatic sink finds the server through the environment; nothing else here reads it.
            setenv("PULSE_SERVER", server.address, 1)
            defer { unsetenv("PULSE_SERVER") }
            let told = Told()
            let sound = Sound(
                source: MediaSource(url: try ClipLibrary.shared.url(for: .audioLonger)), sink: kind,
                tell: { loss in told.losses.withLock { $0.append(loss) } })
            defer { sound.close() }
            let timeline = MemberTimeline(
                line: GroupLine(anchor: LineAnchor(hostTime: .now, time: .zero, rate: 1)), map: TimeMap(end: .loop),
                bounds: ItemBounds(start: .zero, end: .seconds(2)))
            // No server, a server, no server, a server.
            sound.follow(timeline)
            for turn in 0..<2 {
                try await told.wait(for: turn * 2 + 1)
                let loss = try #require(told.losses.withLock(\.last) ?? nil)
                #expect(loss.code == .outputFailed && loss.description.hasPrefix("sound: output: "))
                print("sound: \(loss)")
                try server.start()
                let start = HostTime.now
                try await told.wait(for: turn * 2 + 2)
                try #require(told.losses.withLock { $0.count == turn * 2 + 2 && $0.last == .some(nil) })
                while !server.isHeard, start.duration(to: .now) < .seconds(4) {
                    try await Task.sleep(for: .milliseconds(20))
                }
                let wait = start.duration(to: .now)
                print("sound: heard \(wait) after its server has come")
                #expect(wait < .seconds(3))
                // Past the seam of the loop.
                try await Task.sleep(for: .seconds(2.5))
                #expect(server.isHeard)
                server.end()
            }
        }

        /// A prepared output begins at the moment at which its sink starts.
        @Test func `losing the sound server just as an output begins does not block the next output`() throws {
            let folder = try ScratchFolder()
            defer { folder.remove() }
            let server = SoundServer(in: folder.url)
            setenv("PULSE_SERVER", server.address, 1)
            defer { unsetenv("PULSE_SERVER") }
            let source = MediaSource(url: try ClipLibrary.shared.url(for: .audioLonger))
            for round in 0..<8 {
                try server.start()
                let start = HostTime.now.advanced(by: .milliseconds(600))
                let output = try #require(
                    AudioOutput(source: source, sink: "pulsesink", from: .zero, to: .seconds(2), at: start, speed: 1))
                let end = start.advanced(by: .milliseconds(-5 * (round + 1)))
                Thread.sleep(forTimeInterval: max(HostTime.now.duration(to: end).seconds, 0))
                server.end()
                Thread.sleep(forTimeInterval: 0.3)
                output.close()
                try server.start()
                let isHeard = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    let next = AudioOutput(
                        source: source, sink: "pulsesink", from: .zero, to: .seconds(2),
                        at: HostTime.now.advanced(by: .milliseconds(40)), speed: 1)
                    next?.close()
                    if next != nil { isHeard.signal() }
                }
                try #require(isHeard.wait(timeout: .now() + 10) == .success, "round \(round)")
                server.end()
            }
        }

        @MainActor
        @Test func `only the audible member opens its sound, before and after a change`() async throws {
            let stage = try Stage(size: CGSize(width: 320, height: 180))
            let group = PlaybackGroup(on: stage)
            stage.show(group, layout: .sideBySide)
            let url = try ClipLibrary.shared.url(for: .audioLonger)
            let first = group.add(url: url, end: .loop)
            let second = group.add(url: url, end: .loop)
            stage.start()
            try await group.play()
            func sounds(_ id: MemberID) -> Bool { (group.runner.player(id) as? GStreamerPlayer)?.hasSound ?? false }
            #expect(!sounds(first) && !sounds(second))
            /// A command that comes while another thread delivers an event to the group is carried out by that thread,
            /// at once.
            func soon(_ isTrue: () -> Bool) async throws -> Bool {
                for _ in 0..<100 where !isTrue() { try await Task.sleep(for: .milliseconds(5)) }
                return isTrue()
            }
            group.audibleMember = first
            #expect(try await soon { sounds(first) && !sounds(second) })
            group.audibleMember = second
            #expect(try await soon { !sounds(first) && sounds(second) })
            try await Task.sleep(for: .seconds(3))
            group.audibleMember = nil
            #expect(try await soon { !sounds(first) && !sounds(second) })
            stage.stop()
            #expect(group.snapshot.mixedTicks == 0)
        }
    }
#endif
