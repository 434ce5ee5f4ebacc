import ComparisonScreens
import SwiftUI

/// Which clips, and which screen shows them.
struct MenuScreen: View {
    @State private var clips = PickedClips()

    var body: some View {
        NavigationStack {
            List {
                Section {
                    PickButtons(clips: clips)
                } header: {
                    Text(verbatim: clips.summary)
                }
                Section {
                    NavigationLink {
                        Later { ComparisonScreen(options: .compare(clips.urls)) }
                    } label: {
                        Text("Comparison")
                    }
                    NavigationLink {
                        Later { ComparisonScreen(options: .grid(of: clips.urls)) }
                    } label: {
                        Text("Grid")
                    }
                    NavigationLink {
                        Later { FeedScreen(clips: clips.urls) }
                    } label: {
                        Text("Feed")
                    }
                    NavigationLink {
                        Later { KioskScreen(clips: clips.urls) }
                    } label: {
                        Text("Kiosk")
                    }
                } header: {
                    Text("Screens")
                }
            }
            .navigationTitle("MultiPlayerKit")
        }
    }
}

/// A view that is made when it is shown. A link makes its destination with itself, and a screen makes its players.
private struct Later<Content: View>: View {
    @ViewBuilder let content: () -> Content

    var body: some View { content() }
}

extension ScreenOptions {
    /// Two or more side by side; a single clip beside itself.
    static func compare(_ clips: [URL]) -> ScreenOptions {
        var options = ScreenOptions()
        options.sources = (clips.count == 1 ? clips + clips : clips).map(\.path)
        options.loop = true
        return options
    }

    /// Nine tiles, of which each is a little later in its clip than the one before.
    static func grid(of clips: [URL]) -> ScreenOptions {
        var options = ScreenOptions()
        options.sources = clips.map(\.path)
        options.grid = GridOptions()
        return options
    }
}
