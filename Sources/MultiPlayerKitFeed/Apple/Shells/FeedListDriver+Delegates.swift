#if canImport(AVFoundation) && canImport(UIKit)
    import AVFoundation
    import MultiPlayerKit
    import UIKit

    extension FeedListDriver: UICollectionViewDelegate {
        /// See ``FeedListDriver/willDisplay(_:at:)``.
        public func collectionView(
            _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
        ) {
            willDisplay(cell, at: indexPath)
        }

        /// See ``FeedListDriver/didEndDisplaying(_:at:)``.
        public func collectionView(
            _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell,
            forItemAt indexPath: IndexPath
        ) {
            didEndDisplaying(cell, at: indexPath)
        }
    }

    extension FeedListDriver: UITableViewDelegate {
        /// See ``FeedListDriver/willDisplay(_:at:)``.
        public func tableView(
            _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
        ) {
            willDisplay(cell, at: indexPath)
        }

        /// See ``FeedListDriver/didEndDisplaying(_:at:)``.
        public func tableView(
            _ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath
        ) {
            didEndDisplaying(cell, at: indexPath)
        }
    }

    /// Scrolling, for both kinds of list.
    extension FeedListDriver: UIScrollViewDelegate {
        /// The list moved, whoever moved it.
        public func scrollViewDidScroll(_ scrollView: UIScrollView) { moved() }

        /// A finger begins to drag.
        public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { enter(.dragging) }

        /// The finger leaves at this velocity.
        public func scrollViewWillEndDragging(
            _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
            targetContentOffset: UnsafeMutablePointer<CGPoint>
        ) {
            willLetGo(velocity: velocity)
        }

        /// The finger has left; the list glides on or stops.
        public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
            letGo(glides: decelerate)
        }

        /// A fling has come to rest.
        public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { enter(.idle) }

        /// A scroll by the app has come to rest.
        public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { enter(.idle) }

        /// A tap on the status bar has taken the list to its beginning.
        public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) { enter(.idle) }
    }

    extension FeedListDriver: UICollectionViewDataSourcePrefetching {
        /// Makes posters ahead.
        public func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
            prefetch(indexPaths)
        }

        /// Cancels posters that were begun ahead.
        public func collectionView(
            _ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]
        ) {
            cancelPrefetch(indexPaths)
        }
    }

    extension FeedListDriver: UITableViewDataSourcePrefetching {
        /// Makes posters ahead.
        public func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {
            prefetch(indexPaths)
        }

        /// Cancels posters that were begun ahead.
        public func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
            cancelPrefetch(indexPaths)
        }
    }
#endif
