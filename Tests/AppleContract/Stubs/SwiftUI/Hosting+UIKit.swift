#if canImport(UIKit)
    // https://developer.apple.com/documentation/swiftui/uihostingcontroller
    @_spi(Double) import UIKit

    @available(iOS 13.0, tvOS 13.0, *)
    @available(macOS, unavailable)
    @MainActor @preconcurrency
    open class UIHostingController<Content>: UIViewController where Content: View {
        private let hosting = HostingDouble(frame: .zero)

        public var rootView: Content {
            didSet { hosting.root = rootView }
        }

        @available(iOS 16.4, tvOS 16.4, *)
        public var safeAreaRegions: SafeAreaRegions {
            get { regions }
            set { regions = newValue }
        }
        private var regions = SafeAreaRegions.all

        public init(rootView: Content) {
            self.rootView = rootView
            super.init()
            hosting.root = rootView
            hosting.backgroundColor = .systemBackground
        }

        open override func loadView() {
            view = hosting
        }
    }

    /// The view of a hosting controller. It shows its views while it is in a window, and keeps them when it leaves it.
    @_spi(Double)
    @MainActor
    public final class HostingDouble: UIView {
        /// What VoiceOver finds.
        public struct Element {
            public var label: String?
            public var value: String?
            public var frame = CGRect.zero
            public var actions: [String: () -> Void] = [:]
            /// `nil`: cannot be adjusted.
            public var adjust: ((AccessibilityAdjustmentDirection) -> Void)?
            /// `nil`: cannot be zoomed.
            public var zoom: ((AccessibilityZoomGestureAction) -> Void)?
        }

        /// Whether a host that goes takes the platform's views away without dismantling them.
        public static var isCareless = false

        var root: (any View)? { didSet { invalidate() } }
        private var tree: MountedTree?
        private var size = CGSize.zero
        private var isStale = true
        private var finger: (gesture: String, start: CGPoint)?

        deinit {
            MainActor.assumeIsolated {
                tree?.end(isCareless: Self.isCareless)
            }
        }

        public var elements: [Element] { tree?.elements ?? [] }
        /// What can be read outside of controls.
        public var texts: [String] { tree?.texts ?? [] }
        public var controls: [Control] { tree?.controls ?? [] }

        public override func layoutSubviews() {
            super.layoutSubviews()
            guard window != nil, let root, isStale || size != bounds.size else { return }
            isStale = false
            size = bounds.size
            let tree = tree ?? MountedTree(in: self) { [weak self] in self?.invalidate() }
            self.tree = tree
            tree.update(root, in: bounds)
        }

        public override func didMoveToWindow() {
            super.didMoveToWindow()
            if window != nil { invalidate() }
        }

        private func invalidate() {
            isStale = true
            setNeedsLayout()
            Task { [weak self] in self?.layoutIfNeeded() }
        }

        // MARK: A finger, moved by a test

        /// Puts the finger down; whether something there can be dragged.
        public func touch(at point: CGPoint) -> Bool {
            finger = tree?.gesture(at: point, taking: value(at: point, from: point)).map { ($0, point) }
            drag(to: point)
            return finger != nil
        }

        public func drag(to point: CGPoint) {
            guard let finger else { return }
            tree?.move(finger.gesture, value(at: point, from: finger.start))
            layoutIfNeeded()
        }

        public func lift(at point: CGPoint) {
            guard let finger else { return }
            tree?.lift(finger.gesture, value(at: point, from: finger.start))
            self.finger = nil
            layoutIfNeeded()
        }

        /// Pinches with two fingers in steps; whether something there can be pinched.
        public func pinch(at point: CGPoint, by magnifications: CGFloat...) -> Bool {
            func value(_ magnification: CGFloat) -> Any {
                MagnifyGesture.Value(
                    time: Date(), magnification: magnification, velocity: 0, startAnchor: .center, startLocation: point)
            }
            guard let gesture = tree?.gesture(at: point, taking: value(1)) else { return false }
            for magnification in magnifications {
                tree?.move(gesture, value(magnification))
                layoutIfNeeded()
                // One of the two fingers may have come down first.
                if let finger { drag(to: finger.start) }
            }
            tree?.lift(gesture, value(magnifications.last ?? 1))
            layoutIfNeeded()
            return true
        }

        /// Not by its type, which tvOS does not have.
        private func value(at point: CGPoint, from start: CGPoint) -> Any {
            DragGesture.Value(
                time: Date(), location: point, startLocation: start,
                translation: CGSize(width: point.x - start.x, height: point.y - start.y), velocity: .zero)
        }
    }
#endif
