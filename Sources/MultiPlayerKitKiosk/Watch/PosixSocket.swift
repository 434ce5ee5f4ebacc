#if os(Linux)
    import Foundation
    import Glibc
    import MultiPlayerKit

    // GLib includes the socket headers: where it is available, their constants come from its module.
    #if canImport(CGStreamer)
        import CGStreamer
    #endif

    /// An open socket or end of a pipe that never blocks and is not inherited by other programs; closed when released.
    ///
    /// Every call returns at once. A peer that is gone is an error, never a signal.
    final class PosixSocket: Sendable {
        enum Kind { case stream, datagram }

        /// The result of reading or writing.
        enum Result: Equatable {
            /// Bytes, at least one.
            case bytes(Int)
            /// Not possible now; `poll` tells when it is.
            case later
            /// The other side sends no more.
            case end
            case failed
        }

        let descriptor: Int32

        /// - Throws: `PosixError`.
        init(_ family: Int32, _ kind: Kind) throws {
            let type = Int32((kind == .stream ? SOCK_STREAM : SOCK_DGRAM).rawValue)
            descriptor = socket(family, type, 0)
            if descriptor < 0 { throw PosixError("socket") }
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

        /// A pipe: what is written to the second end comes out of the first.
        ///
        /// - Throws: `PosixError`.
        static func pipe() throws -> (PosixSocket, PosixSocket) {
            var ends: [Int32] = [-1, -1]
            let result = Glibc.pipe(&ends)
            if result != 0 { throw PosixError("pipe") }
            return (PosixSocket(owning: ends[0]), PosixSocket(owning: ends[1]))
        }

        /// Switches an option of sockets on.
        func set(_ option: Int32) {
            var on: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, option, &on, socklen_t(MemoryLayout<Int32>.size))
        }

        // MARK: Connecting

        /// - Throws: `PosixError`.
        func bind(_ address: PosixAddress) throws {
            let result = address.withPointer { Glibc.bind(descriptor, $0, $1) }
            if result != 0 { throw PosixError("bind") }
        }

        /// - Throws: `PosixError`.
        func listen() throws {
            // More than are served at once; a client that finds the queue full tries again.
            let result = Glibc.listen(descriptor, 64)
            if result != 0 { throw PosixError("listen") }
        }

        /// - Throws: `PosixError`; its number is `EAGAIN` if a listener exists but has no room for now.
        func connect(_ address: PosixAddress) throws {
            let result = address.withPointer { Glibc.connect(descriptor, $0, $1) }
            if result != 0 { throw PosixError("connect") }
        }

        /// Accepts the next waiting connection.
        ///
        /// - Returns: `nil`: none is waiting.
        /// - Throws: `PosixError` if one is waiting and cannot be accepted.
        func accept() throws -> PosixSocket? {
            while true {
                let result = Glibc.accept(descriptor, nil, nil)
                if result >= 0 { return PosixSocket(owning: result) }
                switch errno {
                case EAGAIN: return nil
                // That connection is gone; another may be waiting.
                case EINTR, ECONNABORTED: continue
                default: throw PosixError("accept")
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

        /// Writes one byte into a pipe.
        func ring() {
            var byte: UInt8 = 1
            _ = write(descriptor, &byte, 1)
        }

        /// Tells the other side that all has been sent.
        func finishSending() {
            shutdown(descriptor, Int32(SHUT_WR))
        }

        /// Waits until the socket can be read or written.
        ///
        /// - Returns: whether it can, or has failed; `false`: the deadline has passed.
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

        /// The timeout for `poll`, rounded up: waking too early would mean polling again and again.
        static func milliseconds(_ time: Duration) -> Int32 {
            Int32(clamping: (max(time, .zero).nanoseconds + 999_999) / 1_000_000)
        }
    }

    /// The address of a socket: a name in the file system, or a port on the loopback address.
    struct PosixAddress {
        private var storage: [UInt8]

        /// A file, or on Linux, with `@` in front, a name outside the file system.
        ///
        /// - Returns: `nil`: the name is empty or longer than sockets take.
        init?(path: String) {
            var address = sockaddr_un()
            let capacity = MemoryLayout.size(ofValue: address.sun_path)
            let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path)!
            var name = Array(path.utf8)
            // One byte is for the terminating zero.
            guard !name.isEmpty, name.count < capacity, !name.contains(0) else { return nil }
            let isAbstract = name[0] == UInt8(ascii: "@")
            if isAbstract { name[0] = 0 }
            address.sun_family = sa_family_t(AF_UNIX)
            // The length matters: in a name outside the file system, trailing zeros would be part of it.
            let length = isAbstract ? start + name.count : MemoryLayout<sockaddr_un>.size
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
            storage = withUnsafeBytes(of: &address) { Array($0.prefix(length)) }
        }

        /// - Parameter port: 0: any that is free.
        init(loopbackPort port: UInt16) {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            storage = withUnsafeBytes(of: &address) { Array($0) }
        }

        func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
            // As large as any address is, and aligned like one.
            var address = sockaddr_storage()
            return withUnsafeMutableBytes(of: &address) { raw in
                raw.copyBytes(from: storage)
                return body(raw.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(storage.count))
            }
        }
    }

    extension PosixSocket {
        /// The port of a socket that is bound to one.
        var port: Int? {
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let result = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
            }
            return result == 0 ? Int(UInt16(bigEndian: address.sin_port)) : nil
        }
    }

    /// The file of a local socket, identified by its inode and not by its name alone.
    struct WatchSocketFile: Sendable {
        private let path: String
        private let device: UInt64
        private let number: UInt64

        /// Listens at a path that is free, or where a killed process left its socket. Only this user may connect.
        ///
        /// - Throws: `PlaybackError` with `.outputFailed`.
        static func listen(at path: String) throws -> (WatchSocketFile, PosixSocket) {
            guard let address = PosixAddress(path: path), path.hasPrefix("/") else {
                throw PlaybackError(
                    .outputFailed, subject: path, reason: "a socket cannot have this path",
                    cure: "choose an absolute path of at most 100 bytes")
            }
            try makeWay(for: path, address)
            do {
                let listener = try PosixSocket(AF_UNIX, .stream)
                try listener.bind(address)
                // Nobody can connect before it listens, so nobody slips in before this.
                if chmod(path, 0o600) != 0 { throw PosixError("make private") }
                var answer = stat()
                if lstat(path, &answer) != 0 { throw PosixError("stat") }
                try listener.listen()
                return (
                    WatchSocketFile(path: path, device: UInt64(answer.st_dev), number: UInt64(answer.st_ino)), listener
                )
            } catch {
                throw PlaybackError.watching(
                    path, error, cure: "give it a path in a folder that exists and can be written")
            }
        }

        /// Removes the file, unless another has taken its place.
        func remove() {
            var answer = stat()
            guard lstat(path, &answer) == 0, UInt64(answer.st_dev) == device, UInt64(answer.st_ino) == number else {
                return
            }
            unlink(path)
        }

        /// Removes a socket that nobody listens on any more.
        private static func makeWay(for path: String, _ address: PosixAddress) throws {
            var answer = stat()
            guard lstat(path, &answer) == 0 else { return }
            guard answer.st_mode & S_IFMT == S_IFSOCK else {
                throw PlaybackError(
                    .outputFailed, subject: path, reason: "something else than a socket is there",
                    cure: "choose another path, or move it away")
            }
            do {
                try PosixSocket(AF_UNIX, .stream).connect(address)
            } catch let error as PosixError where error.number == ECONNREFUSED {
                try? PosixFile.remove(path)
                return
            } catch let error as PosixError where error.number != EAGAIN {
                throw PlaybackError.watching(path, error, cure: "choose another path")
            }
            throw PlaybackError(
                .outputFailed, subject: path, reason: "another process listens there",
                cure: "end it, or choose another path")
        }
    }
#endif
