#if canImport(AVFoundation) && canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
    import CoreGraphics
    import MultiPlayerKit
    import SwiftUI

    extension ComparisonSurface {
        /// The group whose members are shown, in the order of adding.
        public var group: PlaybackGroup {
            get { content.group }
            set { content.group = newValue }
        }

        /// Where their tiles go, with spacing and margin in points. A hand on the boundary of a wipe changes it, and so
        /// does one that zooms.
        public var layout: TileLayout {
            get { content.layout }
            set { if newValue != content.layout { content.layout = newValue } }
        }

        /// Shown until the first picture of a member, or of the background, is there.
        public var posters: [MemberID: CGImage] {
            get { content.posters }
            set { content.posters = newValue }
        }

        /// What is written into the tiles; `nil`, the default: nothing.
        public var captions: TileCaptions? {
            get { content.captions }
            set { content.captions = newValue }
        }

        /// A closer look at the same spot of all tiles, with the values of its pixel; `nil`, the default: none. See
        /// ``ComparisonView/loupe(_:)``.
        public var loupe: Loupe? {
            get { content.loupe }
            set { content.loupe = newValue }
        }

        /// Called on the main actor after a person has moved the boundary of a wipe, or zoomed, not when the app sets ``layout``.
        /// Default: `nil`.
        public var onLayoutChange: (@MainActor (TileLayout) -> Void)? {
            get { content.onLayoutChange }
            set { content.onLayoutChange = newValue }
        }

        fileprivate struct Content {
            var group: PlaybackGroup
            var layout: TileLayout
            var posters: [MemberID: CGImage]
            var captions: TileCaptions?
            var loupe: Loupe?
            var onLayoutChange: (@MainActor (TileLayout) -> Void)?
        }

        /// The content as a SwiftUI view. It leaves the place of the boundary to the surface, and does not keep it alive.
        fileprivate var view: ComparisonView {
            let last = content.layout
            let layout = Binding { [weak self] in
                self?.layout ?? last
            } set: { [weak self] moved in
                guard let self, moved != self.layout else { return }
                self.layout = moved
                onLayoutChange?(moved)
            }
            return ComparisonView(group: group, layout: layout, posters: posters).captions(captions).loupe(loupe)
        }
    }
#endif

#if canImport(AVFoundation) && canImport(SwiftUI) && canImport(UIKit)
    import SwiftUI
    import UIKit

    /// Shows all members of a group in one view, tile by tile, with the group's background behind them: the
    /// ``ComparisonView`` of apps that use UIKit or AppKit.
    ///
    /// ```swift
    /// let comparison = ComparisonSurface(group: group, layout: .wipe)
    /// comparison.onLayoutChange = { layout in settings.layout = layout }  // the boundary was moved
    /// view.addSubview(comparison)
    /// ```
    /// It hosts a ``ComparisonView``, so what it shows, what can be dragged and what VoiceOver says are the same. Give
    /// it a size: it has none of its own. It ignores the safe area.
    ///
    /// Outside a window it holds no player's layer and does nothing; the group plays on. Back in a window it shows the
    /// players again, which may cost one that plays a few frames. Use it on the main thread only.
    public final class ComparisonSurface: UIView {
        fileprivate var content: Content { didSet { host?.rootView = view } }
        /// Made for each stay in a window: views that SwiftUI keeps outside of one keep their layers.
        private var host: UIHostingController<ComparisonView>?

        /// Creates a view of a group.
        ///
        /// - Parameters:
        ///   - group: the group whose members are shown, in the order of adding.
        ///   - layout: where their tiles go. Default: side by side.
        ///   - posters: shown until the first picture of a member, or of the background, is there. Default: none.
        public init(group: PlaybackGroup, layout: TileLayout = .sideBySide, posters: [MemberID: CGImage] = [:]) {
            content = Content(group: group, layout: layout, posters: posters)
            super.init(frame: .zero)
        }

        @available(*, unavailable, message: "a surface is made in code")
        public required init?(coder: NSCoder) {
            fatalError("a surface is made in code")
        }

        public override func layoutSubviews() {
            super.layoutSubviews()
            host?.view.frame = bounds
        }

        public override func didMoveToWindow() {
            super.didMoveToWindow()
            let parent = window == nil ? nil : nearestController
            // Within one window the surface may have come under another controller.
            if let host, window == nil || host.parent !== parent { removeHost(host) }
            if window != nil, host == nil { addHost(to: parent) }
        }

        /// - Parameter parent: without one, the host would get neither traits nor appearance calls.
        private func addHost(to parent: UIViewController?) {
            let host = UIHostingController(rootView: view)
            host.safeAreaRegions = []
            host.view.backgroundColor = .clear
            host.view.frame = bounds
            parent?.addChild(host)
            addSubview(host.view)
            host.didMove(toParent: parent)
            self.host = host
        }

        private func removeHost(_ host: UIViewController) {
            host.willMove(toParent: nil)
            host.view.removeFromSuperview()
            host.removeFromParent()
            self.host = nil
        }

        /// The controller below whose view the surface lies; `nil` in a view that is in the window by itself.
        private var nearestController: UIViewController? {
            var responder = next
            while let candidate = responder, !(candidate is UIViewController) { responder = candidate.next }
            return responder as? UIViewController
        }
    }
#endif

#if canImport(AVFoundation) && canImport(SwiftUI) && canImport(AppKit) && !canImport(UIKit)
    import AppKit
    import SwiftUI

    /// Shows all members of a group in one view, tile by tile, with the group's background behind them: the
    /// ``ComparisonView`` of apps that use UIKit or AppKit.
    ///
    /// ```swift
    /// let comparison = ComparisonSurface(group: group, layout: .wipe)
    /// comparison.onLayoutChange = { layout in settings.layout = layout }  // the boundary was moved
    /// view.addSubview(comparison)
    /// ```
    /// It hosts a ``ComparisonView``, so what it shows, what can be dragged and what VoiceOver says are the same. Give
    /// it a size: it has none of its own. It ignores the safe area.
    ///
    /// Outside a window it holds no player's layer and does nothing; the group plays on. Back in a window it shows the
    /// players again, which may cost one that plays a few frames. Use it on the main thread only.
    public final class ComparisonSurface: NSView {
        fileprivate var content: Content { didSet { host?.rootView = view } }
        /// Made for each stay in a window: views that SwiftUI keeps outside of one keep their layers.
        private var host: NSHostingView<ComparisonView>?

        /// Creates a view of a group.
        ///
        /// - Parameters:
        ///   - group: the group whose members are shown, in the order of adding.
        ///   - layout: where their tiles go. Default: side by side.
        ///   - posters: shown until the first picture of a member, or of the background, is there. Default: none.
        public init(group: PlaybackGroup, layout: TileLayout = .sideBySide, posters: [MemberID: CGImage] = [:]) {
            content = Content(group: group, layout: layout, posters: posters)
            super.init(frame: .zero)
        }

        @available(*, unavailable, message: "a surface is made in code")
        public required init?(coder: NSCoder) {
            fatalError("a surface is made in code")
        }

        public override func setFrameSize(_ newSize: NSSize) {
            super.setFrameSize(newSize)
            host?.frame = bounds
        }

        public override func viewDidMoveToWindow() {
            super.viewDidMoveToWindow()
            if window == nil {
                host?.removeFromSuperview()
                host = nil
            } else if host == nil {
                addHost()
            }
        }

        private func addHost() {
            let host = NSHostingView(rootView: view)
            host.safeAreaRegions = []
            // Constraints that follow from its content would limit the window's size.
            host.sizingOptions = []
            host.frame = bounds
            addSubview(host)
            self.host = host
        }
    }
#endif
