import Foundation
import MultiPlayerKit

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Keeps the bytes fetched of videos, and fetches missing ones while the videos play.
///
/// ```swift
/// let cache = MediaCache()
/// let prefetch = cache.prefetch(url, .first(500_000), priority: .next)
/// let media = cache.media(for: url)
/// let head = try await media.read(0..<65_536)
/// ```
/// However many readers an address has, each byte is fetched once, and kept on disk for the next start of the program.
/// A complete resource needs no server any more. A server's `ETag` or `Last-Modified` proves which version bytes are
/// of; two versions are never mixed. Where the disk does not take anything, everything still plays, from memory
/// (``storageProblem``).
///
/// For whole files over HTTP or HTTPS. HLS playlists play straight from their server.
public final class MediaCache: Sendable {
    /// The settings of a cache. Set them before the cache is made.
    public struct Configuration: Sendable {
        /// The folder for the cache's files; for this cache alone. Default: a folder in the user's caches.
        ///
        /// A folder that does not exist is made, with access for this user only. An existing one is used if it already
        /// belongs to a cache, or if it is empty and not writable by others; its permissions stay as they are. Any
        /// other folder is refused, and nothing in it is touched.
        public var directory: URL
        /// The size limit on disk, in bytes. Default: 1 GiB, about an hour of high-definition video.
        public var byteLimit: Int64
        /// Concurrent requests to one server; four times as many to all servers together. Default: 4; at least 1.
        public var concurrentTransfers = 4
        /// The longest resource that is accepted, in bytes. Default: 64 GiB.
        public var longestResource: Int64 = 64 << 30
        /// A transfer that receives nothing for this long is cancelled and tried again. Default: 10 seconds.
        public var silence = Duration.seconds(10)
        /// The key that identifies a resource. Default: the address without its fragment. Signed addresses, which
        /// differ each time, need a key without the signature. Only a hash of the key reaches the disk.
        public var key: @Sendable (URL) -> String = { MediaAddress.key($0) }
        /// Changes the address and the header fields of requests before they are sent, for example to add a token. What
        /// it adds goes to the address's own host only, not to others that it redirects to.
        public var prepare: @Sendable (inout URLRequest) -> Void = { _ in }
        #if !canImport(CGStreamer)
            /// Makes the configuration of sessions. Default: nothing is shared with others and nothing is kept. Not on
            /// Linux, where no session is used; proxies are found in the environment there (`https_proxy` and
            /// `no_proxy`).
            public var session: @Sendable () -> URLSessionConfiguration = { .ephemeral }
        #endif

        public init(directory: URL? = nil, byteLimit: Int64 = 1 << 30) {
            self.directory = directory ?? Self.defaultDirectory
            self.byteLimit = byteLimit
        }

        private static var defaultDirectory: URL {
            let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
            let base = caches ?? URL(fileURLWithPath: NSTemporaryDirectory())
            return base.appendingPathComponent("MultiPlayerKit", isDirectory: true)
                .appendingPathComponent("Media", isDirectory: true)
        }
    }

    let engine: CacheEngine

    /// Creates a cache. Returns at once; the disk is first accessed when something is read.
    ///
    /// One cache of one process owns a folder. Other caches on the same folder read complete resources there and keep
    /// nothing.
    public init(_ configuration: Configuration = Configuration()) {
        engine = CacheEngine(configuration)
    }

    /// Returns a reader of a resource, at once.
    public func media(for url: URL, priority: FetchPriority = .playing) -> CachedMedia {
        CachedMedia(engine, url, name: name(of: url), priority: priority)
    }

    /// Fetches part of a resource ahead of its use, for as long as the returned prefetch is held and not cancelled.
    public func prefetch(
        _ url: URL, _ amount: MediaPrefetch.Amount = .whole, priority: FetchPriority = .later
    ) -> MediaPrefetch {
        let prefetch = MediaPrefetch(engine, url, name: name(of: url), amount, priority: priority)
        prefetch.start()
        return prefetch
    }

    /// What the cache has done since it was made.
    public var statistics: CacheStatistics { engine.statistics }

    /// Opens the folder now, instead of when something is read for the first time.
    ///
    /// - Throws: ``PlaybackError`` `storageUnusable` when nothing can be kept there. Readers are served all the same.
    public func openStorage() async throws {
        await engine.onDisk { [engine] in engine.folder.open() }
        if let problem = storageProblem { throw problem }
    }

    /// What prevents storing anything, if something does: a full disk, or a folder that cannot be written or holds
    /// something other than a cache. Readers are served all the same.
    public var storageProblem: PlaybackError? {
        engine.folder.problem.map { .storage($0, at: engine.configuration.directory) }
    }

    /// The cache's size on disk, in bytes. Does not access the disk: it is zero until the first read.
    public var bytesOnDisk: Int64 { engine.folder.bytes }

    /// Deletes what is here of a resource; if somebody has it open, once the last of them closes it.
    public func remove(_ url: URL) async {
        let name = name(of: url)
        await engine.onDisk { [engine] in engine.folder.remove(name) }
    }

    /// Deletes everything, in the same way.
    public func removeAll() async {
        await engine.onDisk { [engine] in engine.folder.removeAll() }
    }

    private func name(of url: URL) -> String { SHA256.hex(engine.configuration.key(url)) }
}

extension MediaCache: ByteSource {
    public func reader(of url: URL, priority: FetchPriority) -> any ByteReader { media(for: url, priority: priority) }

    public func fetch(_ range: Range<Int64>, of url: URL, priority: FetchPriority) -> any ByteFetch {
        prefetch(url, .range(range), priority: priority)
    }
}

extension CachedMedia: ByteReader {
    public func lengthBlocking() throws -> Int64? { try factsBlocking().length }
}

extension MediaPrefetch: ByteFetch {}

/// What a cache has done since it was made.
public struct CacheStatistics: Hashable, Sendable {
    /// Reads that were served at once from bytes already here.
    public internal(set) var hits = 0
    /// Reads that had to wait for a server.
    public internal(set) var misses = 0
    /// Bytes of media that servers sent.
    public internal(set) var bytesFetched: Int64 = 0
    /// Bytes given to readers.
    public internal(set) var bytesServed: Int64 = 0
    /// Fetched bytes that a reader has taken at least once; the others have been fetched in vain so far.
    public internal(set) var bytesUsed: Int64 = 0
    /// Requests to servers, redirects not counted.
    public internal(set) var requests = 0
    /// Requests that continued where an earlier one, or an earlier process, had stopped.
    public internal(set) var resumed = 0

    public init() {}
}
