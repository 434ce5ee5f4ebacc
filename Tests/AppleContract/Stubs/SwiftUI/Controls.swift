// https://developer.apple.com/documentation/swiftui/controls-and-indicators

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct Button<Label>: _PrimitiveView where Label: View {
    let action: @MainActor () -> Void
    nonisolated(unsafe) let label: Label

    @preconcurrency
    public nonisolated init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.action = action
        self.label = label()
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension Button where Label == Text {
    @_disfavoredOverload
    @preconcurrency
    public nonisolated init<S>(_ title: S, action: @escaping @MainActor () -> Void) where S: StringProtocol {
        self.init(action: action) { Text(title) }
    }
}

@available(iOS 14.0, macOS 11.0, tvOS 17.0, *)
public struct Menu<Label, Content>: _PrimitiveView where Label: View, Content: View {
    nonisolated(unsafe) let content: Content
    nonisolated(unsafe) let label: Label

    public nonisolated init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.content = content()
        self.label = label()
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct Picker<Label, SelectionValue, Content>: _PrimitiveView
where Label: View, SelectionValue: Hashable, Content: View {
    nonisolated(unsafe) let selection: Binding<SelectionValue>
    nonisolated(unsafe) let content: Content
    nonisolated(unsafe) let label: Label

    public nonisolated init(
        selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
    ) {
        self.selection = selection
        self.content = content()
        self.label = label()
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension Picker where Label == Text {
    public nonisolated init(
        _ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) {
        self.init(selection: selection, content: content) { Text(titleKey) }
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension View {
    public nonisolated func tag<V>(_ tag: V, includeOptional: Bool = true) -> some View where V: Hashable {
        effect(.tag(tag))
    }
}

@available(iOS 13.0, macOS 10.15, *)
@available(tvOS, unavailable)
public struct Slider<Label, ValueLabel>: _PrimitiveView where Label: View, ValueLabel: View {
    let value: Binding<Double>
    let bounds: ClosedRange<Double>
    nonisolated(unsafe) let label: Label
    nonisolated(unsafe) let onEditingChanged: (Bool) -> Void

    fileprivate nonisolated init<V>(
        _ value: Binding<V>, _ bounds: ClosedRange<V>, _ label: Label, _ onEditingChanged: @escaping (Bool) -> Void
    ) where V: BinaryFloatingPoint {
        self.value = Binding(read: { Double(value.wrappedValue) }, write: { value.wrappedValue = V($0) })
        self.bounds = Double(bounds.lowerBound)...Double(bounds.upperBound)
        self.label = label
        self.onEditingChanged = onEditingChanged
    }
}

@available(iOS 13.0, macOS 10.15, *)
@available(tvOS, unavailable)
extension Slider where ValueLabel == EmptyView {
    public nonisolated init<V>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V: BinaryFloatingPoint, V.Stride: BinaryFloatingPoint {
        self.init(value, bounds, label(), onEditingChanged)
    }
}

@available(iOS 13.0, macOS 10.15, *)
@available(tvOS, unavailable)
extension Slider where Label == EmptyView, ValueLabel == EmptyView {
    public nonisolated init<V>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V: BinaryFloatingPoint, V.Stride: BinaryFloatingPoint {
        self.init(value, bounds, EmptyView(), onEditingChanged)
    }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
public struct ProgressView<Label, CurrentValueLabel>: _PrimitiveView where Label: View, CurrentValueLabel: View {}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
extension ProgressView where Label == EmptyView, CurrentValueLabel == EmptyView {
    public nonisolated init<V>(value: V?, total: V = 1.0) where V: BinaryFloatingPoint {}
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
public struct Label<Title, Icon>: _PrimitiveView where Title: View, Icon: View {
    nonisolated(unsafe) let title: Title
    nonisolated(unsafe) let icon: Icon

    public nonisolated init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
        self.title = title()
        self.icon = icon()
    }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
extension Label where Title == Text, Icon == Image {
    public nonisolated init(_ titleKey: LocalizedStringKey, systemImage name: String) {
        self.init {
            Text(titleKey)
        } icon: {
            Image(systemName: name)
        }
    }
    @_disfavoredOverload
    public nonisolated init<S>(_ title: S, systemImage name: String) where S: StringProtocol {
        self.init {
            Text(title)
        } icon: {
            Image(systemName: name)
        }
    }
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
    ) {
        self.label = label()
        self.description = description()
        self.actions = actions()
    }

    nonisolated(unsafe) let label: Label
    nonisolated(unsafe) let description: Description
    nonisolated(unsafe) let actions: Actions
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
