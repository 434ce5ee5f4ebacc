#if canImport(AVFoundation)
    import Foundation

    /// The queue on which an export decodes, draws and hands over: all of that blocks, which neither the main thread nor
    /// Swift's own threads may do.
    final class ExportQueue: Sendable {
        private let queue = DispatchQueue(
            // Pictures are freed after each piece of work, not at some time.
            label: "MultiPlayerKit.export", qos: .userInitiated, autoreleaseFrequency: .workItem)

        func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
            try await withCheckedThrowingContinuation { continuation in
                queue.async { continuation.resume(with: Swift.Result { try body() }) }
            }
        }
    }
#endif
