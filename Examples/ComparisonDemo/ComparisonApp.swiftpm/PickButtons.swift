import PhotosUI
import SwiftUI
import UniformTypeIdentifiers

/// Takes videos from the photo library and from files.
struct PickButtons: View {
    let clips: PickedClips
    @State private var photos: [PhotosPickerItem] = []
    @State private var choosesFiles = false

    var body: some View {
        // As they are stored: a library that converts for compatibility takes minutes, and shows another video.
        PhotosPicker("Choose from Photos", selection: $photos, matching: .videos, preferredItemEncoding: .current)
            .onChange(of: photos) { _, items in
                guard !items.isEmpty else { return }
                clips.take(photos: items)
                photos = []
            }
        Button {
            choosesFiles = true
        } label: {
            Text("Choose from Files")
        }
        .fileImporter(isPresented: $choosesFiles, allowedContentTypes: [.movie], allowsMultipleSelection: true) {
            clips.take(files: $0)
        }
        if clips.isBusy { Text("Copying…") }
        if !clips.urls.isEmpty {
            Button(action: clips.forget) { Text("Back to the demo's own clips") }
        }
        ForEach(clips.problems, id: \.self) { Text(verbatim: $0).font(.footnote) }
    }
}
