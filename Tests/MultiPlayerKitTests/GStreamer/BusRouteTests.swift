#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import Testing
    #if THREAD_SANITIZER
        import struct MultiPlayerKit.Mutex
    #else
        import Synchronization
    #endif

    @testable import MultiPlayerKit

    /// What a pipeline posts while its route closes.
    struct BusRouteTests {
        /// A pipeline's threads may still post while its route closes: 10,000 routes open and close under four posting
        /// threads.
        @Test func `routes that close while threads post release their closures`() throws {
            let pipeline = try Element(launch: "fakesrc ! fakesink")
            let isOver = Mutex(false)
            let posters = (0..<4).map { _ in
                let ended = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    while !isOver.withLock(\.self) {
                        gst_element_post_message(pipeline.pointer, gst_message_new_eos(nil))
                    }
                    ended.signal()
                }
                return ended
            }
            let told = Told()
            let lasting = 10_000
            for _ in 0..<lasting {
                let visit = Visit(told)
                let route = BusRoute(pipeline) { message in
                    if case .ended = message { visit.note() }
                }
                if Bool.random() { Thread.sleep(forTimeInterval: 0.000_02) }
                route.close()
            }
            isOver.withLock { $0 = true }
            for ended in posters { ended.wait() }
            print("\(lasting) routes heard \(told.messages.withLock(\.self)) messages")
            #expect(told.messages.withLock(\.self) > lasting / 10)
            // The bus has released every closure.
            #expect(told.visits.withLock(\.self) == 0)
        }

        private final class Told: Sendable {
            let messages = Mutex(0)
            let visits = Mutex(0)
        }

        /// Held by a route's closure: alive as long as the closure may be called.
        private final class Visit: Sendable {
            let told: Told
            init(_ told: Told) {
                self.told = told
                told.visits.withLock { $0 += 1 }
            }
            func note() { told.messages.withLock { $0 += 1 } }
            deinit { told.visits.withLock { $0 -= 1 } }
        }
    }
#endif
