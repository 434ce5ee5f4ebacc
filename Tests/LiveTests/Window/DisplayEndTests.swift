#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen
    @testable import TestTools

    /// Display servers that end at any moment, in a process of its own: without the kit's care Xlib and SDL end it.
    @Suite(.shared, .serialized, .timeLimit(.minutes(10)))
    struct DisplayEndTests {
        private static let key = "MPK_DISPLAY_END_TEST"
        private static let isChild = ProcessInfo.processInfo.environment[key] != nil

        @Test(.enabled(if: !isChild))
        func `a display server that ends while a window opens is an error and not the end of the program`() throws {
            let child = try ChildTest.run("LiveTests.DisplayEndTests/", Self.key, "1")
            #expect(child.status == 0, "\(child.output.suffix(2_000))")
            let figures = child.output.split(separator: "\n").filter { $0.contains("display ends:") }
            #expect(figures.count == 1)
            print(figures.joined())
        }

        @Test(.enabled(if: isChild))
        func `the process whose display server ends`() throws {
            let display = try CutDisplay()
            defer { display.close() }
            setenv("DISPLAY", display.name, 1)
            unsetenv("WAYLAND_DISPLAY")
            Thread.detachNewThread {
                // Twenty times as long as it takes on an idle machine.
                Thread.sleep(forTimeInterval: TestRun.isLong ? 580 : 160)
                fatalError("a window waits for a display server that has ended")
            }
            var random = SplitMix(seed: UInt64(TestDay.number))
            var (bytes, refused, isOpen) = (0, 0, false)
            while !isOpen {
                display.serve(bytes)
                let stage = try Stage(size: CGSize(width: 320, height: 180), pace: .unpaced)
                let window = StageWindow(title: "A display that ends")
                do {
                    try stage.add(window)
                    // Otherwise the server has ended just after the window opened.
                    isOpen = !display.hasEnded
                } catch {
                    let error = error as? PlaybackError
                    #expect(error?.code == .outputFailed && error?.subject == "window", "\(bytes) bytes")
                    try #require(display.hasEnded, "\(bytes) bytes: refused by a server that is there")
                    refused += 1
                }
                stage.stop()
                // In the long form at least two ends within each answer of the server, which takes 32 bytes or more.
                bytes += Int.random(in: 1...(TestRun.isLong ? 16 : 160), using: &random)
            }
            print("display ends: within \(bytes) bytes, \(refused) windows refused")
            #expect(refused > 100)
        }
    }
#endif
