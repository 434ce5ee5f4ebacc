import Foundation
import Synchronization

/// Runs tasks on the main queue instead of the shared pool of threads, in the order in which they were started.
/// Otherwise chance decides which of two videos opens first, and a seed does not determine a history.
///
/// If a hook is set, the runtime calls it instead of giving a task to the pool.
enum OneQueue {
    private typealias Original = @convention(c) (UnsafeRawPointer) -> Void
    private typealias Hook = @convention(c) (UnsafeRawPointer, Original) -> Void

    /// Whether tasks run on the pool after all, for a story about what leaves the main queue free.
    static let isOff = Atomic(false)

    /// Sets the hook, once and for the whole process.
    static let isSet: Bool = {
        guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "swift_task_enqueueGlobal_hook") else { return false }
        let hook: Hook = { job, original in
            if OneQueue.isOff.load(ordering: .relaxed) { return original(job) }
            MainActor.shared.enqueue(unsafeBitCast(job, to: UnownedJob.self))
        }
        symbol.assumingMemoryBound(to: Hook?.self).pointee = hook
        return true
    }()
}
