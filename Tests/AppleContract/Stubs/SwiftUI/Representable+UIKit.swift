#if canImport(UIKit)
    // https://developer.apple.com/documentation/swiftui/uiviewrepresentable
    import UIKit

    @available(iOS 13.0, tvOS 13.0, *)
    @available(macOS, unavailable)
    @MainActor @preconcurrency
    public protocol UIViewRepresentable: View where Body == Never {
        associatedtype UIViewType: UIView
        associatedtype Coordinator = Void
        typealias Context = UIViewRepresentableContext<Self>

        func makeUIView(context: Self.Context) -> Self.UIViewType
        func updateUIView(_ uiView: Self.UIViewType, context: Self.Context)
        // SwiftUI has a default that does nothing; required here so that a misspelt label fails to compile.
        static func dismantleUIView(_ uiView: Self.UIViewType, coordinator: Self.Coordinator)
        func makeCoordinator() -> Self.Coordinator
    }

    @available(iOS 13.0, tvOS 13.0, *)
    @available(macOS, unavailable)
    extension UIViewRepresentable {
        public var body: Never { fatalError("no body") }
    }

    @available(iOS 13.0, tvOS 13.0, *)
    @available(macOS, unavailable)
    extension UIViewRepresentable where Coordinator == Void {
        public func makeCoordinator() {}
    }

    @available(iOS 13.0, tvOS 13.0, *)
    @available(macOS, unavailable)
    @MainActor @preconcurrency
    public struct UIViewRepresentableContext<Representable> where Representable: UIViewRepresentable {
        public let coordinator: Representable.Coordinator
        public var environment: EnvironmentValues { EnvironmentValues() }
    }
#endif
