#if canImport(CGStreamer)
    import Foundation
    import Testing
    #if THREAD_SANITIZER
        import struct MultiPlayerKit.Mutex
    #else
        import Synchronization
    #endif

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// What a stage takes, and what becomes of its outputs.
    struct StageTests {
        private let size = CGSize(width: 64, height: 36)

        /// Counts how often it was opened and finished.
        private final class Output: StageOutput {
            let opened = Mutex(0)
            let finished = Mutex(0)
            let isFinished = DispatchSemaphore(value: 0)
            private let opening: @Sendable () -> Void

            init(opening: @escaping @Sendable () -> Void = {}) { self.opening = opening }

            func open(_ format: StageFormat) throws {
                opened.withLock { $0 += 1 }
                opening()
            }
            func show(_ tick: StageTick) {}
            func finish() {
                finished.withLock { $0 += 1 }
                isFinished.signal()
            }
        }

        @Test(
            arguments: [
                (.nan, 36), (64, .nan), (.infinity, 36), (64, -.infinity), (1e300, 36), (-64, 36), (0, 36), (14, 36),
                (64, 7682), (63, 36), (64, 36.5),
            ] as [(Double, Double)])
        func `a stage of a size that cannot be composed is refused`(width: Double, height: Double) {
            let error = #expect(throws: PlaybackError.self) {
                try Stage(size: CGSize(width: width, height: height), pace: .unpaced)
            }
            #expect(error?.code == .outputFailed)
            #expect(error?.reason.hasSuffix("cannot be composed") == true, "\(String(describing: error))")
        }

        @Test(arguments: [Stage.Pace.unpaced, .realTime])
        func `a stage that is dropped finishes its outputs`(pace: Stage.Pace) throws {
            let output = Output()
            var stage: Stage? = try Stage(size: size, pace: pace)
            try stage?.add(output)
            if pace == .realTime { stage?.start() }
            stage = nil
            // The thread of the ticks keeps the stage until its tick is over.
            #expect(output.isFinished.wait(timeout: .now() + 10) == .success)
            #expect(output.finished.withLock(\.self) == 1)
        }

        @Test func `a stopped stage refuses outputs, and has finished each once when it is dropped`() throws {
            let (early, late) = (Output(), Output())
            do {
                let stage = try Stage(size: size, pace: .unpaced)
                try stage.add(early)
                stage.stop()
                let error = #expect(throws: PlaybackError.self) { try stage.add(late) }
                #expect(error?.code == .outputFailed && error?.reason == "it has been stopped")
            }
            #expect(early.finished.withLock(\.self) == 1)
            // A window that was opened now would stay open.
            #expect(late.opened.withLock(\.self) == 0 && late.finished.withLock(\.self) == 0)
        }

        @Test func `an output that opens while its stage is stopped is finished`() throws {
            let stage = try Stage(size: size, pace: .unpaced)
            let output = Output { stage.stop() }
            #expect(throws: PlaybackError.self) { try stage.add(output) }
            #expect(output.opened.withLock(\.self) == 1 && output.finished.withLock(\.self) == 1)
        }

        @MainActor @Test func `a stopped stage does not keep a group that it is told to show`() throws {
            let stage = try Stage(size: size, pace: .unpaced)
            stage.stop()
            weak var runner: GroupRunner?
            do {
                let group = PlaybackGroup(on: stage, budget: nil)
                runner = group.runner
                stage.show(group, layout: .sideBySide)
            }
            #expect(runner == nil)
        }

        @Test func `a stage that was never started may be stopped twice`() throws {
            let stage = try Stage(size: size, pace: .realTime)
            let stopped = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                stage.stop()
                stage.stop()
                stopped.signal()
            }
            #expect(stopped.wait(timeout: .now() + 10) == .success)
            stage.start()
            #expect(!stage.isRunning)
        }
    }
#endif
