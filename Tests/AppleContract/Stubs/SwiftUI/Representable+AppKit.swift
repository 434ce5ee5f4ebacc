#if canImport(AppKit)
    // https://developer.apple.com/documentation/swiftui/nsviewrepresentable
    import AppKit

    @available(macOS 10.15, *)
    @available(iOS, unavailable)
    @available(tvOS, unavailable)
    @MainActor @preconcurrency
    public protocol NSViewRepresentable: View where Body == Never {
        associatedtype NSViewType: NSView
        associatedtype Coordinator = Void
        typealias Context = NSViewRepresentableContext<Self>

        func makeNSView(context: Self.Context) -> Self.NSViewType
        func updateNSView(_ nsView: Self.NSViewType, context: Self.Context)
        // SwiftUI has a default that does nothing; required here so that a misspelt label fails to compile.
        static func dismantleNSView(_ nsView: Self.NSViewType, coordinator: Self.Coordinator)
        func makeCoordinator() -> Self.Coordinator
    }

    @available(macOS 10.15, *)
    @available(iOS, unavailable)
    @available(tvOS, unavailable)
    extension NSViewRepresentable {
        public var body: Never { fatalError("no body") }
    }

    @available(macOS 10.15, *)
    @available(iOS, unavailable)
    @available(tvOS, unavailable)
    extension NSViewRepresentable where Coordinator == Void {
        public func makeCoordinator() {}
    }

    @available(macOS 10.15, *)
    @available(iOS, unavailable)
    @available(tvOS, unavailable)
    @MainActor @preconcurrency
    public struct NSViewRepresentableContext<Representable> where Representable: NSViewRepresentable {
        public let coordinator: Representable.Coordinator
        public var environment: EnvironmentValues { EnvironmentValues() }
    }
#endif
