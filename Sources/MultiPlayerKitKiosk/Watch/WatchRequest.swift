#if os(Linux)
    import MultiPlayerKit

    /// The request of a web client: for one of two pages, or one that is refused.
    enum WatchRequest: Equatable {
        /// The end of the request has not arrived yet.
        case incomplete
        case json
        case metrics
        case refused(Refusal)

        /// Why a request is refused, by its HTTP status code.
        enum Refusal: Int {
            case nonsense = 400
            case notFound = 404
            /// Any method but GET. There is nothing to control here.
            case notAllowed = 405
            case tooLong = 431

            var reason: String {
                switch self {
                case .nonsense: "Bad Request"
                case .notFound: "Not Found"
                case .notAllowed: "Method Not Allowed"
                case .tooLong: "Request Header Fields Too Large"
                }
            }
        }

        /// The longest request in bytes; a browser's is a tenth of this.
        static let longest = 4_096

        /// - Parameter bytes: the bytes received so far.
        init(_ bytes: [UInt8]) {
            guard Self.hasEnd(bytes) else {
                self = bytes.count >= Self.longest ? .refused(.tooLong) : .incomplete
                return
            }
            let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
            let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else {
                self = .refused(.nonsense)
                return
            }
            guard words[0] == "GET" else {
                self = .refused(.notAllowed)
                return
            }
            switch words[1].prefix(while: { $0 != "?" }) {
            case "/", "/status": self = .json
            case "/metrics": self = .metrics
            default: self = .refused(.notFound)
            }
        }

        /// Whether there is an empty line after the first.
        private static func hasEnd(_ bytes: [UInt8]) -> Bool {
            var isLineEmpty = false
            for byte in bytes {
                switch byte {
                case UInt8(ascii: "\n"):
                    if isLineEmpty { return true }
                    isLineEmpty = true
                case UInt8(ascii: "\r"): break
                default: isLineEmpty = false
                }
            }
            return false
        }

        /// A response as it is sent. The connection is closed after it.
        static func answer(_ status: String, type: String, fields: String = "", body: [UInt8]) -> [UInt8] {
            let head =
                "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n" + fields
                + "Cache-Control: no-store\r\nConnection: close\r\n\r\n"
            return Array(head.utf8) + body
        }

        static func answer(_ refusal: Refusal) -> [UInt8] {
            answer(
                "\(refusal.rawValue) \(refusal.reason)", type: "text/plain; charset=utf-8",
                fields: refusal == .notAllowed ? "Allow: GET\r\n" : "",
                body: Array("\(refusal.reason). There are /status and /metrics.\n".utf8))
        }
    }
#endif
