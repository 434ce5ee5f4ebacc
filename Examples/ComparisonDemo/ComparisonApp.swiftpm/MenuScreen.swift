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
                        ComparisonScreen(options: .compare(clips.urls))
                    } label: {
                        Text("Comparison")
                    }
                    NavigationLink {
                        ComparisonScreen(options: .grid(of: clips.urls))
                    } label: {
                        Text("Grid")
                    }
                    NavigationLink {
                        FeedScreen(clips: clips.urls)
                    } label: {
                        Text("Feed")
                    }
                    NavigationLink {
                        KioskScreen(clips: clips.urls)
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
