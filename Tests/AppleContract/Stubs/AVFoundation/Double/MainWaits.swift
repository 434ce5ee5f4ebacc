#if canImport(Glibc)
    import Dispatch
    import Glibc
#endif

// Stands before Dispatch's calls with which a thread waits for another one: the linker takes those of the program first.
// A wait on the main queue holds up every frame of the app. It is a violation in the current world, unless it is over at
// once.
//
// Not seen are locks, which protect what is done in microseconds, what waits within the kernel, as reading a file does,
// and Foundation's conditions and sleeps, which name the version of the library's function that they want.

extension ContractWorld {
    // Used on the main queue only.
    nonisolated(unsafe) private static var mayWait = false

    /// Runs `body`, a test's own work, which may hold up the main queue.
    public static func waiting<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard isOnMain else { return try body() }
        let before = mayWait
        mayWait = true
        defer { mayWait = before }
        return try body()
    }

    static func noteWait(_ call: StaticString) {
        guard isOnMain, !mayWait else { return }
        existing?.raise("\(call): the main queue waits")
    }
}

#if canImport(Glibc)
    /// The function of this name that comes after the program's own.
    private func next<Function>(_ name: String, _: Function.Type) -> Function {
        // The handle -1 is RTLD_NEXT, a macro that Swift does not import.
        guard let symbol = dlsym(UnsafeMutableRawPointer(bitPattern: -1), name) else {
            fatalError("there is no \(name)")
        }
        return unsafeBitCast(symbol, to: Function.self)
    }

    private typealias Wait = @convention(c) (OpaquePointer, UInt64) -> Int
    private typealias Sync = @convention(c) (OpaquePointer, OpaquePointer) -> Void

    private let semaphoreWait = next("dispatch_semaphore_wait", Wait.self)
    private let groupWait = next("dispatch_group_wait", Wait.self)
    private let sync = next("dispatch_sync", Sync.self)
    private let barrierSync = next("dispatch_barrier_sync", Sync.self)

    @_cdecl("dispatch_semaphore_wait")
    func waitForSemaphore(_ semaphore: OpaquePointer, _ deadline: UInt64) -> Int {
        wait(semaphore, deadline, by: semaphoreWait, "dispatch_semaphore_wait")
    }

    @_cdecl("dispatch_group_wait")
    func waitForGroup(_ group: OpaquePointer, _ deadline: UInt64) -> Int {
        wait(group, deadline, by: groupWait, "dispatch_group_wait")
    }

    private func wait(_ object: OpaquePointer, _ deadline: UInt64, by wait: Wait, _ call: StaticString) -> Int {
        let result = wait(object, 0)
        guard result != 0, deadline > DispatchTime.now().rawValue else { return result }
        ContractWorld.noteWait(call)
        return wait(object, deadline)
    }

    // Whether the queue is idle cannot be asked, and a queue that is idle today is busy on another day.
    @_cdecl("dispatch_sync")
    func waitForQueue(_ queue: OpaquePointer, _ block: OpaquePointer) {
        ContractWorld.noteWait("dispatch_sync")
        sync(queue, block)
    }

    @_cdecl("dispatch_barrier_sync")
    func waitForQueueWithBarrier(_ queue: OpaquePointer, _ block: OpaquePointer) {
        ContractWorld.noteWait("dispatch_barrier_sync")
        barrierSync(queue, block)
    }
#endif
