// https://developer.apple.com/documentation/swiftui/controls-and-indicators

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct Button<Label>: _PrimitiveView where Label: View {
    @preconcurrency
    public nonisolated init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
}

@available(iOS 14.0, macOS 11.0, tvOS 17.0, *)
public struct Menu<Label, Content>: _PrimitiveView where Label: View, Content: View {
    public nonisolated init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {}
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct Picker<Label, SelectionValue, Content>: _PrimitiveView
where Label: View, SelectionValue: Hashable, Content: View {
    public nonisolated init(
        selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
    ) {}
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension Picker where Label == Text {
    public nonisolated init(
        _ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) {}
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension View {
    public nonisolated func tag<V>(_ tag: V, includeOptional: Bool = true) -> some View where V: Hashable { self }
}

@available(iOS 13.0, macOS 10.15, *)
@available(tvOS, unavailable)
public struct Slider<Label, ValueLabel>: _PrimitiveView where Label: View, ValueLabel: View {}

@available(iOS 13.0, macOS 10.15, *)
@available(tvOS, unavailable)
extension Slider where ValueLabel == EmptyView {
    public nonisolated init<V>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V: BinaryFloatingPoint, V.Stride: BinaryFloatingPoint {}
}

@available(iOS 13.0, macOS 10.15, *)
@available(tvOS, unavailable)
extension Slider where Label == EmptyView, ValueLabel == EmptyView {
    public nonisolated init<V>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V: BinaryFloatingPoint, V.Stride: BinaryFloatingPoint {}
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
public struct ProgressView<Label, CurrentValueLabel>: _PrimitiveView where Label: View, CurrentValueLabel: View {}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
extension ProgressView where Label == EmptyView, CurrentValueLabel == EmptyView {
    public nonisolated init<V>(value: V?, total: V = 1.0) where V: BinaryFloatingPoint {}
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
public struct Label<Title, Icon>: _PrimitiveView where Title: View, Icon: View {
    public nonisolated init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {}
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
extension Label where Title == Text, Icon == Image {
    public nonisolated init(_ titleKey: LocalizedStringKey, systemImage name: String) {}
    @_disfavoredOverload
    public nonisolated init<S>(_ title: S, systemImage name: String) where S: StringProtocol {}
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
@MainActor @preconcurrency
public protocol LabelStyle {}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
public struct IconOnlyLabelStyle: LabelStyle {
    public init() {}
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
extension LabelStyle where Self == IconOnlyLabelStyle {
    public static var iconOnly: IconOnlyLabelStyle { IconOnlyLabelStyle() }
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, *)
public struct ContentUnavailableView<Label, Description, Actions>: _PrimitiveView
where Label: View, Description: View, Actions: View {
    public nonisolated init(
        @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
        @ViewBuilder actions: () -> Actions = { EmptyView() }
    ) {}
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct Text: _PrimitiveView, Equatable, Sendable {
    let string: String
    public nonisolated init(verbatim content: String) { string = content }
    public nonisolated init(
        _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
    ) { string = key.string }
    @_disfavoredOverload
    public nonisolated init<S>(_ content: S) where S: StringProtocol { string = String(content) }
}

/// https://developer.apple.com/documentation/swiftui/localizedstringkey
@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation, Sendable {
    let string: String
    public init(_ value: String) { string = value }
    public init(stringLiteral value: String) { string = value }
    public init(stringInterpolation: StringInterpolation) { string = stringInterpolation.string }

    /// Takes strings and integers, the only values that the kit interpolates.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var string = ""
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) { string += literal }
        public mutating func appendInterpolation(_ string: String) { self.string += string }
        public mutating func appendInterpolation(_ value: Int) { string += String(value) }
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct Image: _PrimitiveView, Equatable, Sendable {
    @available(iOS 13.0, macOS 11.0, tvOS 13.0, *)
    public nonisolated init(systemName: String) {}

    public nonisolated init(decorative cgImage: CGImage, scale: CGFloat, orientation: Image.Orientation = .up) {}

    public enum Interpolation: Hashable, Sendable {
        case none
    }
    public enum ResizingMode: Hashable, Sendable {
        case stretch
    }
    public nonisolated func interpolation(_ interpolation: Image.Interpolation) -> Image { self }
    public nonisolated func resizable(
        capInsets: EdgeInsets = EdgeInsets(), resizingMode: Image.ResizingMode = .stretch
    ) -> Image { self }

    public enum Orientation: UInt8, Hashable, Sendable {
        case up, upMirrored, down, downMirrored, left, leftMirrored, right, rightMirrored
    }

    @available(iOS 13.0, macOS 11.0, tvOS 13.0, *)
    public enum Scale: Hashable, Sendable {
        case small, medium, large
    }
}
