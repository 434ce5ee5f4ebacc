import Foundation
import MultiPlayerKit

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Requests under way.
///
/// Nothing is suspended. How much may be under way is bounded by the length of requests instead.
protocol Transfers: AnyObject, Sendable {
    func attach(_ handler: any TransferHandler)
    /// Between two calls of the handler, in the order of calls.
    func perform(_ body: @escaping @Sendable () -> Void)
    /// Of the request its address and header fields count.
    func start(_ request: URLRequest, as id: FetchPlan.TransferID)
    /// Nothing is told of it any more once calls that are under way have returned.
    func cancel(_ id: FetchPlan.TransferID)
    func invalidate()
}

/// Takes what transfers bring. Calls come one at a time.
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
    /// As many as a signed address behind a short link needs, several times over.
    static let most = 8

    /// - Parameters:
    ///   - request: to where it leads, with what the last server was told.
    ///   - hops: redirects so far, this one included.
    /// - Returns: the request to follow it with; `nil`: it is not followed.
    static func followed(_ request: URLRequest, from original: URLRequest?, hops: Int) -> URLRequest? {
        guard hops <= most, let url = request.url, let scheme = url.scheme?.lowercased(),
            scheme == "https" || scheme == "http", let host = url.host, !host.isEmpty
        else { return nil }
        let before = original?.url
        // What was asked for in secret is not fetched in public.
        if before?.scheme?.lowercased() == "https", scheme != "https" { return nil }
        guard before?.host?.lowercased() != host.lowercased() || before?.port != url.port else {
            return keepingUser(of: before, in: request)
        }
        // What the app says to its own server is no other's business.
        var stripped = request
        for name in (request.allHTTPHeaderFields ?? [:]).keys where !ownFields.contains(name.lowercased()) {
            stripped.setValue(nil, forHTTPHeaderField: name)
        }
        return stripped
    }

    /// A server that names itself in its answer leaves out who asked it.
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
