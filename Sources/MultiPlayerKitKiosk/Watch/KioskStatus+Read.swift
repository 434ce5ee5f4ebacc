#if os(Linux)
    import Foundation
    import Glibc
    import MultiPlayerKit

    extension KioskStatus {
        /// Reads the status of a running kiosk through its local socket.
        ///
        /// Blocks for three seconds at most; do not call it on the main thread of a program with a user interface.
        ///
        /// - Throws: `PlaybackError` with `.sourceNotFound`, `.sourceUnreadable` or `.sourceUnreachable`.
        public static func read(from socket: URL) throws -> KioskStatus {
            // As long as the server gives a connection.
            let deadline = HostTime.now.advanced(by: WatchConnection.patience)
            do {
                let connection = try connect(to: socket.path, until: deadline)
                return try KioskStatus(json: try receive(from: connection, until: deadline))
            } catch let error as PosixError {
                throw explain(error, socket.path)
            } catch let error as DecodingError {
                throw PlaybackError(
                    .sourceUnreadable, subject: socket.path, reason: "what answers there is no kiosk of this kind",
                    cure: "check the path, and that both are of the same version", underlying: error)
            }
        }

        /// The longest status in bytes; a hundred tiles take 30 KB.
        private static let longest = 4 << 20

        private static func connect(to path: String, until deadline: HostTime) throws -> PosixSocket {
            guard let address = PosixAddress(path: path) else { throw PosixError("connect", ENAMETOOLONG) }
            while true {
                let socket = try PosixSocket(AF_UNIX, .stream)
                do {
                    try socket.connect(address)
                    return socket
                } catch let error as PosixError where error.number == EAGAIN && HostTime.now < deadline {
                    // The listener's queue is full for now.
                    usleep(20_000)
                }
            }
        }

        private static func receive(from socket: PosixSocket, until deadline: HostTime) throws -> Data {
            var data = Data()
            var buffer = [UInt8](repeating: 0, count: 16 << 10)
            while data.count <= longest {
                switch socket.receive(into: &buffer) {
                case .bytes(let count): data.append(contentsOf: buffer.prefix(count))
                case .end: return data
                case .failed: throw PosixError("read")
                case .later:
                    guard socket.wait(for: Int32(POLLIN), until: deadline) else { throw PosixError("read", ETIMEDOUT) }
                }
            }
            throw PosixError("read", EFBIG)
        }

        private static func explain(_ error: PosixError, _ path: String) -> PlaybackError {
            switch error.number {
            case ENOENT:
                PlaybackError(
                    .sourceNotFound, subject: path, reason: "there is no such socket",
                    cure: "start the kiosk, or check the path it was given", underlying: error)
            case EACCES, EPERM:
                PlaybackError(
                    .sourceUnreadable, subject: path, reason: "it belongs to another user",
                    cure: "ask as the user that the kiosk runs as", underlying: error)
            case ECONNREFUSED:
                PlaybackError(
                    .sourceUnreachable, subject: path, reason: "nobody listens there any more", cure: "start the kiosk",
                    underlying: error)
            default:
                PlaybackError(
                    .sourceUnreachable, subject: path, reason: "\(error)", cure: "see whether the kiosk still runs",
                    underlying: error)
            }
        }
    }
#endif
