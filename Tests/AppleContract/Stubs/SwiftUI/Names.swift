// Names that an import of SwiftUI brings into scope, so that a clash with one of the kit's names shows.

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct Anchor<Value> {}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, *)
public protocol Layout {}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct Group<Content> {}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct Transaction {
    public init() {}
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct Animation: Equatable, Sendable {
    public static let `default` = Animation()
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, *)
@MainActor @preconcurrency
public protocol Transition {}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct Angle: Sendable {}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct Path: Sendable {}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, *)
public struct Canvas<Symbols> {}

@available(iOS 18.0, macOS 15.0, tvOS 18.0, *)
public struct Tab<Value, Content, Label> {}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
public struct Namespace: Sendable {}
