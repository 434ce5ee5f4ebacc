import Foundation
import MultiPlayerKit

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Keeps what was fetched of videos, and fetches what is missing while they play.
///
/// ```swift
/// let cache = MediaCache()
/// let prefetch = cache.prefetch(url, .first(500_000), priority: .next)
/// let media = cache.media(for: url)
/// let head = try await media.read(0..<65_536)
/// ```
/// However many read one address, each byte is fetched once, and kept on disk for the next start of the program. What is
/// complete needs no server any more. A server's `ETag` or `Last-Modified` proves which version bytes are of; two
/// versions are never mixed. Where the disk does not take anything, everything still plays, from memory
/// (``storageProblem``).
///
/// For whole files by HTTP or HTTPS. HLS playlists play straight from their server.
public final class MediaCache: Sendable {
    /// How a cache works. Set before it is made.
    public struct Configuration: Sendable {
        /// Where it keeps what it has; for it alone. Default: a folder in the user's caches.
        ///
        /// A folder that does not exist is made, with access for this user only. One that is there is taken if it is a
        /// cache's already, or empty and not writable by others; its rights stay as they are. Any other is refused, and
        /// nothing in it is touched.
        public var directory: URL
        /// The most it takes on disk, in bytes. Default: 1 GiB, about an hour of video in high definition.
        public var byteLimit: Int64
        /// Requests at once to one server; to all servers together four times as many. Default 4; at least 1.
        public var concurrentTransfers = 4
        /// The longest resource that is accepted, in bytes. Default: 64 GiB.
        public var longestResource: Int64 = 64 << 30
        /// A transfer in which nothing comes for so long is broken off and tried again. Default: 10 seconds.
        public var silence = Duration.seconds(10)
        /// What tells resources apart. Default: the address without its fragment. Signed addresses, which differ each
        /// time, need one that leaves the signature out. Only a hash of it reaches the disk.
        public var key: @Sendable (URL) -> String = { MediaAddress.key($0) }
        /// Changes the address and the header fields of requests before they are sent, such as for a token. What it
        /// adds goes to the address's own host only, not to others that it redirects to.
        public var prepare: @Sendable (inout URLRequest) -> Void = { _ in }
        #if !canImport(CGStreamer)
            /// How sessions are made. Default: nothing is shared with others and nothing kept. Not on Linux, where no
            /// session is used; proxies are found in the environment there (`https_proxy` and `no_proxy`).
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

    /// Returns at once; the disk is looked at when something is read for the first time.
    ///
    /// One cache of one process owns a folder. Others of the same folder read what is complete there and keep nothing.
    public init(_ configuration: Configuration = Configuration()) {
        engine = CacheEngine(configuration)
    }

    /// A reader of a resource. Returns at once.
    public func media(for url: URL, priority: FetchPriority = .playing) -> CachedMedia {
        CachedMedia(engine, url, name: name(of: url), priority: priority)
    }

    /// Fetches part of a resource ahead of its use, for as long as what is returned is held and not cancelled.
    public func prefetch(
        _ url: URL, _ amount: MediaPrefetch.Amount = .whole, priority: FetchPriority = .later
    ) -> MediaPrefetch {
        let prefetch = MediaPrefetch(engine, url, name: name(of: url), amount, priority: priority)
        prefetch.start()
        return prefetch
    }

    /// What it has done since it was made.
    public var statistics: CacheStatistics { engine.statistics }

    /// Looks at the folder now, and not only when something is read for the first time.
    ///
    /// - Throws: ``PlaybackError`` `storageUnusable` when nothing can be kept there. Readers are served all the same.
    public func openStorage() async throws {
        await engine.onDisk { [engine] in engine.folder.open() }
        if let problem = storageProblem { throw problem }
    }

    /// What is in the way of keeping anything, if something is: a full disk, a folder that cannot be written or holds
    /// something else than a cache. Readers are served all the same.
    public var storageProblem: PlaybackError? {
        engine.folder.problem.map { .storage($0, at: engine.configuration.directory) }
    }

    /// What it takes on disk, in bytes. Looks nowhere: it is zero until the first read.
    public var bytesOnDisk: Int64 { engine.folder.bytes }

    /// Throws away what is here of a resource; while somebody has it open, when the last of them lets go of it.
    public func remove(_ url: URL) async {
        let name = name(of: url)
        await engine.onDisk { [engine] in engine.folder.remove(name) }
    }

    /// Throws away everything.
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
