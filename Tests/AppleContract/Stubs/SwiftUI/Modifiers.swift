// Modifiers the kit uses, https://developer.apple.com/documentation/swiftui/view-fundamentals.

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
extension View {
    // MARK: Layout

    public nonisolated func frame(
        width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View { effect(.frame(width, height, alignment)) }
    public nonisolated func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View { ModifiedContent(content: self, modifier: _FlexFrameLayout()) }
    public nonisolated func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { effect(.offset(x, y)) }
    public nonisolated func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { self }
    public nonisolated func padding(_ length: CGFloat) -> some View { self }
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
    public nonisolated func overlay<V>(
        alignment: Alignment = .center, @ViewBuilder content: () -> V
    ) -> some View where V: View { effect(.overlay(content(), alignment)) }
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
    public nonisolated func background<V>(
        alignment: Alignment = .center, @ViewBuilder content: () -> V
    ) -> some View where V: View { effect(.background(content(), alignment)) }
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
    public nonisolated func background<S, T>(
        _ style: S, in shape: T, fillStyle: FillStyle = FillStyle()
    ) -> some View where S: ShapeStyle, T: InsettableShape { self }
    @available(iOS 17.0, macOS 14.0, tvOS 17.0, *)
    public nonisolated func coordinateSpace(_ name: NamedCoordinateSpace) -> some View { self }

    public nonisolated func zIndex(_ value: Double) -> some View { self }
    @available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
    public nonisolated func ignoresSafeArea(
        _ regions: SafeAreaRegions = .all, edges: Edge.Set = .all
    ) -> some View { self }

    // MARK: Looks

    @available(iOS 16.0, macOS 13.0, tvOS 16.0, *)
    public nonisolated func persistentSystemOverlays(_ visibility: Visibility) -> some View { self }

    public nonisolated func border<S>(_ content: S, width: CGFloat = 1) -> some View where S: ShapeStyle { self }
    public nonisolated func clipped(antialiased: Bool = false) -> some View { effect(.clip) }
    public nonisolated func clipShape<S>(
        _ shape: S, style: FillStyle = FillStyle()
    ) -> some View where S: Shape { self }
    public nonisolated func position(x: CGFloat = 0, y: CGFloat = 0) -> some View { self }
    public nonisolated func opacity(_ opacity: Double) -> some View { self }
    public nonisolated func shadow(
        color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
    ) -> some View { self }
    public nonisolated func animation<V>(_ animation: Animation?, value: V) -> some View where V: Equatable { self }
    public nonisolated func font(_ font: Font?) -> some View { self }
    public nonisolated func lineLimit(_ number: Int?) -> some View { self }
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
    public nonisolated func monospacedDigit() -> some View { self }
    @available(macOS 11.0, *)
    public nonisolated func imageScale(_ scale: Image.Scale) -> some View { self }
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
    public nonisolated func foregroundStyle<S>(_ style: S) -> some View where S: ShapeStyle { self }
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
    public nonisolated func tint(_ tint: Color?) -> some View { self }
    @available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
    public nonisolated func labelStyle<S>(_ style: S) -> some View where S: LabelStyle { self }
    public nonisolated func labelsHidden() -> some View { self }

    // MARK: Input

    public nonisolated func disabled(_ disabled: Bool) -> some View { effect(.disabled(disabled)) }
    public nonisolated func allowsHitTesting(_ enabled: Bool) -> some View { self }
    public nonisolated func contentShape<S>(_ shape: S, eoFill: Bool = false) -> some View where S: Shape { self }
    @available(iOS 17.0, macOS 14.0, tvOS 17.0, *)
    public nonisolated func buttonRepeatBehavior(_ behavior: ButtonRepeatBehavior) -> some View { self }
    public nonisolated func gesture<T>(_ gesture: T, including mask: GestureMask = .all) -> some View
    where T: Gesture { effect(.gesture(gesture, mask)) }
    public nonisolated func simultaneousGesture<T>(_ gesture: T, including mask: GestureMask = .all) -> some View
    where T: Gesture { effect(.gesture(gesture, mask)) }
    @available(iOS 13.4, macOS 10.15, *)
    @available(tvOS, unavailable)
    public nonisolated func onHover(perform action: @escaping (Bool) -> Void) -> some View { self }
    @available(iOS 14.0, macOS 11.0, *)
    @available(tvOS, unavailable)
    public nonisolated func keyboardShortcut(
        _ key: KeyEquivalent, modifiers: EventModifiers = .command
    ) -> some View { effect(.key(key.character)) }
    @available(iOS 15.4, macOS 12.3, *)
    @available(tvOS, unavailable)
    public nonisolated func keyboardShortcut(_ shortcut: KeyboardShortcut?) -> some View {
        effect(.key(shortcut?.key.character))
    }
    @available(iOS 17.0, macOS 12.0, tvOS 15.0, *)
    public nonisolated func focusable(_ isFocusable: Bool = true) -> some View { self }
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
    public nonisolated func focused(_ condition: FocusState<Bool>.Binding) -> some View { self }
    @available(macOS 10.15, tvOS 13.0, *)
    @available(iOS, unavailable)
    public nonisolated func onMoveCommand(perform action: ((MoveCommandDirection) -> Void)?) -> some View { self }
    @available(tvOS 13.0, *)
    @available(iOS, unavailable)
    @available(macOS, unavailable)
    public nonisolated func onPlayPauseCommand(perform action: (() -> Void)?) -> some View { self }

    // MARK: Life

    public nonisolated func id<ID>(_ id: ID) -> some View where ID: Hashable { self }
    @available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
    public nonisolated func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { self }

    public nonisolated func onAppear(perform action: (() -> Void)? = nil) -> some View {
        effect(.life(appear: action, disappear: nil))
    }
    public nonisolated func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        effect(.life(appear: nil, disappear: action))
    }
    @available(iOS 17.0, macOS 14.0, tvOS 17.0, *)
    public nonisolated func onChange<V>(
        of value: V, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View where V: Equatable { effect(.change(Compared(value), isFirst: initial) { _ in action() }) }
    @available(iOS 17.0, macOS 14.0, tvOS 17.0, *)
    public nonisolated func onChange<V>(
        of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some View where V: Equatable {
        effect(.change(Compared(value), isFirst: initial) { old in action(old as? V ?? value, value) })
    }
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
    public nonisolated func task<T>(
        id: T, priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
    ) -> some View where T: Equatable { effect(.task(Compared(id), action)) }
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
    public nonisolated func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
    ) -> some View { effect(.task(Compared(true), action)) }
}

@available(macOS 10.15, tvOS 13.0, *)
@available(iOS, unavailable)
public enum MoveCommandDirection: Sendable, Hashable {
    case up, down, left, right
}

@available(iOS 14.0, macOS 11.0, *)
@available(tvOS, unavailable)
public struct KeyboardShortcut: Sendable, Hashable {
    public var key: KeyEquivalent
    public var modifiers: EventModifiers
    public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command) {
        self.key = key
        self.modifiers = modifiers
    }
}

@available(iOS 14.0, macOS 11.0, tvOS 17.0, *)
public struct KeyEquivalent: Sendable, Hashable, ExpressibleByExtendedGraphemeClusterLiteral {
    public var character: Character
    public init(_ character: Character) { self.character = character }
    public init(extendedGraphemeClusterLiteral: Character) { character = extendedGraphemeClusterLiteral }
    public static let space = KeyEquivalent(" ")
    public static let leftArrow = KeyEquivalent("\u{F702}")
    public static let rightArrow = KeyEquivalent("\u{F703}")
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct EventModifiers: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let shift = EventModifiers(rawValue: 1)
    public static let command = EventModifiers(rawValue: 2)
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, *)
public struct ButtonRepeatBehavior: Hashable, Sendable {
    private let name: String
    public static let automatic = ButtonRepeatBehavior(name: "automatic")
    public static let enabled = ButtonRepeatBehavior(name: "enabled")
    public static let disabled = ButtonRepeatBehavior(name: "disabled")
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
public struct SafeAreaRegions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let container = SafeAreaRegions(rawValue: 1)
    public static let keyboard = SafeAreaRegions(rawValue: 2)
    public static let all = SafeAreaRegions(rawValue: 3)
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
public enum Visibility: Hashable, Sendable, CaseIterable {
    case automatic, visible, hidden
}
