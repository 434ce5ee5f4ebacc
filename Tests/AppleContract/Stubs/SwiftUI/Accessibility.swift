// https://developer.apple.com/documentation/swiftui/accessibility-fundamentals

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension View {
    @available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
    public nonisolated func accessibilityLabel(_ label: Text) -> some View {
        effect(.label(label.string))
    }
    @available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
    public nonisolated func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some View {
        effect(.label(labelKey.string))
    }
    @available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
    @_disfavoredOverload
    public nonisolated func accessibilityLabel<S>(_ label: S) -> some View where S: StringProtocol {
        effect(.label(String(label)))
    }
    @available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
    public nonisolated func accessibilityValue(_ valueDescription: Text) -> some View {
        effect(.value(valueDescription.string))
    }
    @available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
    public nonisolated func accessibilityValue(_ valueKey: LocalizedStringKey) -> some View {
        effect(.value(valueKey.string))
    }
    @available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
    public nonisolated func accessibilityHint(_ hint: Text) -> some View { self }
    @available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
    public nonisolated func accessibilityHidden(_ hidden: Bool) -> some View {
        effect(.voiceless(hidden))
    }
    @available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
    public nonisolated func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { self }
    public nonisolated func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View {
        effect(.element)
    }
    public nonisolated func accessibilityAction(named name: Text, _ handler: @escaping () -> Void) -> some View {
        effect(.action(name.string, handler))
    }
    public nonisolated func accessibilityAdjustableAction(
        _ handler: @escaping (AccessibilityAdjustmentDirection) -> Void
    ) -> some View { effect(.adjustable(handler)) }
    @available(iOS 16.0, macOS 13.0, tvOS 16.0, *)
    public nonisolated func accessibilityZoomAction(
        _ handler: @escaping (AccessibilityZoomGestureAction) -> Void
    ) -> some View { effect(.zoomable(handler)) }
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, *)
public struct AccessibilityZoomGestureAction {
    @frozen public enum Direction {
        case zoomIn, zoomOut
    }

    public let direction: Direction
    public let location: UnitPoint
    public let point: CGPoint

    @_spi(Double)
    public init(_ direction: Direction) {
        (self.direction, location, point) = (direction, .center, .zero)
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct AccessibilityChildBehavior: Hashable, Sendable {
    private let name: String
    public static let ignore = AccessibilityChildBehavior(name: "ignore")
    public static let contain = AccessibilityChildBehavior(name: "contain")
    public static let combine = AccessibilityChildBehavior(name: "combine")
}

/// Not frozen: a `switch` over it needs `@unknown default`.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public enum AccessibilityAdjustmentDirection: Hashable, Sendable {
    case increment, decrement
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct AccessibilityTraits: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let isButton = AccessibilityTraits(rawValue: 1)
    public static let isSelected = AccessibilityTraits(rawValue: 2)
}
