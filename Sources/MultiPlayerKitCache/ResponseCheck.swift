import MultiPlayerKit

/// Judges a response, given the request and what is already here.
struct ResponseCheck: Sendable {
    /// Whether a resource's bytes come in pieces or in one go.
    enum Manner: Hashable, Sendable {
        /// Any range; each response proves that it is of the same version.
        case ranged
        /// From the first byte on only: the server serves no ranges, or nothing proves that two responses are of one
        /// version.
        case sequential
    }

    /// A usable response.
    struct Acceptance: Equatable, Sendable {
        /// Offsets in the resource where the body begins and has to end; `nil`: unknown.
        var start: Int64
        var end: Int64?
        var manner: Manner
        var version: MediaVersion
        var contentType: String?
        /// Whether the end of the body can be told from a broken connection.
        var hasCertainEnd: Bool
    }

    enum Refusal: Hashable, Sendable {
        case status(Int)
        /// Larger than the cache is allowed to handle.
        case tooLong(Int64)
        /// Compressed although the request asked for no compression.
        case encoded
        /// Contradicts itself or the request.
        case nonsense
        case redirect
    }

    enum Verdict: Equatable, Sendable {
        case accept(Acceptance)
        /// The resource is a different version from the one that is here.
        case changed
        /// Ask for all of it, without a range.
        case askForAll
        /// Try again, after this delay where the server names one.
        case tryAgain(after: Duration?)
        case refuse(Refusal)
    }

    /// The requested range; `nil`: all.
    var asked: Range<Int64>?
    /// The version of the bytes here; `nil`: there are none.
    var known: MediaVersion?
    /// The longest resource to accept.
    var longest: Int64

    /// - Parameter now: seconds since 1970.
    func verdict(on head: ResponseHead, now: Int64) -> Verdict {
        switch head.status {
        case 200: whole(head)
        case 206: part(head)
        case 416: unsatisfied(head)
        case 408, 425, 429, 500, 502, 503, 504: .tryAgain(after: head.retryAfter(now: now))
        case 300...399: .refuse(.redirect)
        default: .refuse(.status(head.status))
        }
    }

    private func whole(_ head: ResponseHead) -> Verdict {
        guard head.isPlain else { return .refuse(.encoded) }
        if let length = head.contentLength, length > longest { return .refuse(.tooLong(length)) }
        var version = head.version
        version.length = head.contentLength
        if let known, known.differs(from: version) { return .changed }
        return .accept(
            Acceptance(
                start: 0, end: version.length, manner: .sequential, version: version, contentType: head.contentType,
                hasCertainEnd: version.length != nil || head.isChunked))
    }

    private func part(_ head: ResponseHead) -> Verdict {
        // The request had no range.
        guard let asked else { return .refuse(.nonsense) }
        guard head.isPlain else { return .refuse(.encoded) }
        guard let span = head.contentRange, let range = span.range, let total = span.total else { return .askForAll }
        guard total <= longest else { return .refuse(.tooLong(total)) }
        var version = head.version
        version.length = total
        if let known, known.differs(from: version) { return .changed }
        guard range.lowerBound == asked.lowerBound, version.isProven else { return .askForAll }
        if let known, !known.isSame(as: version) { return .askForAll }
        if let length = head.contentLength, length != range.upperBound - range.lowerBound { return .askForAll }
        return .accept(
            Acceptance(
                start: range.lowerBound, end: min(range.upperBound, asked.upperBound), manner: .ranged,
                version: version,
                contentType: head.contentType, hasCertainEnd: true))
    }

    private func unsatisfied(_ head: ResponseHead) -> Verdict {
        guard asked != nil else { return .refuse(.status(416)) }
        var version = MediaVersion()
        version.length = head.contentRange?.total
        if let known, known.differs(from: version) { return .changed }
        return .askForAll
    }
}
