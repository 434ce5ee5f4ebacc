import MultiPlayerKit
import MultiPlayerKitScreen
import SwiftUI

/// One button that runs everything, the report as it grows, and the file to share.
struct RunScreen: View {
    @State private var run = DeviceRun()
    @State private var seconds = DeviceRun.fullSeconds
    @Environment(\.scenePhase) private var scenePhase

    var body: some View {
        VStack(spacing: 8) {
            if let group = run.group {
                // The views that apps use: layers of the screen cost something that a measurement must include.
                ComparisonView(group: group, layout: TileLayout(.grid, spacing: 2))
                    .id(ObjectIdentifier(group))
                    .frame(height: 240)
            }
            List {
                ForEach(run.report.lines.indices, id: \.self) { index in
                    Text(verbatim: run.report.lines[index]).font(.footnote.monospaced())
                }
            }
            Text(verbatim: run.step).font(.footnote)
            controls
        }
        .onChange(of: scenePhase) { _, phase in run.noteScene(isActive: phase == .active) }
    }

    private var controls: some View {
        HStack(spacing: 24) {
            if run.isRunning {
                Button(action: run.stop) { Text("Stop") }
            } else {
                Button {
                    run.start(seconds: seconds)
                } label: {
                    Text("Run")
                }
                Picker("Seconds", selection: $seconds) {
                    Text("10 minutes each").tag(DeviceRun.fullSeconds)
                    Text("1 minute each").tag(DeviceRun.shortSeconds)
                }
                if let file = run.report.file { ShareLink(item: file) }
            }
        }
        .padding(12)
    }
}
