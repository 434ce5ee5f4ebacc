#if canImport(AVFoundation)
    import Foundation
    import Testing

    @testable import MultiPlayerKit

    /// How long the tests of `Tests/DeviceRun/run` measure; `nil` in a plain run of the tests.
    private let deviceRun = ProcessInfo.processInfo.environment["MPK_DEVICE_RUN"].flatMap(Double.init)

    /// The stories on real players in real time, and how far the players' lines are off.
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

        @Test func `silent members stay within two milliseconds of their line`() async throws {
            expectClose(try await measureSkew(in: RealWorld(), for: duration))
        }

        /// Printed only: the run is to find out what a sound device's clock does.
        @Test func `skew with one audible member is printed`() async throws {
            _ = try await measureSkew(in: RealWorld(), for: duration, isAudible: true)
        }

        @Test(arguments: FaultFreeStory.allCases.filter(\.needsSoundDevice))
        func story(_ story: FaultFreeStory) async throws {
            try await story.tell(in: RealWorld())
        }
    }

    /// Expects lines within 2 ms at p99, and at least one line and one picture that could be read.
    func expectClose(_ report: SkewReport, location: SourceLocation = #_sourceLocation) {
        let error = SkewReport.percentile(99, of: report.lineErrors)
        #expect(!report.lineErrors.isEmpty && error < 2, "p99 is \(error) ms", sourceLocation: location)
        #expect(!report.frameErrors.isEmpty, "no picture could be read", sourceLocation: location)
    }
#endif
