// Declarations as in Apple's documentation, https://developer.apple.com/documentation/swiftui, with the availability it
// states. Nothing is drawn; a host mounts a part of them (Mounting.swift). Parameters that have a default and that the
// kit never passes (tables and bundles of text) are left out.
@_exported import CoreGraphics
@_exported import FoundationApple

/// https://developer.apple.com/documentation/swiftui/view
@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension Never: View {
    public typealias Body = Never
    public var body: Never { fatalError("no view") }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension Optional: View where Wrapped: View {
    public typealias Body = Never
    public var body: Never { fatalError("no body") }
}

/// A view that the framework itself implements. SwiftUI has no protocol of this name.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public protocol _PrimitiveView: View where Body == Never {}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension _PrimitiveView {
    public var body: Never { fatalError("no body") }
}

/// https://developer.apple.com/documentation/swiftui/viewbuilder
@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
@resultBuilder
public struct ViewBuilder {
    public static func buildExpression<Content>(_ content: Content) -> Content where Content: View { content }
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content>(_ content: Content) -> Content where Content: View { content }
    public static func buildBlock<each Content>(_ content: repeat each Content) -> TupleView<(repeat each Content)>
    where repeat each Content: View {
        TupleView((repeat each content))
    }
    public static func buildIf<Content>(_ content: Content?) -> Content? where Content: View { content }
    public static func buildEither<TrueContent, FalseContent>(first: TrueContent) -> _ConditionalContent<
        TrueContent, FalseContent
    > where TrueContent: View, FalseContent: View { _ConditionalContent(content: first) }
    public static func buildEither<TrueContent, FalseContent>(second: FalseContent) -> _ConditionalContent<
        TrueContent, FalseContent
    > where TrueContent: View, FalseContent: View { _ConditionalContent(content: second) }
    public static func buildLimitedAvailability<Content>(_ content: Content) -> AnyView where Content: View {
        AnyView(content)
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct EmptyView: _PrimitiveView {
    public nonisolated init() {}
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct AnyView: _PrimitiveView {
    nonisolated(unsafe) let content: any View

    public nonisolated init<V>(_ view: V) where V: View { content = view }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct TupleView<T>: _PrimitiveView {
    nonisolated(unsafe) let value: T
    public nonisolated init(_ value: T) { self.value = value }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct _ConditionalContent<TrueContent, FalseContent>: _PrimitiveView {
    nonisolated(unsafe) let content: any View
    nonisolated init(content: any View) { self.content = content }
}

/// https://developer.apple.com/documentation/swiftui/viewmodifier
@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
@MainActor @preconcurrency
public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = _ViewModifier_Content<Self>
    @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct _ViewModifier_Content<Modifier>: _PrimitiveView where Modifier: ViewModifier {
    nonisolated(unsafe) let content: any View
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct ModifiedContent<Content, Modifier> {
    let content: Content
    let modifier: Modifier

    public nonisolated init(content: Content, modifier: Modifier) {
        self.content = content
        self.modifier = modifier
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
    public typealias Body = Never
    public var body: Never { fatalError("no body") }
}

/// A modifier that the framework itself implements: tests see it in the types of views. SwiftUI has no protocol of this
/// name.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public protocol _PrimitiveModifier: ViewModifier where Body == Never {}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension _PrimitiveModifier {
    public func body(content: Content) -> Never { fatalError("no body") }
}

/// A frame with bounds.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct _FlexFrameLayout: _PrimitiveModifier {
    public nonisolated init() {}
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct _EnvironmentKeyWritingModifier<Value>: _PrimitiveModifier {
    public nonisolated init() {}
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension View {
    public nonisolated func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
        ModifiedContent(content: self, modifier: modifier)
    }
}
