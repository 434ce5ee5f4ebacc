#if canImport(AVFoundation) && canImport(UIKit)
    import AVFoundation
    import MultiPlayerKit
    import UIKit

    /// Reports a collection or table view to a ``FeedController``: where its cells are, how it scrolls, which views it
    /// reuses. The feed decides what plays.
    ///
    /// ```swift
    /// let driver = FeedListDriver(feed, collectionView: list) { ids[$0.item] } tile: { ($0 as? ClipCell)?.tile }
    /// list.delegate = driver
    /// list.prefetchDataSource = driver
    /// ```
    /// An app that has its own delegate keeps it, and calls the driver's methods of the same names from there. After a
    /// change of data (`reloadData`, `performBatchUpdates`, a new snapshot) it calls ``reload(replaced:)``.
    ///
    /// The driver puts an empty view into the list, from which it learns when the list leaves the window: then
    /// everything is let go, and the user's music goes on. The app has to report a screen that comes on top without
    /// removing the list, such as a sheet: `feed.send(.absence(.covered))`. The list holds its delegate weakly; keep a
    /// reference to the driver.
    @MainActor
    public final class FeedListDriver: NSObject {
        /// How far cells are reported on either side of the viewport, in lengths of it. Three hold the three cells
        /// ahead that are prepared and fetched by default if one fills the screen.
        static let reach: CGFloat = 3

        /// The feed that the list is reported to.
        public let feed: FeedController
        /// How much of the list bars cover, in points at each edge. `nil`, the default: the list's adjusted content
        /// inset.
        public var bars: FeedViewport.Bars?

        private weak var list: UIScrollView?
        private let orientation: FeedOrientation
        private let identify: @MainActor (IndexPath) -> FeedCellID?
        private let tile: @MainActor (UIView) -> FeedTile?
        private let near: @MainActor (UIScrollView, CGRect) -> [(path: IndexPath, frame: CGRect)]
        private let probe = FeedListProbe(frame: .zero)
        private var known: (rect: CGRect, content: CGSize, bounds: CGSize)?
        private var isRefreshing = false
        private var phase = FeedScrollPhase.idle
        /// The velocity at which the finger left, which UIKit tells before each glide.
        private var farewell: CGFloat?

        /// Drives a feed from a collection view of any layout.
        ///
        /// - Parameters:
        ///   - orientation: The direction in which it scrolls. Default: vertically, read from the left.
        ///   - identify: The identifier of the app's content at an index path; `nil`: no video, or no such item (any
        ///     more).
        ///   - tile: The tile in a cell's view; `nil`: it has none.
        public convenience init(
            _ feed: FeedController, collectionView: UICollectionView, orientation: FeedOrientation = .vertical,
            identify: @escaping @MainActor (IndexPath) -> FeedCellID?,
            tile: @escaping @MainActor (UIView) -> FeedTile?
        ) {
            self.init(feed, collectionView, orientation, identify, tile) { list, rect in
                guard let list = list as? UICollectionView else { return [] }
                let all = list.collectionViewLayout.layoutAttributesForElements(in: rect) ?? []
                return all.filter { $0.representedElementCategory == .cell }.map { ($0.indexPath, $0.frame) }
            }
        }

        /// Drives a feed from a table view.
        ///
        /// - Parameters:
        ///   - identify: The identifier of the app's content at an index path; `nil`: no video, or no such row (any
        ///     more).
        ///   - tile: The tile in a cell's view; `nil`: it has none.
        public convenience init(
            _ feed: FeedController, tableView: UITableView, identify: @escaping @MainActor (IndexPath) -> FeedCellID?,
            tile: @escaping @MainActor (UIView) -> FeedTile?
        ) {
            self.init(feed, tableView, .vertical, identify, tile) { list, rect in
                guard let list = list as? UITableView else { return [] }
                return (list.indexPathsForRows(in: rect) ?? []).map { ($0, list.rectForRow(at: $0)) }
            }
        }

        private init(
            _ feed: FeedController, _ list: UIScrollView, _ orientation: FeedOrientation,
            _ identify: @escaping @MainActor (IndexPath) -> FeedCellID?,
            _ tile: @escaping @MainActor (UIView) -> FeedTile?,
            near: @escaping @MainActor (UIScrollView, CGRect) -> [(path: IndexPath, frame: CGRect)]
        ) {
            (self.feed, self.list, self.orientation, self.near) = (feed, list, orientation, near)
            (self.identify, self.tile) = (identify, tile)
            super.init()
            list.addSubview(probe)
            probe.onMove = { [weak self] isGone in self?.feed.report(isOffScreen: isGone) }
            feed.report(isOffScreen: list.window == nil)
            scheduleRefresh()
        }

        // MARK: The list's data

        /// Reports that the list's data, or the size of its cells, has changed. Call it right after updating the list;
        /// views that stay keep what they show.
        ///
        /// - Parameter replaced: Cells whose identifier now names other content.
        public func reload(replaced: [FeedCellID] = []) {
            for cell in replaced { feed.send(.replaced(cell)) }
            list?.layoutIfNeeded()
            refresh(isChange: true)
        }

        // MARK: Views

        /// A view is about to be seen. Called by the list, or by the app's own delegate.
        public func willDisplay(_ view: UIView, at path: IndexPath) {
            guard let tile = tile(view) else { return }
            // Also of a cell without a video: its end is announced too.
            tile.content.openTurns += 1
            guard let cell = identify(path) else { return feed.hide(tile) }
            feed.show(cell, in: tile)
            // Where cells size themselves, the list knows only now where they are.
            scheduleRefresh()
        }

        /// A view is not seen any more. Called by the list, or by the app's own delegate.
        public func didEndDisplaying(_ view: UIView, at path: IndexPath) {
            guard let tile = tile(view), tile.content.openTurns > 0 else { return }
            tile.content.openTurns -= 1
            // Otherwise this ends an earlier turn of a view that has been made ready anew since, perhaps for the same
            // place. A view that is in no window is gone, even if its beginning was announced twice.
            guard tile.content.openTurns == 0 || view.window == nil else { return }
            tile.content.openTurns = 0
            feed.hide(tile)
        }

        /// Reports where the focus is (remote control, keyboard); `nil`: nowhere in the list.
        public func focus(_ path: IndexPath?) {
            feed.send(.user(.focus(path.flatMap(identify))))
        }

        /// Makes posters ahead for cells that the list will need soon.
        public func prefetch(_ paths: [IndexPath]) { feed.prefetch(paths.compactMap(identify)) }

        /// Cancels the posters of cells that the list will not need after all.
        public func cancelPrefetch(_ paths: [IndexPath]) { feed.cancelPrefetch(paths.compactMap(identify)) }

        // MARK: Scrolling

        func moved() {
            guard let list else { return }
            let isChange = known?.content != list.contentSize || known?.bounds != list.bounds.size
            // Nobody else scrolls, so the app does. For a jump no end is reported: the feed detects that by itself.
            if phase == .idle, !isChange, !list.isTracking, !list.isDragging, !list.isDecelerating {
                enter(.programmatic)
            }
            refresh(isChange: false)
        }

        func enter(_ new: FeedScrollPhase, velocity: CGFloat? = nil) {
            phase = new
            feed.send(.phase(new, velocity: velocity))
        }

        func willLetGo(velocity: CGPoint) {
            // UIKit reports points per millisecond.
            farewell = (orientation.axis == .vertical ? velocity.y : velocity.x) * 1_000
        }

        func letGo(glides: Bool) {
            glides ? enter(.decelerating, velocity: farewell) : enter(.idle)
        }

        // MARK: Reporting

        /// Refreshes once for all cells of a layout pass.
        private func scheduleRefresh() {
            guard !isRefreshing else { return }
            isRefreshing = true
            DispatchQueue.main.async { [weak self] in
                MainActor.assumeIsolated {
                    guard let self else { return }
                    self.isRefreshing = false
                    self.refresh(isChange: false)
                }
            }
        }

        /// Reports where everything is. While the list is at rest, a change of its content has moved the viewport along
        /// with it, and the two are reported as one.
        private func refresh(isChange: Bool) {
            guard let list, list.bounds.width > 0, list.bounds.height > 0 else { return }
            let viewport = viewport(of: list)
            let hasChanged = isChange || known?.content != list.contentSize || known?.bounds != list.bounds.size
            guard hasChanged || !isKnown(around: list.bounds, in: list) else { return feed.send(.viewport(viewport)) }
            let former = feed.state.viewport?.visible
            let layout = survey(list, former: hasChanged ? nil : former)
            known = (reached(from: list.bounds), list.contentSize, list.bounds.size)
            feed.report(layout, viewport, isChange: hasChanged)
        }

        private func viewport(of list: UIScrollView) -> FeedViewport {
            let inset = list.adjustedContentInset
            let ends =
                orientation.axis == .vertical
                ? (-inset.top, list.contentSize.height + inset.bottom - list.bounds.height)
                : (-inset.left, list.contentSize.width + inset.right - list.bounds.width)
            let told = FeedViewport.Bars(top: inset.top, left: inset.left, bottom: inset.bottom, right: inset.right)
            return FeedViewport(visible: list.bounds, bars: bars ?? told, scrollRange: ends.0...max(ends.0, ends.1))
        }

        /// The cells around the viewport and, on a jump, around the position it left: those are let go where they are.
        private func survey(_ list: UIScrollView, former: CGRect?) -> FeedLayout {
            var cells: [FeedCellID: CGRect] = [:]
            var rects = [reached(from: list.bounds)]
            if let former, !rects[0].contains(former) { rects.append(reached(from: former)) }
            for rect in rects {
                for (path, frame) in near(list, rect) {
                    if let cell = identify(path) { cells[cell] = frame }
                }
            }
            return .frames(cells.map { (id: $0.key, frame: $0.value) }, orientation: orientation)
        }

        private func reached(from rect: CGRect, _ reach: CGFloat = FeedListDriver.reach) -> CGRect {
            orientation.axis == .vertical
                ? rect.insetBy(dx: 0, dy: -reach * rect.height) : rect.insetBy(dx: -reach * rect.width, dy: 0)
        }

        /// Whether the cells up to one viewport length beyond the visible part are known, as far as there is content. Where
        /// there is none, nothing is needed: every rectangle contains the null one.
        private func isKnown(around rect: CGRect, in list: UIScrollView) -> Bool {
            guard let known else { return false }
            let needed = reached(from: rect, 1).intersection(CGRect(origin: .zero, size: list.contentSize))
            return known.rect.contains(needed)
        }
    }

    /// Reports whether its list is in a window. It has no size, so it is not seen and takes no touches.
    final class FeedListProbe: UIView {
        var onMove: (@MainActor (Bool) -> Void)?

        override func didMoveToWindow() {
            super.didMoveToWindow()
            onMove?(window == nil)
        }
    }
#endif
