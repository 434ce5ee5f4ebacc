#if THREAD_SANITIZER
    import MultiPlayerKit

    /// Shadows `Synchronization.Mutex` in this module, as in the core.
    typealias Mutex<Value: ~Copyable> = MultiPlayerKit.Mutex<Value>
#endif
