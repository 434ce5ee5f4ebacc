#if !canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit
    import Synchronization

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Transfers that use `URLSession`.
    final class SessionTransfers: NSObject, Transfers, URLSessionDataDelegate {
        private struct Ongoing {
            var task: URLSessionDataTask
            var id: FetchPlan.TransferID
            var redirects = 0
            var failure: FetchFailure?
        }

        private struct State {
            var session: URLSession?
            var ongoing: [Int: Ongoing] = [:]
            weak var handler: (any TransferHandler)?
            var isInvalid = false
        }

        private let state = Mutex(State())
        private let queue = OperationQueue()
        /// Where `queue` runs, which on Apple platforms does not keep it.
        private let serial = DispatchQueue(label: "MultiPlayerKit.cache")
        private let configuration: @Sendable () -> URLSessionConfiguration
        private let transfers: Int

        /// - Parameter transfers: Concurrent requests to one server.
        init(transfers: Int, configuration: @escaping @Sendable () -> URLSessionConfiguration) {
            (self.transfers, self.configuration) = (transfers, configuration)
            super.init()
            queue.maxConcurrentOperationCount = 1
            queue.name = "MultiPlayerKit.cache"
            // A serial queue gets its own thread when it needs one. Otherwise operations wait for a thread of the
            // shared pool, which apps may fill.
            queue.underlyingQueue = serial
        }

        func attach(_ handler: any TransferHandler) {
            state.withLock { $0.handler = handler }
        }

        /// Runs `body` on the queue that transfers report on.
        func perform(_ body: @escaping @Sendable () -> Void) {
            queue.addOperation(body)
        }

        func start(_ request: URLRequest, as id: FetchPlan.TransferID) {
            let task = state.withLock { state -> URLSessionDataTask? in
                guard !state.isInvalid else { return nil }
                let session = state.session ?? makeSession()
                state.session = session
                let task = session.dataTask(with: request)
                state.ongoing[task.taskIdentifier] = Ongoing(task: task, id: id)
                return task
            }
            task?.resume()
        }

        /// Once calls that are under way have returned, nothing more is reported for this transfer.
        func cancel(_ id: FetchPlan.TransferID) {
            state.withLock { state in
                guard let number = state.ongoing.first(where: { $0.value.id == id })?.key else { return }
                // Inside the lock: see `willPerformHTTPRedirection`.
                state.ongoing.removeValue(forKey: number)?.task.cancel()
            }
        }

        func invalidate() {
            let session = state.withLock { state -> URLSession? in
                state.isInvalid = true
                state.ongoing = [:]
                defer { state.session = nil }
                return state.session
            }
            session?.invalidateAndCancel()
        }

        private func makeSession() -> URLSession {
            let configuration = configuration()
            // The media cache already keeps the bytes.
            configuration.urlCache = nil
            // As many requests again may only have to end, each on its own connection.
            configuration.httpMaximumConnectionsPerHost = max(
                configuration.httpMaximumConnectionsPerHost, 2 * transfers)
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            return URLSession(configuration: configuration, delegate: self, delegateQueue: queue)
        }

        private func find(_ task: URLSessionTask) -> (id: FetchPlan.TransferID, handler: any TransferHandler)? {
            state.withLock { state in
                guard let id = state.ongoing[task.taskIdentifier]?.id, let handler = state.handler else { return nil }
                return (id, handler)
            }
        }

        // MARK: URLSessionDataDelegate

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            state.withLock { state in
                // The open-source Foundation crashes when a task that was cancelled meanwhile is answered. Cancelling
                // happens inside this lock as well, so a cancelled task is recognized here.
                guard var ongoing = state.ongoing[task.taskIdentifier] else { return }
                ongoing.redirects += 1
                let next = Redirect.followed(request, from: task.originalRequest, hops: ongoing.redirects)
                if next == nil { ongoing.failure = .redirected }
                state.ongoing[task.taskIdentifier] = ongoing
                completionHandler(next)
            }
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            guard let (id, handler) = find(dataTask) else { return completionHandler(.cancel) }
            let isWanted: Bool
            if let response = response as? HTTPURLResponse {
                let fields = response.allHeaderFields.compactMap { field in
                    (field.key as? String).flatMap { name in (field.value as? String).map { (name: name, value: $0) } }
                }
                isWanted = handler.transfer(id, responded: ResponseHead(status: response.statusCode, fields: fields))
            } else {
                isWanted = false
                handler.transfer(id, ended: .refused(.nonsense))
            }
            if !isWanted { cancel(id) }
            completionHandler(isWanted ? .allow : .cancel)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            guard let (id, handler) = find(dataTask) else { return }
            if !handler.transfer(id, received: data) { cancel(id) }
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            guard let (id, handler) = find(task) else { return }
            let ongoing = state.withLock { $0.ongoing.removeValue(forKey: task.taskIdentifier) }
            handler.transfer(id, ended: ongoing?.failure ?? error.map { .unreachable(Self.reason($0)) })
        }

        /// The system's reason, without the address that it tends to repeat.
        private static func reason(_ error: any Error) -> String {
            switch (error as? URLError)?.code {
            case .notConnectedToInternet: "this device is offline"
            case .cannotFindHost, .dnsLookupFailed: "no server has this name"
            case .cannotConnectToHost: "the server does not answer"
            case .networkConnectionLost: "the connection was lost"
            case .timedOut: "the server took too long"
            case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
                .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
                "no secure connection could be made"
            case .some(let code): "the transfer failed (\(code.rawValue))"
            case nil: "the transfer failed"
            }
        }
    }
#endif
