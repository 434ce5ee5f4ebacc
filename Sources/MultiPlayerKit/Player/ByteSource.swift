import Foundation

/// Gives players the bytes of web addresses, in place of their own fetching.
///
/// `MediaCache` of MultiPlayerKitCache is one. All of it may be called from any thread.
public protocol ByteSource: AnyObject, Sendable {
    /// A reader of one resource. Returns at once.
    func reader(of url: URL, priority: FetchPriority) -> any ByteReader

    /// Fetches part of a resource ahead of its use, for as long as what is returned is held and not cancelled.
    func fetch(_ range: Range<Int64>, of url: URL, priority: FetchPriority) -> any ByteFetch
}

/// Reads one resource in any order, while it is being fetched. All that one reader returns is of one version.
public protocol ByteReader: AnyObject, Sendable {
    /// Bytes from the start of `range` on, as soon as there are any: at least one, at most all of it; none at or past
    /// the end of the resource. Holds the thread up; ``cancelReads()`` from another one lets it go on.
    ///
    /// - Throws: `CancellationError` when the wait was ended, else why the bytes cannot be had.
    func readBlocking(_ range: Range<Int64>) throws -> Data

    /// How many bytes there are, once the server tells; `nil`: it does not. Holds the thread up.
    func lengthBlocking() throws -> Int64?

    /// The resource as a plain file, if all of it is here; it stays in place until the reader is closed. May go to the
    /// disk, but to no server.
    func fileURLBlocking() -> URL?

    /// How many bytes of a range are here already. May go to the disk, but to no server.
    func bytesPresent(in range: Range<Int64>) -> Int64

    /// Lets every read that waits now go, with a `CancellationError`. Later reads are as before.
    func cancelReads()

    /// Ends what waits and gives back what it holds.
    func close()
}

/// Bytes that are fetched ahead of their use. Letting go of it, or cancelling, ends it; what has come stays.
public protocol ByteFetch: AnyObject, Sendable {
    /// Settable at any time.
    var priority: FetchPriority { get set }

    /// Fetches no more.
    func cancel()

    /// Returns when all is here; throws when it cannot be had, or was cancelled.
    func finished() async throws
}

/// Whose bytes come first.
public enum FetchPriority: Int, Comparable, Hashable, Sendable, CaseIterable {
    /// May be wanted some time: fetched when nothing that plays waits.
    case later
    /// Wanted soon: the video after the present one.
    case next
    /// A player reads them now.
    case playing

    public static func < (left: FetchPriority, right: FetchPriority) -> Bool { left.rawValue < right.rawValue }
}

extension MediaSource {
    /// What its bytes come through; `nil` for files, which need nothing.
    package var usedCache: (any ByteSource)? { url.isFileURL ? nil : cache }
}
