#if canImport(AVFoundation)
    import Foundation

    /// The notifications that one owner observes, until ``end()`` or until it is deallocated, on whichever thread that
    /// happens.
    ///
    /// Sendable because `lock` guards the list, and notification centers accept removal from any thread.
    package final class Notices: @unchecked Sendable {
        private let lock = NSLock()
        private var all: [(center: NotificationCenter, token: any NSObjectProtocol)] = []

        package init() {}

        deinit { end() }

        /// Calls `report` for each notification, on the thread that posts it.
        ///
        /// - Parameter object: whose notifications; `nil`: anybody's.
        package func watch(
            _ name: Notification.Name, of object: AnyObject? = nil, in center: NotificationCenter = .default,
            _ report: @escaping @Sendable (Notification) -> Void
        ) {
            let token = center.addObserver(forName: name, object: object, queue: nil, using: report)
            lock.withLock { all.append((center, token)) }
        }

        /// Calls `answer` on the main actor for each notification, while `owner` exists.
        package func watch<Owner: AnyObject & Sendable>(
            _ name: Notification.Name, in center: NotificationCenter = .default, for owner: Owner,
            _ answer: @escaping @MainActor @Sendable (Owner) -> Void
        ) {
            watch(name, in: center) { [weak owner] _ in
                MainQueue.run { if let owner { answer(owner) } }
            }
        }

        /// Ends all observation. Reports under way may still arrive.
        package func end() {
            let ended = lock.withLock {
                defer { all = [] }
                return all
            }
            for (center, token) in ended { center.removeObserver(token) }
        }
    }
#endif
