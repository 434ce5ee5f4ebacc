// Property wrappers, https://developer.apple.com/documentation/swiftui/model-data. Their values outlive a view where a
// host shows it (Mounting.swift).

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
    ) {
        // The isolation is the main actor's, on which views are updated.
        read = unsafeBitCast(get, to: (() -> Value).self)
        write = unsafeBitCast(set, to: ((Value) -> Void).self)
    }

    private let read: () -> Value
    private let write: (Value) -> Void

    init(read: @escaping () -> Value, write: @escaping (Value) -> Void) {
        self.read = read
        self.write = write
    }

    public static func constant(_ value: Value) -> Binding<Value> { Binding(read: { value }, write: { _ in }) }

    public var wrappedValue: Value {
        get { read() }
        nonmutating set { write(newValue) }
    }

    public var projectedValue: Binding<Value> { self }

    public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
        Binding<Subject> {
            wrappedValue[keyPath: keyPath]
        } write: {
            wrappedValue[keyPath: keyPath] = $0
        }
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension Binding: @unchecked Sendable where Value: Sendable {}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension Binding: DynamicProperty {}

/// https://developer.apple.com/documentation/swiftui/state
@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
@propertyWrapper
public struct State<Value>: DynamicProperty {
    let slot: StateSlot<Value>

    public init(wrappedValue value: Value) { slot = StateSlot(value) }
    public init(initialValue value: Value) { slot = StateSlot(value) }

    public var wrappedValue: Value {
        get { slot.value }
        nonmutating set { slot.value = newValue }
    }

    public var projectedValue: Binding<Value> { Binding(read: { slot.value }, write: { slot.value = $0 }) }
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
    let slot: StateSlot<Value>
    let initial: Value

    public init(wrappedValue: Value) {
        initial = wrappedValue
        slot = StateSlot(wrappedValue)
    }

    public var wrappedValue: Value { slot.value }
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

/// Where a wrapper's value is kept. A host gives a view that is made anew the place of the one before.
final class StateSlot<Value>: @unchecked Sendable {
    private final class Place {
        var value: Value
        var changed: () -> Void = {}

        init(_ value: Value) { self.value = value }
    }

    private var place: Place

    init(_ value: Value) { place = Place(value) }

    var value: Value {
        get { place.value }
        set {
            place.value = newValue
            place.changed()
        }
    }

    /// Takes the kept place, or leaves its own to be kept.
    func move(to kept: inout AnyObject?, changed: @escaping () -> Void) {
        if let kept = kept as? Place { place = kept } else { kept = place }
        place.changed = changed
    }
}

/// What a host keeps of a view.
protocol KeptProperty {
    func move(to kept: inout AnyObject?, changed: @escaping () -> Void)
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension State: KeptProperty {
    func move(to kept: inout AnyObject?, changed: @escaping () -> Void) { slot.move(to: &kept, changed: changed) }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension GestureState: KeptProperty {
    func move(to kept: inout AnyObject?, changed: @escaping () -> Void) { slot.move(to: &kept, changed: changed) }
}
