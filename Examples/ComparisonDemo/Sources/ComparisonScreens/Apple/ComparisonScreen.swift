#if canImport(AVFoundation) && canImport(SwiftUI)
    import MultiPlayerKit
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
        private let options: CompareOptions
        private let onEvent: @MainActor (GroupEvent, PlaybackGroup) -> Void

        /// - Parameters:
        ///   - options: as on the command line.
        ///   - onEvent: hears everything that the group tells, on the main actor.
        public init(
            options: CompareOptions = CompareOptions(),
            onEvent: @escaping @MainActor (GroupEvent, PlaybackGroup) -> Void = { _, _ in }
        ) {
            self.options = options
            self.onEvent = onEvent
            _layout = State(initialValue: options.layout.tiles(besideBackground: options.hasBackground))
        }

        /// The view's content.
        public var body: some View {
            VStack(spacing: 0) {
                ComparisonView(group: group, layout: $layout)
                LayoutPicker(options: options, layout: $layout)
                TransportBar(group: group)
            }
            .task { await play() }
        }

        private func play() async {
            guard group.members.isEmpty else { return }
            let model = CompareModel(group, options: options)
            let events = group.events
            model.fill(
                members: options.sources.isEmpty ? OwnClips.pair : options.sources.compactMap(SourceAddress.url),
                background: options.background.flatMap(SourceAddress.url)
                    ?? (options.sources.isEmpty ? OwnClips.background : nil))
            // What goes wrong comes as an event of each member, with its cause, and stands in its tile.
            let starting = Task { try? await group.play() }
            var isScheduled = false
            for await event in events {
                if case .started(let host, _) = event, !isScheduled {
                    isScheduled = true
                    for entry in options.script {
                        guard let action = entry.action.scheduled(among: group.members) else { continue }
                        group.schedule(action, at: host.advanced(by: entry.time))
                    }
                }
                onEvent(event, group)
            }
            starting.cancel()
        }
    }

    /// Chooses among the layouts that the command line knows.
    struct LayoutPicker: View {
        let options: CompareOptions
        @Binding var layout: TileLayout

        var body: some View {
            HStack {
                ForEach(CompareOptions.Layout.allCases, id: \.self) { choice in
                    Button(choice.rawValue) { layout = choice.tiles(besideBackground: options.hasBackground) }
                }
            }
            .padding(8)
        }
    }
#endif
