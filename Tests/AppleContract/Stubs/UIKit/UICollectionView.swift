// Declarations as in Apple's documentation, https://developer.apple.com/documentation/uikit/uicollectionview. One
// section of cells, with views that are reused.

@available(iOS 6.0, macCatalyst 13.1, tvOS 9.0, visionOS 1.0, *)
@available(macOS, unavailable)
@MainActor
open class UICollectionViewCell: UIView {
    public override init(frame: CGRect) {
        super.init(frame: frame)
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    open var contentView: UIView { self }
}

@available(iOS 6.0, macCatalyst 13.1, tvOS 9.0, visionOS 1.0, *)
@available(macOS, unavailable)
@MainActor
public protocol UICollectionViewDataSource: NSObjectProtocol {
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
    func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell
}

/// UIKit makes these methods optional, and the kit implements all of them. They are required here so that a misspelt
/// label fails to compile.
@available(iOS 6.0, macCatalyst 13.1, tvOS 9.0, visionOS 1.0, *)
@available(macOS, unavailable)
@MainActor
public protocol UICollectionViewDelegate: UIScrollViewDelegate {
    func collectionView(
        _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath)
    func collectionView(
        _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell,
        forItemAt indexPath: IndexPath)
}

@available(iOS 10.0, macCatalyst 13.1, tvOS 10.0, visionOS 1.0, *)
@available(macOS, unavailable)
@MainActor
public protocol UICollectionViewDataSourcePrefetching: NSObjectProtocol {
    func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath])
    // Optional in UIKit; required here so that a misspelt label fails to compile.
    func collectionView(_ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath])
}

@available(iOS 6.0, macCatalyst 13.1, tvOS 9.0, visionOS 1.0, *)
@available(macOS, unavailable)
@MainActor
open class UICollectionViewLayoutAttributes: NSObject {
    open var frame: CGRect = .zero
    open var indexPath = IndexPath(item: 0, section: 0)
    open var representedElementCategory: UICollectionView.ElementCategory { category }
    private let category: UICollectionView.ElementCategory

    public init(forCellWith indexPath: IndexPath) {
        category = .cell
        super.init()
        self.indexPath = indexPath
    }

    public init(forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath) {
        category = .supplementaryView
        super.init()
        self.indexPath = indexPath
    }
}

@available(iOS 6.0, macCatalyst 13.1, tvOS 9.0, visionOS 1.0, *)
@available(macOS, unavailable)
@MainActor
open class UICollectionViewLayout: NSObject {
    public nonisolated override init() {
        super.init()
    }

    open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? { [] }
    open var collectionViewContentSize: CGSize { .zero }
}

@available(iOS 6.0, macCatalyst 13.1, tvOS 9.0, visionOS 1.0, *)
@available(macOS, unavailable)
@MainActor
open class UICollectionView: UIScrollView {
    public enum ElementCategory: UInt, Sendable {
        case cell, supplementaryView, decorationView
    }

    private let views = ListViews<UICollectionViewCell>()
    open var collectionViewLayout: UICollectionViewLayout
    open weak var dataSource: (any UICollectionViewDataSource)?
    open weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)?

    private var cellDelegate: (any UICollectionViewDelegate)? { delegate as? any UICollectionViewDelegate }

    public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
        collectionViewLayout = layout
        super.init(frame: frame)
    }

    public required init?(coder: NSCoder) { nil }

    open var visibleCells: [UICollectionViewCell] { Array(views.shown.values) }

    /// UIKit takes a class instead, which cannot be instantiated without Objective-C's runtime.
    @_spi(Double) public func register(
        forCellWithReuseIdentifier identifier: String, _ make: @escaping () -> UICollectionViewCell
    ) {
        views.makers[identifier] = make
    }

    open func dequeueReusableCell(
        withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionViewCell { views.dequeue(identifier) }

    open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? { views.shown[indexPath] }
    open func indexPath(for cell: UICollectionViewCell) -> IndexPath? { views.path(of: cell) }

    open func reloadData() {
        show([])
        setNeedsLayout()
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        contentSize = collectionViewLayout.collectionViewContentSize
        let count = dataSource?.collectionView(self, numberOfItemsInSection: 0) ?? 0
        let near = collectionViewLayout.layoutAttributesForElements(in: bounds) ?? []
        show(near.filter { $0.representedElementCategory == .cell && $0.indexPath.item < count })
    }

    private func show(_ attributes: [UICollectionViewLayoutAttributes]) {
        let frames = Dictionary(attributes.map { ($0.indexPath, $0.frame) }) { first, _ in first }
        views.update(
            attributes.map(\.indexPath), in: self, frame: { frames[$0] ?? .zero },
            make: { dataSource?.collectionView(self, cellForItemAt: $0) },
            begin: { cellDelegate?.collectionView(self, willDisplay: $0, forItemAt: $1) },
            end: { cellDelegate?.collectionView(self, didEndDisplaying: $0, forItemAt: $1) })
    }

    /// Whether `didEndDisplaying` for the old cells comes only after `willDisplay` for the new ones.
    @_spi(Double) public var endsLate: Bool {
        get { views.isLate }
        set { views.isLate = newValue }
    }
}
