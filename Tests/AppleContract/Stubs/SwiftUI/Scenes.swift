// https://developer.apple.com/documentation/swiftui/app-organization and
// https://developer.apple.com/documentation/swiftui/scenes

@available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
@MainActor @preconcurrency
public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
extension Never: Scene {}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
@resultBuilder
public struct SceneBuilder {
    public static func buildExpression<Content>(_ content: Content) -> Content where Content: Scene { content }
    public static func buildBlock<Content>(_ content: Content) -> Content where Content: Scene { content }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
@MainActor @preconcurrency
public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
    @MainActor @preconcurrency init()
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
extension App {
    @MainActor @preconcurrency public static func main() {}
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
public struct WindowGroup<Content>: Scene where Content: View {
    public nonisolated init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError("no body") }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
public enum ScenePhase: Comparable, Hashable, Sendable {
    case background, inactive, active
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, *)
extension EnvironmentValues {
    public var scenePhase: ScenePhase { .active }
}
