// https://developer.apple.com/documentation/swiftui/layout-fundamentals

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct HStack<Content>: _PrimitiveView where Content: View {
    nonisolated(unsafe) let content: Content

    public nonisolated init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) { self.content = content() }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct VStack<Content>: _PrimitiveView where Content: View {
    nonisolated(unsafe) let content: Content

    public nonisolated init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) { self.content = content() }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct ZStack<Content>: _PrimitiveView where Content: View {
    let alignment: Alignment
    nonisolated(unsafe) let content: Content

    public nonisolated init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
        self.alignment = alignment
        self.content = content()
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct Spacer: _PrimitiveView {
    public init(minLength: CGFloat? = nil) {}
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, *)
public struct ViewThatFits<Content>: _PrimitiveView where Content: View {
    nonisolated(unsafe) let content: Content

    public nonisolated init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
        self.content = content()
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct GeometryReader<Content>: _PrimitiveView where Content: View {
    nonisolated(unsafe) let content: (GeometryProxy) -> Content

    public nonisolated init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { self.content = content }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct GeometryProxy {
    public var size: CGSize { proposal }
    let proposal: CGSize
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct ForEach<Data, ID, Content> where Data: RandomAccessCollection, ID: Hashable {
    let data: Data
    let id: KeyPath<Data.Element, ID>
    let content: (Data.Element) -> Content
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension ForEach: View where Content: View {
    public typealias Body = Never
    public var body: Never { fatalError("no body") }

    public nonisolated init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {
        self.data = data
        self.id = id
        self.content = content
    }
}

/// https://developer.apple.com/documentation/swiftui/list
@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
@MainActor @preconcurrency
public struct List<SelectionValue, Content>: _PrimitiveView where SelectionValue: Hashable, Content: View {
    let content: Content
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension List where SelectionValue == Never {
    @MainActor @preconcurrency public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

/// https://developer.apple.com/documentation/swiftui/section
@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct Section<Parent, Content, Footer> {
    let header: Parent
    let content: Content
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension Section: View where Parent: View, Content: View, Footer: View {
    public typealias Body = Never
    public var body: Never { fatalError("no body") }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension Section where Parent: View, Content: View, Footer == EmptyView {
    public nonisolated init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
        self.header = header()
        self.content = content()
    }
}

/// https://developer.apple.com/documentation/swiftui/navigationstack
@available(iOS 16.0, macOS 13.0, tvOS 16.0, *)
@MainActor @preconcurrency
public struct NavigationStack<Data, Root>: _PrimitiveView where Root: View {
    let content: Root

    @MainActor @preconcurrency public init(@ViewBuilder root: () -> Root) where Data == NavigationPath {
        content = root()
    }
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, *)
public struct NavigationPath {}

/// https://developer.apple.com/documentation/swiftui/navigationlink
@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct NavigationLink<Label, Destination>: _PrimitiveView where Label: View, Destination: View {
    nonisolated(unsafe) let label: Label

    public nonisolated init(
        @ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label
    ) { self.label = label() }
}

/// https://developer.apple.com/documentation/swiftui/timelineview
@available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
public struct TimelineView<Schedule, Content> where Schedule: TimelineSchedule {
    public struct Context {
        public let date: Date
    }

    let content: (TimelineViewDefaultContext) -> Content
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
public typealias TimelineViewDefaultContext = TimelineView<EveryMinuteTimelineSchedule, Never>.Context

@available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
extension TimelineView: View where Content: View {
    public typealias Body = Never
    public var body: Never { fatalError("no body") }

    public nonisolated init(
        _ schedule: Schedule, @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content
    ) {
        self.content = content
    }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
public protocol TimelineSchedule {}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
public struct EveryMinuteTimelineSchedule: TimelineSchedule, Sendable {}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
public struct PeriodicTimelineSchedule: TimelineSchedule, Sendable {}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
public struct AnimationTimelineSchedule: TimelineSchedule, Sendable {}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
extension TimelineSchedule where Self == PeriodicTimelineSchedule {
    public static func periodic(from startDate: Date, by interval: TimeInterval) -> PeriodicTimelineSchedule {
        PeriodicTimelineSchedule()
    }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
extension TimelineSchedule where Self == AnimationTimelineSchedule {
    public static var animation: AnimationTimelineSchedule { AnimationTimelineSchedule() }
    public static func animation(minimumInterval: Double? = nil, paused: Bool = false) -> AnimationTimelineSchedule {
        AnimationTimelineSchedule()
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public enum Axis: Hashable, Sendable {
    case horizontal, vertical

    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let horizontal = Axis.Set(rawValue: 1)
        public static let vertical = Axis.Set(rawValue: 2)
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public enum Edge: Hashable, Sendable {
    case top, leading, bottom, trailing

    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let horizontal = Edge.Set(rawValue: 1)
        public static let vertical = Edge.Set(rawValue: 2)
        public static let all = Edge.Set(rawValue: 3)
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct HorizontalAlignment: Hashable, Sendable {
    private let name: String
    public static let leading = HorizontalAlignment(name: "leading")
    public static let center = HorizontalAlignment(name: "center")
    public static let trailing = HorizontalAlignment(name: "trailing")
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct VerticalAlignment: Hashable, Sendable {
    private let name: String
    public static let top = VerticalAlignment(name: "top")
    public static let center = VerticalAlignment(name: "center")
    public static let bottom = VerticalAlignment(name: "bottom")
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct Alignment: Hashable, Sendable {
    public var horizontal: HorizontalAlignment
    public var vertical: VerticalAlignment
    public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
        self.horizontal = horizontal
        self.vertical = vertical
    }
    public static let center = Alignment(horizontal: .center, vertical: .center)
    public static let leading = Alignment(horizontal: .leading, vertical: .center)
    public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
    public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
    public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
    public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
}
