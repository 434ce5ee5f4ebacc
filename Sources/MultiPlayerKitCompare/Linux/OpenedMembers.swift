#if canImport(CGStreamer)
    import MultiPlayerKit

    /// Events of a group, from before its members were added.
    extension AsyncStream<GroupEvent> {
        /// Waits until every member is open: its size and length are known then.
        @MainActor
        func infos(of members: [MemberID]) async throws -> [MemberID: MediaInfo] {
            var infos: [MemberID: MediaInfo] = [:]
            for await event in self {
                switch event {
                case .opened(let member, let info): infos[member] = info
                case .failed(_, let error): throw error
                default: break
                }
                if members.allSatisfy({ infos[$0] != nil }) { return infos }
            }
            throw CancellationError()
        }
    }
#endif
