@testable import MultiPlayerKit

/// The fetch of a byte source that has all its bytes already.
final class NoFetch: ByteFetch {
    var priority: FetchPriority {
        get { .later }
        set {}
    }
    func cancel() {}
    func finished() async throws {}
}
