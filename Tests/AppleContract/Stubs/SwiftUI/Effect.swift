// The modifiers that matter to a host: SwiftUI has a type of its own for each.

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
struct Effect: _PrimitiveModifier {
    enum Kind {
        case frame(CGFloat?, CGFloat?, Alignment)
        case offset(CGFloat, CGFloat)
        case overlay(any View, Alignment)
        case background(any View, Alignment)
        case clip
        case gesture(any Gesture, GestureMask)
        /// The action takes the value before.
        case change(Compared, isFirst: Bool, (Any) -> Void)
        case task(Compared, @isolated(any) () async -> Void)
        case life(appear: (() -> Void)?, disappear: (() -> Void)?)
        case label(String)
        case value(String)
        case action(String, () -> Void)
        case adjustable((AccessibilityAdjustmentDirection) -> Void)
        case zoomable((AccessibilityZoomGestureAction) -> Void)
        case element
        case voiceless(Bool)
        case disabled(Bool)
        case key(Character?)
        case tag(Any)
    }

    nonisolated(unsafe) let kind: Kind

    nonisolated init(kind: Kind) { self.kind = kind }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension View {
    nonisolated func effect(_ kind: Effect.Kind) -> ModifiedContent<Self, Effect> {
        ModifiedContent(content: self, modifier: Effect(kind: kind))
    }
}

/// A value of any type that can be compared with another.
struct Compared {
    let value: Any
    private let equals: (Any) -> Bool

    init<Value: Equatable>(_ value: Value) {
        self.value = value
        equals = { $0 as? Value == value }
    }

    func isSame(as other: Compared) -> Bool { equals(other.value) }
}
