#if canImport(CGStreamer)
    import Foundation

    /// Work that blocks, which neither the main thread nor Swift's own threads may do.
    enum Blocking {
        static func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async { continuation.resume(with: Swift.Result { try body() }) }
            }
        }
    }
#endif
