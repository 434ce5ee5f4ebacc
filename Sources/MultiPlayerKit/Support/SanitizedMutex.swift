#if THREAD_SANITIZER
    import Foundation

    /// Stands in for `Synchronization.Mutex` in builds for the thread sanitizer (`-D THREAD_SANITIZER`).
    ///
    /// On Linux that mutex is a futex inside the standard library, which the sanitizer does not see: it would report
    /// every value behind it. `NSLock` is a pthread mutex, which it knows, so that what it still reports is real.
    ///
    /// Sendable because `lock` guards the value.
    package struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
        private let lock = NSLock()
        private let value: UnsafeMutablePointer<Value>

        package init(_ initial: consuming sending Value) {
            value = .allocate(capacity: 1)
            value.initialize(to: initial)
        }

        deinit {
            value.deinitialize(count: 1)
            value.deallocate()
        }

        package func withLock<Result: ~Copyable, Failure>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            lock.lock()
            defer { lock.unlock() }
            return try body(&value.pointee)
        }

        package func withLockIfAvailable<Result: ~Copyable, Failure>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result? {
            guard lock.try() else { return nil }
            defer { lock.unlock() }
            return try body(&value.pointee)
        }
    }
#endif
