#if os(Linux)
    import Foundation
    import Glibc

    /// The file through which a local socket is reached, known by what it is and not by its name alone.
    struct WatchSocketFile: Sendable {
        private let path: String
        private let device: UInt64
        private let number: UInt64

        /// Listens at a path where nothing is, or only what a killed process left. Only this user may connect.
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
                // Before it listens nobody can connect, so nobody slips in before this.
                if chmod(path, 0o600) != 0 { throw StoreError("make private") }
                var answer = stat()
                if lstat(path, &answer) != 0 { throw StoreError("stat") }
                try listener.listen()
                return (
                    WatchSocketFile(path: path, device: UInt64(answer.st_dev), number: UInt64(answer.st_ino)), listener
                )
            } catch {
                throw PlaybackError.watching(
                    path, error, cure: "give it a path in a folder that exists and can be written")
            }
        }

        /// Takes it away, unless another has taken its place.
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
            } catch let error as StoreError where error.number == ECONNREFUSED {
                try? PosixFile.remove(path)
                return
            } catch let error as StoreError where error.number != EAGAIN {
                throw PlaybackError.watching(path, error, cure: "choose another path")
            }
            throw PlaybackError(
                .outputFailed, subject: path, reason: "another process listens there",
                cure: "end it, or choose another path")
        }
    }
#endif
