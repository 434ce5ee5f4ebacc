import Foundation
import MultiPlayerKit
import MultiPlayerKitCache
import MultiPlayerKitFeed

#if os(Linux)
    extension FeedOptions {
        /// The kit's settings of this name.
        var settings: FeedSettings {
            let policy: FeedPolicy =
                switch policy {
                case .firstVisible: .firstFullyVisible
                case .mostVisible: .mostVisible()
                case .allVisible: .allVisible(atOnce: atOnce)
                }
            var settings = FeedSettings(policy: policy)
            settings.fetchedAhead = prefetch
            // Who plays, the next one, and one that keeps its last picture.
            settings.playerCeiling = policy.atOnce + 2
            return settings
        }

        var cacheConfiguration: MediaCache.Configuration {
            var configuration = MediaCache.Configuration(
                directory: cacheFolder.map { URL(fileURLWithPath: $0, isDirectory: true) })
            if let cacheLimit { configuration.byteLimit = Int64(cacheLimit) }
            return configuration
        }

        /// Cards in the middle of the stage, a caption below each.
        func layout(on stage: StageSize) -> FeedLayout {
            let cell = cellSize(on: stage)
            let gap = min(Self.gap, (stage.width - cell.width * columns) / (columns + 1) / 2 * 2)
            let width = cell.width * columns + gap * (columns - 1)
            return .grid(
                count: cells, columns: columns, cell: CGSize(width: cell.width, height: cell.height),
                spacing: CGSize(width: Double(gap), height: Double(Self.gap) + FeedDecoration.captionHeight),
                origin: CGPoint(x: (stage.width - width) / 4 * 2, y: Self.gap))
        }

        /// The farthest place to scroll to.
        func end(of layout: FeedLayout, on stage: StageSize) -> Double {
            let last = layout.frame(of: FeedCellID(cells - 1))?.maxY ?? 0
            return last + Double(Self.gap) + FeedDecoration.captionHeight - Double(stage.height)
        }
    }
#endif
