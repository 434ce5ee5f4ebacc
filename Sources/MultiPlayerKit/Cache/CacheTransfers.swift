import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Who is told what transfers bring. Calls come one at a time, from one queue.
protocol TransferHandler: AnyObject, Sendable {
    /// - Returns: whether the body is wanted.
    func transfer(_ id: FetchPlan.TransferID, responded head: ResponseHead) -> Bool
    /// - Returns: whether more is wanted.
    func transfer(_ id: FetchPlan.TransferID, received bytes: Data) -> Bool
    /// - Parameter failure: `nil`: the body came to its end.
    func transfer(_ id: FetchPlan.TransferID, ended failure: FetchFailure?)
}

/// Requests under way, by `URLSession`.
///
/// Nothing is suspended: on Linux a session cannot pause what a server sends. How much may be under way is bounded by
/// the length of requests instead.
final class CacheTransfers: NSObject, URLSessionDataDelegate, Sendable {
    /// As many as a signed address behind a short link needs, several times over.
    static let mostRedirects = 8

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
    private let configuration: @Sendable () -> URLSessionConfiguration
    private let transfers: Int

    /// - Parameter transfers: Requests at once to one server.
    init(transfers: Int, configuration: @escaping @Sendable () -> URLSessionConfiguration) {
        (self.transfers, self.configuration) = (transfers, configuration)
        super.init()
        queue.maxConcurrentOperationCount = 1
        queue.name = "MultiPlayerKit.cache"
        // A serial queue has a thread of its own when it needs one. Otherwise operations wait for one of the shared pool,
        // which apps may fill.
        queue.underlyingQueue = DispatchQueue(label: "MultiPlayerKit.cache")
    }

    func attach(_ handler: any TransferHandler) {
        state.withLock { $0.handler = handler }
    }

    /// On the queue that transfers report on.
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

    /// Nothing is told of it any more once calls that are under way have returned.
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
        // What is kept is kept here, once.
        configuration.urlCache = nil
        // Of a server's requests as many again may be about to end.
        configuration.httpMaximumConnectionsPerHost = max(configuration.httpMaximumConnectionsPerHost, 2 * transfers)
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
            // On Linux a task that was cancelled meanwhile must not be answered: the session would stop the program.
            // Cancelling happens inside this lock as well, so it is known.
            guard var ongoing = state.ongoing[task.taskIdentifier] else { return }
            ongoing.redirects += 1
            let next = Self.followed(request, from: task.originalRequest, hops: ongoing.redirects)
            if next == nil { ongoing.failure = .redirected }
            state.ongoing[task.taskIdentifier] = ongoing
            completionHandler(next)
        }
    }

    /// The request to follow a redirect with; `nil`: it is not followed.
    static func followed(_ request: URLRequest, from original: URLRequest?, hops: Int) -> URLRequest? {
        guard hops <= mostRedirects, let url = request.url, let scheme = url.scheme?.lowercased(),
            scheme == "https" || scheme == "http", let host = url.host, !host.isEmpty
        else { return nil }
        let before = original?.url
        // What was asked for in secret is not fetched in public.
        if before?.scheme?.lowercased() == "https", scheme != "https" { return nil }
        guard before?.host?.lowercased() != host.lowercased() || before?.port != url.port else { return request }
        // What the app says to its own server is no other's business.
        var stripped = request
        for name in (request.allHTTPHeaderFields ?? [:]).keys where !ownFields.contains(name.lowercased()) {
            stripped.setValue(nil, forHTTPHeaderField: name)
        }
        return stripped
    }

    private static let ownFields: Set<String> = ["range", "if-range", "accept-encoding"]

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

    /// What the system says, without the address that it likes to repeat.
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
