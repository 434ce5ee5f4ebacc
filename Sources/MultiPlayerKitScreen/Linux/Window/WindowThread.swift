#if canImport(CGStreamer)
    import CGStreamer.Window
    import Foundation
    import MultiPlayerKit
    import Synchronization

    /// The one thread on which SDL is used: it opens all windows of the process, draws them and listens to them.
    ///
    /// It starts with the first window and never ends; without windows it sleeps.
    final class WindowThread: Sendable {
        static let shared = WindowThread()

        typealias Job = @Sendable (WindowDesk) -> Void

        private let jobs = Mutex<(isStarted: Bool, waiting: [Job])>((false, []))
        /// Becomes readable when there is something to do.
        private let signal = mpk_signal_new()

        /// Has something done on the thread, after what was asked for before.
        func perform(_ job: @escaping Job) {
            let isFirst = jobs.withLock { jobs in
                jobs.waiting.append(job)
                defer { jobs.isStarted = true }
                return !jobs.isStarted
            }
            wake()
            guard isFirst else { return }
            let thread = Thread { self.run() }
            thread.name = "MultiPlayerKit.window"
            thread.start()
        }

        /// The same; returns its result when it is done. Not to be called on the thread itself.
        func result<Value: Sendable>(of job: @escaping @Sendable (WindowDesk) -> Value) -> Value {
            let (result, isDone) = (ResultBox<Value>(), DispatchSemaphore(value: 0))
            perform { desk in
                result.value.withLock { $0 = job(desk) }
                isDone.signal()
            }
            isDone.wait()
            return result.value.withLock { $0! }
        }

        /// Has the windows look for new pictures.
        func wake() {
            var one: UInt64 = 1
            _ = write(signal, &one, MemoryLayout<UInt64>.size)
        }

        private final class ResultBox<Value: Sendable>: Sendable {
            let value = Mutex<Value?>(nil)
        }

        private func run() {
            // Writing to a display server that has ended is an error here. The signal would end an app that leaves it as
            // it is.
            var brokenPipe = sigset_t()
            sigemptyset(&brokenPipe)
            sigaddset(&brokenPipe, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &brokenPipe, nil)
            let desk = WindowDesk()
            while true {
                for job in takeJobs() { job(desk) }
                desk.drawPictures()
                desk.deliverEvents()
                var watched = [
                    pollfd(fd: desk.descriptor, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: signal, events: Int16(POLLIN), revents: 0),
                ]
                poll(&watched, nfds_t(watched.count), desk.patience)
                var count: UInt64 = 0
                _ = read(signal, &count, MemoryLayout<UInt64>.size)
            }
        }

        private func takeJobs() -> [Job] {
            jobs.withLock { jobs in
                defer { jobs.waiting = [] }
                return jobs.waiting
            }
        }
    }
#endif
