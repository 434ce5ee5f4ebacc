#if canImport(AVFoundation)
    import Foundation
    import Testing

    @testable import MultiPlayerKit

    /// How long the tests of `Tests/DeviceRun/run` measure; `nil` in a plain run of the tests.
    private let deviceRun = ProcessInfo.processInfo.environment["MPK_DEVICE_RUN"].flatMap(Double.init)

    /// The stories on real players in real time, and what the lines of these are off by.
    @Suite(.serialized, .enabled(if: RealWorld.isHere), .timeLimit(.minutes(2))) @MainActor
    struct RealPlayerTests {
        @Test(arguments: FaultFreeStory.allCases.filter { !$0.needsSoundDevice })
        func story(_ story: FaultFreeStory) async throws {
            try await story.tell(in: RealWorld())
        }

        @Test func `silent members are within two milliseconds of their line`() async throws {
            expectClose(try await measureSkew(in: RealWorld(), for: .seconds(8)))
        }
    }

    /// What `Tests/DeviceRun/run` runs: long measurements, and what needs a sound device.
    @Suite(.serialized, .enabled(if: RealWorld.isHere && deviceRun != nil)) @MainActor
    struct DeviceRunTests {
        private let duration = Duration.seconds(deviceRun ?? 0)

        @Test func `silent skew`() async throws {
            expectClose(try await measureSkew(in: RealWorld(), for: duration))
        }

        /// Printed only: what a sound device's clock does is what the run is to find out.
        @Test func `skew with one audible`() async throws {
            _ = try await measureSkew(in: RealWorld(), for: duration, isAudible: true)
        }

        @Test(arguments: FaultFreeStory.allCases.filter(\.needsSoundDevice))
        func story(_ story: FaultFreeStory) async throws {
            try await story.tell(in: RealWorld())
        }
    }

    /// The lines are within 2 ms, and there were lines and pictures to look at.
    func expectClose(_ report: SkewReport, location: SourceLocation = #_sourceLocation) {
        let error = SkewReport.percentile(99, of: report.lineErrors)
        #expect(!report.lineErrors.isEmpty && error < 2, "p99 is \(error) ms", sourceLocation: location)
        #expect(!report.frameErrors.isEmpty, "no picture could be read", sourceLocation: location)
    }
#endif
