// https://developer.apple.com/documentation/swiftui/scroll-views

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct ScrollView<Content>: _PrimitiveView where Content: View {
    nonisolated(unsafe) let content: Content

    public nonisolated init(_ axes: Axis.Set = .vertical, @ViewBuilder content: () -> Content) {
        self.content = content()
    }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
public struct LazyVStack<Content>: _PrimitiveView where Content: View {
    nonisolated(unsafe) let content: Content

    public nonisolated init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = .init(),
        @ViewBuilder content: () -> Content
    ) { self.content = content() }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
public struct PinnedScrollableViews: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// https://developer.apple.com/documentation/swiftui/scrollgeometry
@available(iOS 18.0, macOS 15.0, tvOS 18.0, *)
public struct ScrollGeometry: Equatable, Sendable {
    public var contentOffset: CGPoint
    public var contentSize: CGSize
    public var contentInsets: EdgeInsets
    public var containerSize: CGSize

    public init(contentOffset: CGPoint, contentSize: CGSize, contentInsets: EdgeInsets, containerSize: CGSize) {
        (self.contentOffset, self.contentSize) = (contentOffset, contentSize)
        (self.contentInsets, self.containerSize) = (contentInsets, containerSize)
    }
}

@available(iOS 18.0, macOS 15.0, tvOS 18.0, *)
public enum ScrollPhase: Hashable, Sendable {
    case idle, tracking, interacting, decelerating, animating
    public var isScrolling: Bool { self != .idle }
}

@available(iOS 18.0, macOS 15.0, tvOS 18.0, *)
public struct ScrollPhaseChangeContext {
    public let geometry: ScrollGeometry
    public let velocity: CGVector?
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct EdgeInsets: Equatable, Sendable {
    public var top: CGFloat
    public var leading: CGFloat
    public var bottom: CGFloat
    public var trailing: CGFloat
    public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
        (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
    }
    public init() { self.init(top: 0, leading: 0, bottom: 0, trailing: 0) }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension View {
    @available(iOS 18.0, macOS 15.0, tvOS 18.0, *)
    public nonisolated func onScrollGeometryChange<T>(
        for type: T.Type, of transform: @escaping (ScrollGeometry) -> T,
        action: @escaping (_ oldValue: T, _ newValue: T) -> Void
    ) -> some View where T: Equatable { self }
    @available(iOS 18.0, macOS 15.0, tvOS 18.0, *)
    public nonisolated func onScrollPhaseChange(
        _ action: @escaping (_ oldPhase: ScrollPhase, _ newPhase: ScrollPhase) -> Void
    ) -> some View { self }
    @available(iOS 18.0, macOS 15.0, tvOS 18.0, *)
    public nonisolated func onScrollPhaseChange(
        _ action:
            @escaping (
                _ oldPhase: ScrollPhase, _ newPhase: ScrollPhase, _ context: ScrollPhaseChangeContext
            ) -> Void
    ) -> some View { self }
    @available(iOS 16.0, macOS 13.0, tvOS 16.0, *)
    @preconcurrency
    public nonisolated func onGeometryChange<T>(
        for type: T.Type, of transform: @escaping @Sendable (GeometryProxy) -> T,
        action: @escaping (_ newValue: T) -> Void
    ) -> some View where T: Equatable, T: Sendable { self }
    public nonisolated func environment<V>(
        _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
    ) -> some View { ModifiedContent(content: self, modifier: _EnvironmentKeyWritingModifier<V>()) }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension GeometryProxy {
    @available(iOS 17.0, macOS 14.0, tvOS 17.0, *)
    public func frame(in coordinateSpace: some CoordinateSpaceProtocol) -> CGRect { .zero }
}

/// https://developer.apple.com/documentation/swiftui/environmentkey
@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension EnvironmentValues {
    /// Nothing is stored: every view has the default.
    public subscript<K>(key: K.Type) -> K.Value where K: EnvironmentKey {
        get { K.defaultValue }
        set {}
    }
}
