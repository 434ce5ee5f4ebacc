// Property wrappers, https://developer.apple.com/documentation/swiftui/model-data. They hold a value; nothing
// is updated.

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public protocol DynamicProperty {}

/// https://developer.apple.com/documentation/swiftui/binding
@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
    // The documentation leaves `@_inheritActorContext` out; the interface has it.
    @preconcurrency
    public init(
        @_inheritActorContext get: @escaping @isolated(any) @Sendable () -> Value,
        @_inheritActorContext set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) {}

    init(standIn: Void) {}

    public static func constant(_ value: Value) -> Binding<Value> { Binding(standIn: ()) }

    public var wrappedValue: Value {
        get { fatalError("a stand-in binding has no value") }
        nonmutating set {}
    }

    public var projectedValue: Binding<Value> { self }

    public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
        Binding<Subject>(standIn: ())
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension Binding: Sendable where Value: Sendable {}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension Binding: DynamicProperty {}

/// https://developer.apple.com/documentation/swiftui/state
@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
@propertyWrapper
public struct State<Value>: DynamicProperty {
    private let value: Value

    public init(wrappedValue value: Value) { self.value = value }
    public init(initialValue value: Value) { self.value = value }

    public var wrappedValue: Value {
        get { value }
        nonmutating set {}
    }

    public var projectedValue: Binding<Value> { Binding(standIn: ()) }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension State: Sendable where Value: Sendable {}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension State where Value: ExpressibleByNilLiteral {
    public init() { self.init(wrappedValue: nil) }
}

/// https://developer.apple.com/documentation/swiftui/gesturestate
@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
@propertyWrapper
public struct GestureState<Value>: DynamicProperty {
    private let value: Value

    public init(wrappedValue: Value) { value = wrappedValue }
    public var wrappedValue: Value { value }
    public var projectedValue: GestureState<Value> { self }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension GestureState where Value: ExpressibleByNilLiteral {
    public init() { self.init(wrappedValue: nil) }
}

/// https://developer.apple.com/documentation/swiftui/focusstate
@available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
@propertyWrapper
public struct FocusState<Value>: DynamicProperty where Value: Hashable {
    @propertyWrapper
    public struct Binding {
        private let value: Value
        fileprivate init(_ value: Value) { self.value = value }

        public var wrappedValue: Value {
            get { value }
            nonmutating set {}
        }

        public var projectedValue: FocusState<Value>.Binding { self }
    }

    private let value: Value

    public init() where Value == Bool { value = false }

    public var wrappedValue: Value {
        get { value }
        nonmutating set {}
    }

    public var projectedValue: FocusState<Value>.Binding { Binding(value) }
}

/// https://developer.apple.com/documentation/swiftui/scaledmetric
@available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
@propertyWrapper
public struct ScaledMetric<Value>: DynamicProperty where Value: BinaryFloatingPoint {
    public let wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// https://developer.apple.com/documentation/swiftui/environment
@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    private let value: Value
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { value = EnvironmentValues()[keyPath: keyPath] }
    public var wrappedValue: Value { value }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues
@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct EnvironmentValues {
    public init() {}
    public var displayScale: CGFloat = 2
    public var accessibilityReduceMotion: Bool { false }
    public var isEnabled = true
    public var layoutDirection = LayoutDirection.leftToRight
}

/// https://developer.apple.com/documentation/swiftui/layoutdirection
@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public enum LayoutDirection: Hashable, CaseIterable, Sendable {
    case leftToRight
    case rightToLeft
}
