// Declarations as in Apple's documentation, https://developer.apple.com/documentation/uikit/uiviewcontroller.

@available(iOS 2.0, macCatalyst 13.1, tvOS 9.0, visionOS 1.0, *)
@available(macOS, unavailable)
@MainActor
open class UIViewController: UIResponder {
    private var loaded: UIView?
    open private(set) weak var parent: UIViewController?
    open private(set) var children: [UIViewController] = []

    /// Loaded when it is first asked for.
    open var view: UIView! {
        get {
            if loaded == nil { loadView() }
            return loaded
        }
        set {
            loaded?.controller = nil
            loaded = newValue
            newValue?.controller = self
        }
    }

    open func loadView() { view = UIView(frame: .zero) }

    open func addChild(_ childController: UIViewController) {
        childController.removeFromParent()
        childController.willMove(toParent: self)
        childController.parent = self
        children.append(childController)
    }

    open func removeFromParent() {
        parent?.children.removeAll { $0 === self }
        parent = nil
    }

    open func willMove(toParent parent: UIViewController?) {}
    open func didMove(toParent parent: UIViewController?) {}
}

/// https://developer.apple.com/documentation/uikit/uicolor
@available(iOS 2.0, macCatalyst 13.1, tvOS 9.0, visionOS 1.0, *)
@available(macOS, unavailable)
open class UIColor: NSObject, @unchecked Sendable {
    private static let transparent = UIColor()
    private static let background = UIColor()

    open class var clear: UIColor { transparent }

    /// What a hosting controller's view has behind it.
    @_spi(Double) public class var systemBackground: UIColor { background }
}
