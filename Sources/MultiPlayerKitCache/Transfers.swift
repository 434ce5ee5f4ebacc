import Foundation
import MultiPlayerKit

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Runs requests.
///
/// Nothing is suspended. The length of requests bounds how much is under way instead.
protocol Transfers: AnyObject, Sendable {
    func attach(_ handler: any TransferHandler)
    /// Runs `body` between two calls of the handler, in the order of calls.
    func perform(_ body: @escaping @Sendable () -> Void)
    /// Starts a request, of which only the address, header fields and timeout count.
    func start(_ request: URLRequest, as id: FetchPlan.TransferID)
    /// Once calls that are under way have returned, nothing more is reported for this transfer.
    func cancel(_ id: FetchPlan.TransferID)
    func invalidate()
}

/// Receives what transfers deliver. Calls come one at a time.
protocol TransferHandler: AnyObject, Sendable {
    /// - Returns: whether the body is wanted.
    func transfer(_ id: FetchPlan.TransferID, responded head: ResponseHead) -> Bool
    /// - Returns: whether more is wanted.
    func transfer(_ id: FetchPlan.TransferID, received bytes: Data) -> Bool
    /// - Parameter failure: `nil`: the body came to its end.
    func transfer(_ id: FetchPlan.TransferID, ended failure: FetchFailure?)
}

/// Which redirects are followed, and what the next server is told.
enum Redirect {
    /// Several times what a signed address behind a short link needs.
    static let most = 8

    /// - Parameters:
    ///   - request: the request to the new address, with what the last server was sent.
    ///   - hops: redirects so far, this one included.
    /// - Returns: the request to follow it with; `nil`: it is not followed.
    static func followed(_ request: URLRequest, from original: URLRequest?, hops: Int) -> URLRequest? {
        guard hops <= most, let url = request.url, let scheme = url.scheme?.lowercased(),
            scheme == "https" || scheme == "http", let host = url.host, !host.isEmpty
        else { return nil }
        let before = original?.url
        // Never downgrade HTTPS to HTTP.
        if before?.scheme?.lowercased() == "https", scheme != "https" { return nil }
        guard before?.host?.lowercased() != host.lowercased() || before?.port != url.port else {
            return keepingUser(of: before, in: request)
        }
        // What the app sends to its own server is no other server's business.
        var stripped = request
        for name in (request.allHTTPHeaderFields ?? [:]).keys where !ownFields.contains(name.lowercased()) {
            stripped.setValue(nil, forHTTPHeaderField: name)
        }
        return stripped
    }

    /// Keeps the user and password, which a server that redirects to itself leaves out.
    private static func keepingUser(of before: URL?, in request: URLRequest) -> URLRequest {
        guard let before, let url = request.url, url.user == nil,
            let asked = URLComponents(url: before, resolvingAgainstBaseURL: true), asked.user != nil,
            var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return request }
        components.percentEncodedUser = asked.percentEncodedUser
        components.percentEncodedPassword = asked.percentEncodedPassword
        var request = request
        request.url = components.url ?? url
        return request
    }

    private static let ownFields: Set<String> = ["range", "if-range", "accept-encoding"]
}
