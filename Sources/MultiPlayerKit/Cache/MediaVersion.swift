/// Which version of a resource bytes belong to, as its server tells it.
///
/// Only what proves that two responses have the same bytes counts: a strong `ETag`, or a `Last-Modified` that is older
/// than the response by a second at least (RFC 9110, 8.8.2.2).
struct MediaVersion: Hashable, Codable, Sendable {
    var etag: String?
    var lastModified: String?
    var length: Int64?

    /// Whether ranges of several responses may be put together.
    var isProven: Bool { etag != nil || lastModified != nil }

    /// What `If-Range` is sent with.
    var condition: String? { etag ?? lastModified }

    /// Whether both are surely the same bytes.
    func isSame(as other: MediaVersion) -> Bool {
        if let length, let theirs = other.length, length != theirs { return false }
        if let etag { return etag == other.etag }
        if let lastModified { return lastModified == other.lastModified }
        return false
    }

    /// Whether both are surely not the same bytes. Neither this nor `isSame`: the server does not tell.
    func differs(from other: MediaVersion) -> Bool {
        if let length, let theirs = other.length, length != theirs { return true }
        if let etag, let theirs = other.etag { return etag != theirs }
        if let lastModified, let theirs = other.lastModified { return lastModified != theirs }
        return false
    }
}
