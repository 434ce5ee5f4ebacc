import AVFoundation
import Foundation
import Testing

extension DoubleTests {
    @Test @MainActor func `a wait on the main queue is a violation, whatever it waits for`() {
        let rig = Rig()
        let (semaphore, group, queue) = (DispatchSemaphore(value: 0), DispatchGroup(), DispatchQueue(label: "idle"))
        _ = semaphore.wait(timeout: .now() + .milliseconds(1))
        group.enter()
        _ = group.wait(timeout: .now() + .milliseconds(1))
        group.leave()
        queue.sync {}
        queue.sync(flags: .barrier) {}
        let calls = rig.world.violations.compactMap { $0.split(separator: ":").first.map(String.init) }
        #expect(
            calls == ["dispatch_semaphore_wait", "dispatch_group_wait", "dispatch_sync", "dispatch_barrier_sync"])
    }

    @Test @MainActor func `what is over at once, and a wait of another thread, are none`() async {
        let rig = Rig()
        let (free, group) = (DispatchSemaphore(value: 1), DispatchGroup())
        free.wait()
        free.signal()
        group.wait()
        _ = DispatchSemaphore(value: 0).wait(timeout: .now())
        await withCheckedContinuation { done in
            DispatchQueue.global().async {
                _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1))
                done.resume()
            }
        }
        ContractWorld.waiting { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1)) }
        #expect(rig.world.violations.isEmpty)
    }
}
