#if canImport(AVFoundation) && canImport(SwiftUI)
    import MultiPlayerKit
    import MultiPlayerKitCompare
    import MultiPlayerKitScreen
    import SwiftUI

    /// The comparison as one view: the videos, a bar to steer them, and a choice of layouts.
    ///
    /// ```swift
    /// WindowGroup { ComparisonScreen() }
    /// ```
    /// Without options it plays the demo's own clips.
    public struct ComparisonScreen: View {
        @State private var group = PlaybackGroup()
        @State private var layout: TileLayout
        @State private var captions: TileCaptions?
        #if canImport(UIKit) && !targetEnvironment(macCatalyst)
            @State private var floating: PictureInPicture?
        #endif
        private let options: ScreenOptions
        private let session: ComparisonSession?
        private let onEvent: @MainActor (GroupEvent, PlaybackGroup) -> Void

        /// - Parameters:
        ///   - options: as on the command line.
        ///   - session: what was kept of an earlier comparison, which the options then repeat. Default: none.
        ///   - onEvent: hears everything that the group tells, on the main actor.
        public init(
            options: ScreenOptions = ScreenOptions(), session: ComparisonSession? = nil,
            onEvent: @escaping @MainActor (GroupEvent, PlaybackGroup) -> Void = { _, _ in }
        ) {
            self.options = options
            self.session = session
            self.onEvent = onEvent
            _layout = State(initialValue: session?.layout ?? options.firstLayout)
        }

        /// The view's content.
        public var body: some View {
            VStack(spacing: 0) {
                #if canImport(UIKit) && !targetEnvironment(macCatalyst)
                    ComparisonView(group: group, layout: $layout)
                        .captions(captions)
                        .pictureInPicture(floating)
                        .overlay(alignment: .topTrailing) {
                            // Only apps with the background mode for audio ever see it.
                            if let floating, floating.isPossible || floating.isActive {
                                PictureInPictureButton(floating)
                            }
                        }
                #else
                    ComparisonView(group: group, layout: $layout)
                        .captions(captions)
                #endif
                if options.grid == nil { LayoutPicker(options: options, layout: $layout) }
                TransportBar(group: group)
            }
            .task { await play() }
        }

        private func play() async {
            guard group.members.isEmpty else { return }
            #if canImport(UIKit) && !targetEnvironment(macCatalyst)
                floating = PictureInPicture(group)
            #endif
            let model = ScreenModel(group, options: options, session: session)
            options.budget.govern(.shared)
            let events = group.events
            model.fill(
                members: options.perMember(
                    options.sources.isEmpty ? OwnClips.pair : options.sources.compactMap(SourceAddress.url)),
                background: options.background.flatMap(SourceAddress.url)
                    ?? (options.hasBackground ? OwnClips.background : nil))
            captions = model.captions
            // What goes wrong comes as an event of each member, with its cause, and stands in its tile.
            let starting = Task { try? await group.play() }
            var following: Task<Void, Never>?
            for await event in events {
                if case .started(let host, _) = event, following == nil {
                    following = model.follow(from: host) { _ = model.perform($0) }
                    for entry in options.script {
                        guard let action = entry.action.scheduled(among: group.members) else { continue }
                        group.schedule(action, at: host.advanced(by: entry.time))
                    }
                }
                onEvent(event, group)
            }
            starting.cancel()
            following?.cancel()
        }
    }

    /// Chooses among the layouts that the command line knows.
    struct LayoutPicker: View {
        let options: ScreenOptions
        @Binding var layout: TileLayout

        var body: some View {
            HStack {
                ForEach(ScreenOptions.Layout.allCases, id: \.self) { choice in
                    Button(choice.rawValue) { layout = choice.tiles(besideBackground: options.hasBackground) }
                }
            }
            .padding(8)
        }
    }
#endif
