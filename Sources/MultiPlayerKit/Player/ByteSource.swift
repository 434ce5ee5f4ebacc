import Foundation

/// Supplies players with the bytes of web addresses, in place of their own fetching.
///
/// `MediaCache` of MultiPlayerKitCache is one. Every member may be used from any thread.
public protocol ByteSource: AnyObject, Sendable {
    /// Returns a reader of one resource, without waiting.
    func reader(of url: URL, priority: FetchPriority) -> any ByteReader

    /// Fetches part of a resource ahead of its use, for as long as the returned fetch is held and not cancelled.
    func fetch(_ range: Range<Int64>, of url: URL, priority: FetchPriority) -> any ByteFetch
}

/// Reads one resource in any order while it is being fetched. All data from one reader is of the same version.
public protocol ByteReader: AnyObject, Sendable {
    /// Returns bytes from the start of `range` as soon as any are available: at least one, at most the whole range;
    /// none at or past the end of the resource. Blocks the thread; ``cancelReads()`` from another thread unblocks it.
    ///
    /// - Throws: `CancellationError` when the wait was cancelled, otherwise the reason why the bytes are unavailable.
    func readBlocking(_ range: Range<Int64>) throws -> Data

    /// Returns the length in bytes once the server states it; `nil`: it does not. Blocks the thread.
    func lengthBlocking() throws -> Int64?

    /// Returns the resource as a plain file if all of it is here; the file stays in place until the reader is closed.
    /// May access the disk, but no server.
    func fileURLBlocking() -> URL?

    /// Returns how many bytes of a range are already here. May access the disk, but no server.
    func bytesPresent(in range: Range<Int64>) -> Int64

    /// Ends every read that is waiting now with a `CancellationError`. Later reads work as before.
    func cancelReads()

    /// Ends pending reads and releases what the reader holds.
    func close()
}

/// A fetch of bytes ahead of their use. Releasing or cancelling it stops the fetch; bytes already fetched stay.
public protocol ByteFetch: AnyObject, Sendable {
    /// Settable at any time.
    var priority: FetchPriority { get set }

    /// Stops fetching.
    func cancel()

    /// Returns when all bytes are here; throws when they are unavailable or the fetch was cancelled.
    func finished() async throws
}

/// Which bytes are fetched first.
public enum FetchPriority: Int, Comparable, Hashable, Sendable, CaseIterable {
    /// May be needed later: fetched when no playing video waits.
    case later
    /// Needed soon: the video after the present one.
    case next
    /// A player is reading them now.
    case playing

    public static func < (left: FetchPriority, right: FetchPriority) -> Bool { left.rawValue < right.rawValue }
}

extension MediaSource {
    /// The byte source in use; `nil` for files, which need none.
    package var usedCache: (any ByteSource)? { url.isFileURL ? nil : cache }
}
