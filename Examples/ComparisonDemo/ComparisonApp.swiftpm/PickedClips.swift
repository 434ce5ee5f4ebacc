import Observation
import PhotosUI
import SwiftUI

/// The videos that were picked, in order, as files of the app's own.
@MainActor
@Observable
final class PickedClips {
    private(set) var urls: [URL] = []
    private(set) var problems: [String] = []
    /// Transfers that are under way.
    private var transfers = 0

    var isBusy: Bool { transfers > 0 }

    var summary: String {
        urls.isEmpty ? "The demo's own clips" : urls.map(\.lastPathComponent).joined(separator: ", ")
    }

    /// Takes videos of the photo library, one after the other, so that they keep the order in which they were chosen.
    func take(photos: [PhotosPickerItem]) {
        transfer {
            for item in photos {
                do {
                    if let movie = try await item.loadTransferable(type: PickedMovie.self) {
                        self.urls.append(movie.url)
                    } else {
                        self.problems.append("This item of the library is no video.")
                    }
                } catch {
                    self.problems.append(error.localizedDescription)
                }
            }
        }
    }

    func take(files: Result<[URL], any Error>) {
        transfer {
            do {
                for file in try files.get() { self.urls.append(try await ClipFolder.copy(scoped: file)) }
            } catch {
                self.problems.append(error.localizedDescription)
            }
        }
    }

    func forget() {
        urls = []
        problems = []
        ClipFolder.empty()
    }

    private func transfer(_ work: @escaping @MainActor () async -> Void) {
        transfers += 1
        problems = []
        Task {
            await work()
            transfers -= 1
        }
    }
}

/// A video of the photo library on its way into the app.
struct PickedMovie: Transferable {
    let url: URL

    static var transferRepresentation: some TransferRepresentation {
        // The file that is received is gone as soon as this returns.
        FileRepresentation(importedContentType: .movie) { received in
            PickedMovie(url: try ClipFolder.copy(received.file))
        }
    }
}
