// Declarations as in Apple's documentation, https://developer.apple.com/documentation/uikit/uitableview. One section of
// rows of one height, with views that are reused.

@available(iOS 2.0, macCatalyst 13.1, tvOS 9.0, visionOS 1.0, *)
@available(macOS, unavailable)
@MainActor
open class UITableViewCell: UIView {
    public override init(frame: CGRect) {
        super.init(frame: frame)
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    open var contentView: UIView { self }
}

@available(iOS 2.0, macCatalyst 13.1, tvOS 9.0, visionOS 1.0, *)
@available(macOS, unavailable)
@MainActor
public protocol UITableViewDataSource: NSObjectProtocol {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
}

/// UIKit makes these methods optional, and the kit implements all of them. They are required here so that a misspelt
/// label fails to compile.
@available(iOS 2.0, macCatalyst 13.1, tvOS 9.0, visionOS 1.0, *)
@available(macOS, unavailable)
@MainActor
public protocol UITableViewDelegate: UIScrollViewDelegate {
    func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath)
    func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath)
}

@available(iOS 10.0, macCatalyst 13.1, tvOS 10.0, visionOS 1.0, *)
@available(macOS, unavailable)
@MainActor
public protocol UITableViewDataSourcePrefetching: NSObjectProtocol {
    func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath])
    // Optional in UIKit; required here so that a misspelt label fails to compile.
    func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath])
}

@available(iOS 2.0, macCatalyst 13.1, tvOS 9.0, visionOS 1.0, *)
@available(macOS, unavailable)
@MainActor
open class UITableView: UIScrollView {
    private let views = ListViews<UITableViewCell>()
    open var rowHeight: CGFloat = 44
    open weak var dataSource: (any UITableViewDataSource)?
    open weak var prefetchDataSource: (any UITableViewDataSourcePrefetching)?

    private var rowDelegate: (any UITableViewDelegate)? { delegate as? any UITableViewDelegate }
    private var count: Int { dataSource?.tableView(self, numberOfRowsInSection: 0) ?? 0 }

    /// UIKit takes a class instead, which cannot be instantiated without Objective-C's runtime.
    @_spi(Double) public func register(
        forCellReuseIdentifier identifier: String, _ make: @escaping () -> UITableViewCell
    ) {
        views.makers[identifier] = make
    }

    open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
        views.dequeue(identifier)
    }

    open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? { views.shown[indexPath] }

    open func rectForRow(at indexPath: IndexPath) -> CGRect {
        CGRect(x: 0, y: CGFloat(indexPath.row) * rowHeight, width: bounds.width, height: rowHeight)
    }

    open func indexPathsForRows(in rect: CGRect) -> [IndexPath]? {
        let first = max(Int((rect.minY / rowHeight).rounded(.down)), 0)
        let last = min(Int((rect.maxY / rowHeight).rounded(.up)), count)
        return first < last ? (first..<last).map { IndexPath(row: $0, section: 0) } : []
    }

    open func reloadData() {
        show([])
        setNeedsLayout()
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        contentSize = CGSize(width: bounds.width, height: CGFloat(count) * rowHeight)
        show(indexPathsForRows(in: bounds) ?? [])
    }

    private func show(_ paths: [IndexPath]) {
        views.update(
            paths, in: self, frame: rectForRow, make: { dataSource?.tableView(self, cellForRowAt: $0) },
            begin: { rowDelegate?.tableView(self, willDisplay: $0, forRowAt: $1) },
            end: { rowDelegate?.tableView(self, didEndDisplaying: $0, forRowAt: $1) })
    }
}
