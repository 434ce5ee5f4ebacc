#if os(Linux)
    import Foundation

    extension Console {
        /// Does something that takes long, and shows how much of it is done. Ctrl-C cancels it, a second one ends the
        /// program.
        ///
        /// - Parameter body: gets what shows its progress, 0…1.
        /// - Returns: `nil` if it was interrupted.
        @MainActor
        func interruptible<Value: Sendable>(
            _ body: @escaping @MainActor (_ show: @escaping @MainActor (Double) -> Void) async throws -> Value
        ) async throws -> Value? {
            let task = Task { @MainActor in
                try await body { self.show(status: "\(Int($0 * 100)) %") }
            }
            let interruption = Interruption(first: { task.cancel() }, again: { _exit(RunVerdict.interrupted) })
            defer {
                show(status: "")
                withExtendedLifetime(interruption) {}
            }
            do {
                return try await task.value
            } catch is CancellationError {
                return nil
            }
        }
    }
#endif
