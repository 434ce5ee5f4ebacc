#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import FoundationNetworking
    import MultiPlayerKit

    /// One request of `CurlTransfers`, with the redirects that it follows. Used only on the transfer thread.
    final class CurlRequest {
        /// The body of a redirect is of no use; the hop ends after this much of it.
        private static let mostOfRedirect = 64 << 10

        let id: FetchPlan.TransferID
        /// libcurl's handle of the current hop.
        private(set) var handle: UnsafeMutableRawPointer?
        private let original: URLRequest
        private let handler: () -> (any TransferHandler)?
        private var request: URLRequest
        private var fields: UnsafeMutablePointer<curl_slist>?
        private var hops = 0
        private var lines = ResponseLines()
        /// Where this hop redirects to.
        private var next: URL?
        private var ignored = 0
        private var failure: FetchFailure?
        /// The handler wants no more, and already knows the outcome.
        private var isUnwanted = false

        /// - Parameter handler: returns whom to notify; `nil` once the request is cancelled.
        init(_ request: URLRequest, as id: FetchPlan.TransferID, handler: @escaping () -> (any TransferHandler)?) {
            (self.request, original, self.id, self.handler) = (request, request, id, handler)
            open()
        }

        deinit {
            close()
        }

        /// Makes the handle. The multi handle must have released the previous one.
        private func open() {
            for (name, value) in request.allHTTPHeaderFields ?? [:] where Self.isField(name, value) {
                // An empty value without the semicolon would leave the field out.
                fields = curl_slist_append(fields, value.isEmpty ? "\(name);" : "\(name): \(value)")
            }
            let wait = Int(min(max(request.timeoutInterval, 1), 3_600) * 1_000)
            handle = mpk_transfer_new(
                request.url?.absoluteString ?? "", fields, wait, Unmanaged.passUnretained(self).toOpaque(),
                { bytes, size, count, context in
                    CurlRequest.at(context).takeLine(UnsafeRawBufferPointer(start: bytes, count: size * count))
                },
                { bytes, size, count, context in
                    CurlRequest.at(context).takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
                })
            guard handle != nil else { fatalError("no memory for a request") }
        }

        private func close() {
            if let handle { curl_easy_cleanup(handle) }
            curl_slist_free_all(fields)
            (handle, fields) = (nil, nil)
        }

        /// The request whose context this is.
        static func at(_ context: UnsafeMutableRawPointer?) -> CurlRequest {
            Unmanaged<CurlRequest>.fromOpaque(context!).takeUnretainedValue()
        }

        /// Nothing in a field may end its line.
        private static func isField(_ name: String, _ value: String) -> Bool {
            !name.isEmpty && (name + value).utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        }

        // MARK: What comes

        /// - Returns: how many bytes were taken; fewer than given ends the request.
        private func takeLine(_ line: UnsafeRawBufferPointer) -> Int {
            switch lines.take(line) {
            case .more: return line.count
            case .tooLong:
                failure = .refused(.nonsense)
                return 0
            case .complete: break
            }
            if let location = lines.location {
                next = URL(string: location, relativeTo: request.url)?.absoluteURL
                if next == nil { failure = .redirected }
                return next == nil ? 0 : line.count
            }
            isUnwanted = handler()?.transfer(id, responded: lines.head) != true
            return isUnwanted ? 0 : line.count
        }

        private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
            guard next == nil else {
                ignored += bytes.count
                return ignored <= Self.mostOfRedirect ? bytes.count : 0
            }
            isUnwanted = handler()?.transfer(id, received: Data(bytes)) != true
            return isUnwanted ? 0 : bytes.count
        }

        /// Handles the end of a hop, once nobody drives its handle any more.
        ///
        /// - Returns: whether there is another hop, with a new handle.
        func goesOn(after result: CURLcode) -> Bool {
            guard !isUnwanted else { return false }
            if let url = next, handler() != nil {
                var following = request
                following.url = url
                hops += 1
                if let followed = Redirect.followed(following, from: original, hops: hops) {
                    close()
                    (request, lines, next, ignored) = (followed, ResponseLines(), nil, 0)
                    open()
                    return true
                }
                failure = .redirected
            }
            handler()?.transfer(id, ended: failure ?? failure(by: result))
            return false
        }

        /// libcurl's reason, without the address that it tends to repeat; `nil`: the body came to its end.
        private func failure(by result: CURLcode) -> FetchFailure? {
            switch result {
            // libcurl reports success for a connection that ends within the head.
            case CURLE_OK: lines.isComplete ? nil : .unreachable("the connection was lost")
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .unreachable("no server has this name")
            case CURLE_COULDNT_CONNECT: .unreachable("the server does not answer")
            case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE:
                .unreachable("the connection was lost")
            case CURLE_OPERATION_TIMEDOUT: .unreachable("the server took too long")
            case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
                CURLE_SSL_CACERT_BADFILE:
                .unreachable("no secure connection could be made")
            case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL: .refused(.nonsense)
            default: .unreachable("the transfer failed (\(result.rawValue))")
            }
        }
    }
#endif
