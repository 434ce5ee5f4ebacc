#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import TestTools
    @testable import MultiPlayerKitKiosk

    /// The start of a kiosk whose sockets and files are not available at first.
    @Suite(.shared, .timeLimit(.minutes(2)))
    struct KioskStartTests {
        @Test func `a start that failed leaves nothing open and can be repeated`() async throws {
            let bench = WatchBench()
            let folder = bench.folder.appending(path: "run", directoryHint: .isDirectory)
            let clip = KioskConfiguration.Clip(source: MediaSource(url: folder.appending(path: "a.mp4")))
            let screen = KioskConfiguration.Screen(
                size: CGSize(width: 64, height: 64), tiles: [KioskConfiguration.Tile(name: "tile", clips: [clip])],
                output: .none)
            let configuration = KioskConfiguration(
                screens: [screen],
                watch: KioskConfiguration.Watch(socket: bench.socket, heartbeat: folder.appending(path: "beat")))
            let display = try KioskDisplay(
                configuration, budget: nil, pace: .unpaced, time: nil,
                line: LineAnchor(hostTime: HostTime(nanoseconds: 0), time: .seconds(1_000), rate: 1))
            let events = display.events
            #expect(throws: PlaybackError.self) { try display.start() }
            #expect(PosixFile.facts(of: bench.socket.path) == nil)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try display.start()
            #expect(PosixFile.facts(of: bench.socket.path) != nil)
            display.stop()
            var starts = 0
            for await event in events where event == .started { starts += 1 }
            #expect(starts == 1)
        }
    }
#endif
