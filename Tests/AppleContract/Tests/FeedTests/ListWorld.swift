@_spi(Double) import AVFoundation
import Foundation
@_spi(Double) import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// A cell of the list, as an app would write it.
final class ClipCell: UICollectionViewCell {
    let tile = FeedTile(frame: .zero)

    override init(frame: CGRect) {
        super.init(frame: frame)
        contentView.addSubview(tile)
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        tile.frame = bounds
    }
}

final class ClipRow: UITableViewCell {
    let tile = FeedTile(frame: .zero)

    override init(frame: CGRect) {
        super.init(frame: frame)
        contentView.addSubview(tile)
    }

    required init?(coder: NSCoder) { nil }
}

/// A grid below a header.
final class GridLayout: UICollectionViewLayout {
    var count = 0
    var columns = 1
    var cell = FeedWorld.cell
    var header: CGFloat = 0
    /// How often it was asked for cells beyond the screen, as whoever reports the list does.
    private(set) var surveys = 0

    override var collectionViewContentSize: CGSize {
        CGSize(
            width: FeedWorld.screen.width, height: header + CGFloat((count + columns - 1) / columns) * cell.height)
    }

    func frame(_ index: Int) -> CGRect {
        CGRect(
            x: CGFloat(index % columns) * cell.width, y: header + CGFloat(index / columns) * cell.height,
            width: cell.width, height: cell.height)
    }

    override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
        if rect.height > FeedWorld.screen.height { surveys += 1 }
        let top = UICollectionViewLayoutAttributes(
            forSupplementaryViewOfKind: "header", with: IndexPath(item: 0, section: 0))
        top.frame = CGRect(x: 0, y: 0, width: FeedWorld.screen.width, height: header)
        let cells = (0..<count).filter { frame($0).intersects(rect) }.map { index in
            let attributes = UICollectionViewLayoutAttributes(forCellWith: IndexPath(item: index, section: 0))
            attributes.frame = frame(index)
            return attributes
        }
        return (top.frame.intersects(rect) ? [top] : []) + cells
    }
}

/// A list that counts how often it was asked for its insets, which whoever reports where it is needs once.
final class AskedList: UICollectionView {
    private(set) var looks = 0

    override var adjustedContentInset: UIEdgeInsets {
        looks += 1
        return super.adjustedContentInset
    }
}

/// A collection view that shows a feed, on the double and in virtual time.
@MainActor
final class ListWorld: NSObject, UICollectionViewDataSource {
    let world: FeedWorld
    let layout = GridLayout()
    let list: AskedList
    let driver: FeedListDriver
    /// The items of the list, each by its number.
    private(set) var items: [Int]

    init(
        seed: UInt64, cells: Int = 40, settings: FeedSettings = FeedSettings(), header: CGFloat = 0,
        inset: UIEdgeInsets = .zero, sessions: Int = 16
    ) {
        let world = FeedWorld(seed: seed, cells: 60, settings: settings, sessions: sessions, scrolls: false)
        self.world = world
        items = Array(0..<cells)
        list = AskedList(
            frame: CGRect(origin: .zero, size: FeedWorld.screen), collectionViewLayout: layout)
        let source = Source()
        driver = FeedListDriver(world.feed, collectionView: list) { path in
            source.world?.items.indices.contains(path.item) == true
                ? source.world.map { FeedCellID($0.items[path.item]) } : nil
        } tile: {
            ($0 as? ClipCell)?.tile
        }
        super.init()
        source.world = self
        layout.count = cells
        layout.header = header
        list.register(forCellWithReuseIdentifier: "clip") { ClipCell(frame: .zero) }
        list.contentInset = inset
        list.dataSource = self
        list.delegate = driver
        list.prefetchDataSource = driver
        world.shown = { [weak self] in self?.tiles ?? [:] }
        world.window.addSubview(list)
        list.contentOffset = CGPoint(x: 0, y: -inset.top)
        list.layoutIfNeeded()
    }

    private final class Source {
        weak var world: ListWorld?
    }

    /// Visible tiles by the item that each shows in the list, whatever cell the tile itself reports.
    private var tiles: [Int: FeedTile] {
        var tiles: [Int: FeedTile] = [:]
        for case let cell as ClipCell in list.visibleCells {
            if let path = list.indexPath(for: cell), items.indices.contains(path.item) {
                tiles[items[path.item]] = cell.tile
            }
        }
        return tiles
    }

    /// Items whose tile belongs to another cell of the feed.
    var strangers: [Int] { tiles.filter { $0.value.cell != FeedCellID($0.key) }.keys.sorted() }

    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { items.count }

    func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell { collectionView.dequeueReusableCell(withReuseIdentifier: "clip", for: indexPath) }

    /// Replaces the items and moves the offset by `shift`, which keeps what is on the screen in place.
    func set(_ new: [Int], shift: CGFloat = 0) {
        items = new
        layout.count = new.count
        list.reloadData()
        if shift != 0 { list.contentOffset.y += shift }
        list.layoutIfNeeded()
        driver.reload()
    }

    /// A finger drags and lets go; the list glides by `points`.
    func fling(by points: Double, over time: Duration = .milliseconds(600)) async {
        list.beginDrag()
        let from = list.contentOffset.y
        let most = max(list.contentSize.height - FeedWorld.screen.height, 0)
        list.endDrag(velocity: CGPoint(x: 0, y: points / 600), glides: true)
        for step in 1...36 {
            let share = Double(step) / 36
            let eased = 1 - (1 - share) * (1 - share)
            list.contentOffset = CGPoint(x: 0, y: min(max(from + points * eased, 0), most))
            await world.advance(by: time / 36)
        }
        list.comeToRest()
    }

    /// A finger drags slowly by `points`, and the list does not glide.
    func drag(by points: Double, over time: Duration = .seconds(2)) async {
        list.beginDrag()
        let steps = 100
        for _ in 1...steps {
            list.contentOffset.y += points / Double(steps)
            await world.advance(by: time / steps)
        }
        list.endDrag(velocity: .zero, glides: false)
    }
}
