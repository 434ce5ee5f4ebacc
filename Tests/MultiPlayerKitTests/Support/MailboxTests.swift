import Foundation
import Testing

@testable import MultiPlayerKit

#if THREAD_SANITIZER
    import struct MultiPlayerKit.Mutex
#else
    import Synchronization
#endif

struct MailboxTests {
    @Test func `a call returns once its letter has been handled, whoever handles it`() {
        let mailbox = Mailbox<Int>()
        let handled = Mutex<Set<Int>>([])
        let early = Mutex(0)
        let isHandling = Mutex(false)
        let overlaps = Mutex(0)
        @Sendable func handle(_ letter: Int) {
            let isAlone = isHandling.withLock { isHandling in
                defer { isHandling = true }
                return !isHandling
            }
            if !isAlone { overlaps.withLock { $0 += 1 } }
            handled.withLock { _ = $0.insert(letter) }
            // A handler may post.
            if letter >= 0, letter % 10 == 0 { mailbox.post(-letter - 1, handle: handle) }
            isHandling.withLock { $0 = false }
        }
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for turn in 0..<2_000 {
                let letter = thread * 2_000 + turn
                mailbox.perform(letter, handle: handle)
                if !handled.withLock({ $0.contains(letter) }) { early.withLock { $0 += 1 } }
            }
        }
        #expect(early.withLock { $0 } == 0)
        #expect(overlaps.withLock { $0 } == 0)
        #expect(handled.withLock { $0.count } == 16_000 + 1_600)
        #expect(mailbox.isIdle)
    }

    @Test func `letters that come while one is handled are left to its thread, in order`() {
        let mailbox = Mailbox<String>()
        let seen = Mutex<[String]>([])
        let (begun, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let ended = DispatchSemaphore(value: 0)
        let thread = Thread {
            mailbox.post("first") { letter in
                seen.withLock { $0.append(letter) }
                guard letter == "first" else { return }
                begun.signal()
                goOn.wait()
            }
            ended.signal()
        }
        thread.start()
        begun.wait()
        mailbox.post("second") { _ in Issue.record("handled on the thread that posted it") }
        #expect(seen.withLock { $0 } == ["first"])
        #expect(!mailbox.isIdle)
        goOn.signal()
        mailbox.perform("third") { letter in seen.withLock { $0.append(letter) } }
        #expect(seen.withLock { $0 } == ["first", "second", "third"])
        ended.wait()
    }
}
