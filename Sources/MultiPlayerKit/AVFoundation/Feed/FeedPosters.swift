#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import CoreGraphics

    /// Posters that are made before their cells have views, so that no cell comes up empty.
    @MainActor
    final class FeedPosters {
        typealias Maker = @MainActor @Sendable () async -> CGImage?

        /// Finished ones kept: two screens of a grid. What is older was fetched for cells that never came.
        static let most = 24

        private var ready: [FeedCellID: CGImage] = [:]
        private var order: [FeedCellID] = []
        private var tasks: [FeedCellID: Task<CGImage?, Never>] = [:]

        /// Begins to make one, unless it is here or under way.
        func prepare(_ cell: FeedCellID, _ make: @escaping Maker) {
            guard ready[cell] == nil, tasks[cell] == nil else { return }
            tasks[cell] = Task { [weak self] in
                let image = await make()
                guard !Task.isCancelled else { return image }
                self?.finish(cell, image)
                return image
            }
        }

        /// It is not needed any more.
        func cancel(_ cell: FeedCellID) { tasks.removeValue(forKey: cell)?.cancel() }

        /// Its content is another now.
        func forget(_ cell: FeedCellID) {
            cancel(cell)
            ready[cell] = nil
            order.removeAll { $0 == cell }
        }

        func forgetAll() {
            for task in tasks.values { task.cancel() }
            (ready, order, tasks) = ([:], [], [:])
        }

        /// The poster, if it is here already.
        func image(of cell: FeedCellID) -> CGImage? { ready[cell] }

        /// The poster, waited for if it is under way, else made now.
        func image(of cell: FeedCellID, _ make: Maker) async -> CGImage? {
            if let image = ready[cell] { return image }
            if let task = tasks[cell] { return await task.value }
            return await make()
        }

        private func finish(_ cell: FeedCellID, _ image: CGImage?) {
            tasks[cell] = nil
            guard let image else { return }
            ready[cell] = image
            order.append(cell)
            if order.count > Self.most { ready[order.removeFirst()] = nil }
        }
    }
#endif
