/// What a cache has done since it was made.
public struct CacheStatistics: Hashable, Sendable {
    /// Reads that were served from what was here.
    public internal(set) var hits = 0
    /// Reads that had to wait for a server.
    public internal(set) var misses = 0
    /// Bytes of media that servers sent.
    public internal(set) var bytesFetched: Int64 = 0
    /// Bytes given to readers.
    public internal(set) var bytesServed: Int64 = 0
    /// Of the bytes fetched, those that a reader has taken at least once; the others have come in vain so far.
    public internal(set) var bytesUsed: Int64 = 0
    /// Requests to servers, redirects not counted.
    public internal(set) var requests = 0
    /// Requests that went on where an earlier one, or an earlier process, had been broken off.
    public internal(set) var resumed = 0

    public init() {}
}
