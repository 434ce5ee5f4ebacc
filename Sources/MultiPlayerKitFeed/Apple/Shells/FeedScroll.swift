#if canImport(AVFoundation) && canImport(SwiftUI)
    import AVFoundation
    import MultiPlayerKit
    import SwiftUI

    /// A scroll view that reports to a feed what it shows and how it moves. Put a ``FeedVideo`` for each cell into it.
    ///
    /// ```swift
    /// FeedScroll(feed, cells: ids) {
    ///     LazyVStack {
    ///         ForEach(ids, id: \.self) { FeedVideo($0).frame(height: 300) }
    ///     }
    /// }
    /// ```
    /// When it disappears, everything is let go and the user's music goes on. While a sheet covers it, the app has to
    /// report that: `feed.send(.absence(.covered))`.
    public struct FeedScroll<Content: View>: View {
        private let cells: [FeedCellID]
        private let content: Content
        private let axes: Axis.Set
        @State private var scope: FeedScope
        @Environment(\.layoutDirection) private var layoutDirection

        /// Creates a scroll view for a feed.
        ///
        /// - Parameters:
        ///   - feed: The feed that decides what plays; the same one for as long as the view lives.
        ///   - cells: All videos in reading order, including those that have no view yet: the next ones are prepared.
        ///   - orientation: The direction in which it scrolls. Default: vertically, read from the left.
        ///   - content: The cells, in lazy stacks or grids, so that only those nearby have views.
        public init(
            _ feed: FeedController, cells: [FeedCellID], orientation: FeedOrientation = .vertical,
            @ViewBuilder content: () -> Content
        ) {
            self.cells = cells
            self.content = content()
            axes = orientation.axis == .vertical ? .vertical : .horizontal
            _scope = State(initialValue: FeedScope(feed, orientation))
        }

        /// The view's content.
        public var body: some View {
            let isRightToLeft = layoutDirection == .rightToLeft
            ScrollView(axes) {
                content.coordinateSpace(.named(FeedContentSpace()))
            }
            .onScrollGeometryChange(for: ScrollReading.self) {
                ScrollReading($0, isRightToLeft: isRightToLeft)
            } action: { _, reading in
                scope.scrolled(reading)
            }
            .onScrollPhaseChange { _, phase, context in
                scope.enter(FeedScrollPhase(phase), velocity: context.velocity)
            }
            .onChange(of: cells, initial: true) { scope.list(cells) }
            .onAppear { scope.appear() }
            .onDisappear { scope.disappear() }
            .environment(\.feedScope, scope)
        }
    }

    /// The coordinate space of a feed's scrolled content. Positions in it change with the layout, not at each tick of a
    /// scroll.
    struct FeedContentSpace: Hashable, Sendable {}

    extension EnvironmentValues {
        /// The feed whose scroll view a view is in; `nil`: none.
        var feedScope: FeedScope? {
            get { self[FeedScopeKey.self] }
            set { self[FeedScopeKey.self] = newValue }
        }
    }

    private struct FeedScopeKey: EnvironmentKey {
        static let defaultValue: FeedScope? = nil
    }
#endif
