import AVFoundation
import Foundation
import Synchronization
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitCompare

/// What alignment reads of a video.
@Suite(.serialized) @MainActor
struct RecordingStories {
    @Test(arguments: [
        (CGSize(width: 1280, height: 720), 9.0 / 16), (CGSize(width: 400, height: 800), 2),
        // No picture is without rows, whatever a file says of itself.
        (CGSize(width: 4000, height: 8), 0), (.zero, 0),
    ])
    func `pictures are made small in their own shape`(size: CGSize, shape: Double) async throws {
        let world = World()
        let sizes = Sizes()
        let url = world.clip(seconds: 0.1) { media in
            media.size = size
            media.seen = { _, width, height in
                sizes.note(SIMD2(width, height))
                return .init(repeating: 100, count: width * height)
            }
        }
        let recording = try await Recording.open(MediaSource(url: url)) { false }
        #expect(try recording.allPictures().count == 3)
        let columns = 4 * SmallPicture.columns
        #expect(sizes.all == [SIMD2(columns, max(Int(Double(columns) * shape), 2))])
    }

    private final class Sizes: Sendable {
        private let noted = Mutex<Set<SIMD2<Int>>>([])
        var all: Set<SIMD2<Int>> { noted.withLock { $0 } }
        func note(_ size: SIMD2<Int>) { noted.withLock { _ = $0.insert(size) } }
    }
}
