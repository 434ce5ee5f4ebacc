#if canImport(AVFoundation) && canImport(AVKit) && canImport(UIKit) && !targetEnvironment(macCatalyst)
    import AVFoundation
    import UIKit

    /// The view whose layer the system takes into its window.
    final class PictureInPictureHost: UIView {
        let display = AVSampleBufferDisplayLayer()
        /// Called when the view comes into a window or leaves it.
        var onWindow: (() -> Void)?
        private var places: [Weak] = []

        private struct Weak { weak var place: PictureInPicturePlace? }

        init() {
            super.init(frame: .zero)
            isUserInteractionEnabled = false
            layer.addSublayer(display)
        }

        @available(*, unavailable, message: "a view that is made in code")
        required init?(coder: NSCoder) {
            fatalError("a view that is made in code")
        }

        override func layoutSubviews() {
            super.layoutSubviews()
            // While the window is open, the layer is in it.
            guard display.superlayer === layer else { return }
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            display.frame = bounds
            CATransaction.commit()
        }

        override func didMoveToWindow() {
            super.didMoveToWindow()
            onWindow?()
        }

        /// Moves into a place that has come into a window; the one that came last has it.
        func enter(_ place: PictureInPicturePlace) {
            forget(place)
            places.append(Weak(place: place))
            if superview !== place { place.addSubview(self) }
        }

        /// Moves to the place before, if there is one, as when a screen that covered it has gone.
        func leave(_ place: PictureInPicturePlace) {
            forget(place)
            guard superview === place else { return }
            if let last = places.last?.place { last.addSubview(self) } else { removeFromSuperview() }
        }

        /// Forgets a place, and those that have gone without a word.
        private func forget(_ place: PictureInPicturePlace) {
            places.removeAll { $0.place == nil || $0.place === place }
        }
    }

    /// Where a screen has the view of Picture in Picture. Several screens may show one group; the view is in the last.
    final class PictureInPicturePlace: UIView {
        var host: PictureInPictureHost? {
            didSet {
                guard host !== oldValue else { return }
                oldValue?.leave(self)
                if window != nil { host?.enter(self) }
            }
        }

        override func layoutSubviews() {
            super.layoutSubviews()
            subviews.first?.frame = bounds
        }

        override func didMoveToWindow() {
            super.didMoveToWindow()
            if window == nil { host?.leave(self) } else { host?.enter(self) }
        }
    }
#endif

#if canImport(AVFoundation) && canImport(AVKit) && canImport(UIKit) && canImport(SwiftUI) && !targetEnvironment(macCatalyst)
    import SwiftUI

    extension View {
        /// Puts the view that Picture in Picture needs behind this one, which shows the group. `nil`: none.
        public func pictureInPicture(_ pictureInPicture: PictureInPicture?) -> some View {
            background {
                if let pictureInPicture {
                    PictureInPictureBridge(pictureInPicture: pictureInPicture).accessibilityHidden(true)
                }
            }
        }
    }

    /// A button that opens the floating window, or closes it. It is disabled while the window cannot be opened.
    public struct PictureInPictureButton: View {
        private let pictureInPicture: PictureInPicture

        /// Creates a button for a window.
        public init(_ pictureInPicture: PictureInPicture) {
            self.pictureInPicture = pictureInPicture
        }

        /// The view's content.
        public var body: some View {
            TransportButton(
                isOpen ? "Close Picture in Picture" : "Picture in Picture",
                systemImage: isOpen ? "pip.exit" : "pip.enter", key: nil
            ) {
                // What prevents it is in `failure`.
                if isOpen { pictureInPicture.stop() } else { try? pictureInPicture.start() }
            }
            .labelStyle(.iconOnly)
            .disabled(!isOpen && !pictureInPicture.isPossible)
        }

        private var isOpen: Bool { pictureInPicture.isActive }
    }

    private struct PictureInPictureBridge: UIViewRepresentable {
        let pictureInPicture: PictureInPicture

        func makeUIView(context: Context) -> PictureInPicturePlace { PictureInPicturePlace(frame: .zero) }

        func updateUIView(_ place: PictureInPicturePlace, context: Context) {
            place.host = pictureInPicture.host
        }

        static func dismantleUIView(_ place: PictureInPicturePlace, coordinator: Void) {
            place.host = nil
        }
    }
#endif
