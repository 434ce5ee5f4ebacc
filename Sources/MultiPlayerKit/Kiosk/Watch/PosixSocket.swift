#if os(Linux)
    import Foundation
    import Glibc

    /// An open socket or end of a pipe that never waits and is not handed on to other programs; closed when it is let go
    /// of.
    ///
    /// Every call returns at once. A peer that is gone is an error, never a signal.
    final class PosixSocket: Sendable {
        enum Kind { case stream, datagram }

        /// What came of reading or writing.
        enum Result: Equatable {
            /// Bytes, at least one.
            case bytes(Int)
            /// Nothing now; `poll` tells when there is.
            case later
            /// The other side sends no more.
            case end
            case failed
        }

        let descriptor: Int32

        /// - Throws: `StoreError`.
        init(_ family: Int32, _ kind: Kind) throws {
            let type = Int32((kind == .stream ? SOCK_STREAM : SOCK_DGRAM).rawValue)
            descriptor = socket(family, type, 0)
            if descriptor < 0 { throw StoreError("socket") }
            prepare()
        }

        /// Takes over a descriptor.
        private init(owning descriptor: Int32) {
            self.descriptor = descriptor
            prepare()
        }

        deinit {
            close(descriptor)
        }

        private func prepare() {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }

        /// What is written to the second comes out of the first.
        ///
        /// - Throws: `StoreError`.
        static func pipe() throws -> (PosixSocket, PosixSocket) {
            var ends: [Int32] = [-1, -1]
            let result = Glibc.pipe(&ends)
            if result != 0 { throw StoreError("pipe") }
            return (PosixSocket(owning: ends[0]), PosixSocket(owning: ends[1]))
        }

        /// Switches an option of sockets on.
        func set(_ option: Int32) {
            var on: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, option, &on, socklen_t(MemoryLayout<Int32>.size))
        }

        // MARK: Connecting

        /// - Throws: `StoreError`.
        func bind(_ address: PosixAddress) throws {
            let result = address.withPointer { Glibc.bind(descriptor, $0, $1) }
            if result != 0 { throw StoreError("bind") }
        }

        /// - Throws: `StoreError`.
        func listen() throws {
            // More than are served at once; who comes when it is full tries again.
            let result = Glibc.listen(descriptor, 64)
            if result != 0 { throw StoreError("listen") }
        }

        /// - Throws: `StoreError`; its number is `EAGAIN` where a listener is there and has no room for now.
        func connect(_ address: PosixAddress) throws {
            let result = address.withPointer { Glibc.connect(descriptor, $0, $1) }
            if result != 0 { throw StoreError("connect") }
        }

        /// The next connection that waits.
        ///
        /// - Returns: `nil`: none does.
        /// - Throws: `StoreError` where one waits and cannot be taken.
        func accept() throws -> PosixSocket? {
            while true {
                let result = Glibc.accept(descriptor, nil, nil)
                if result >= 0 { return PosixSocket(owning: result) }
                switch errno {
                case EAGAIN: return nil
                // That one is gone; the next may be there.
                case EINTR, ECONNABORTED: continue
                default: throw StoreError("accept")
                }
            }
        }

        // MARK: Bytes

        func receive(into buffer: inout [UInt8]) -> Result {
            while true {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                if count > 0 { return .bytes(count) }
                if count == 0 { return .end }
                if errno == EINTR { continue }
                return errno == EAGAIN ? .later : .failed
            }
        }

        func send(_ bytes: ArraySlice<UInt8>) -> Result {
            while true {
                let count = bytes.withUnsafeBytes { raw in
                    Glibc.send(descriptor, raw.baseAddress, raw.count, Int32(MSG_NOSIGNAL))
                }
                if count >= 0 { return .bytes(count) }
                if errno == EINTR { continue }
                return errno == EAGAIN || errno == ENOBUFS ? .later : .failed
            }
        }

        /// One byte into a pipe.
        func ring() {
            var byte: UInt8 = 1
            _ = write(descriptor, &byte, 1)
        }

        /// Tells the other side that all has been sent.
        func finishSending() {
            shutdown(descriptor, Int32(SHUT_WR))
        }

        /// Waits until it can be read or written.
        ///
        /// - Returns: whether it can, or has failed; `false`: the time is over.
        func wait(for events: Int32, until deadline: HostTime) -> Bool {
            while true {
                let rest = HostTime.now.duration(to: deadline)
                guard rest > .zero else { return false }
                var poller = pollfd(fd: descriptor, events: Int16(events), revents: 0)
                let count = poll(&poller, 1, Self.milliseconds(rest))
                if count > 0 { return true }
                if count < 0, errno != EINTR { return false }
            }
        }

        /// As `poll` takes it, rounded up: waking before the time would mean asking again and again.
        static func milliseconds(_ time: Duration) -> Int32 {
            Int32(clamping: (max(time, .zero).nanoseconds + 999_999) / 1_000_000)
        }
    }
#endif
