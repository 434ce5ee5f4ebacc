#if canImport(AppKit)
    // https://developer.apple.com/documentation/swiftui/nshostingview
    import AppKit

    @available(macOS 10.15, *)
    @available(iOS, unavailable)
    @available(tvOS, unavailable)
    @MainActor @preconcurrency
    open class NSHostingView<Content>: NSView where Content: View {
        public var rootView: Content

        @available(macOS 13.3, *)
        public var safeAreaRegions: SafeAreaRegions {
            get { .all }
            set {}
        }

        @available(macOS 13.0, *)
        public var sizingOptions: NSHostingSizingOptions {
            get { .standardBounds }
            set {}
        }

        public required init(rootView: Content) {
            self.rootView = rootView
            super.init(frame: .zero)
        }

        public required init?(coder: NSCoder) { fatalError("made in code") }
    }

    /// https://developer.apple.com/documentation/swiftui/nshostingsizingoptions
    @available(macOS 13.0, *)
    @available(iOS, unavailable)
    @available(tvOS, unavailable)
    public struct NSHostingSizingOptions: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let standardBounds = NSHostingSizingOptions(rawValue: 7)
    }
#endif
