#if THREAD_SANITIZER
    import MultiPlayerKit

    /// In front of `Synchronization.Mutex` in this module, as it is in the core.
    typealias Mutex<Value: ~Copyable> = MultiPlayerKit.Mutex<Value>
#endif
